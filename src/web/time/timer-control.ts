import type { StartTimerInput } from '#schema/web/graphql'

/** The timer in the frame, for what presses it from elsewhere: the palette, the keyboard, and what is worked on. */
interface TimerControl {
  isRunning: boolean
  toggle: () => void
  start: (input: StartTimerInput, name: string) => void
}

let control: TimerControl | undefined

/** Until it is ended. */
export function registerTimer(offered: TimerControl): () => void {
  control = offered
  return () => {
    if (control === offered) control = undefined
  }
}

export const toggleTimer = () => control?.toggle()
export const startTimer: TimerControl['start'] = (input, name) => control?.start(input, name)
export const isTimerRunning = () => control?.isRunning === true
