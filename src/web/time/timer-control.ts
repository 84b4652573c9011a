import type { StartTimerInput } from '#schema/web/graphql'

/** Connects the timer in the page frame with the palette, keyboard shortcuts and other pages. */
interface TimerControl {
  isRunning: boolean
  toggle: () => void
  start: (input: StartTimerInput, name: string) => void
}

let control: TimerControl | undefined

/** Returns a function that unregisters the timer. */
export function registerTimer(offered: TimerControl): () => void {
  control = offered
  return () => {
    if (control === offered) control = undefined
  }
}

export const toggleTimer = () => control?.toggle()
export const startTimer: TimerControl['start'] = (input, name) => control?.start(input, name)
export const isTimerRunning = () => control?.isRunning === true
