import type { StartTimerInput } from '#schema/web/graphql'

/** The timer in the frame, for what presses it from elsewhere: the palette, the keyboard, and what is worked on. */
interface TimerControl {
  isRunning: boolean
  press: () => void
  begin: (input: StartTimerInput, name: string) => void
}

let control: TimerControl | undefined

/** Until it is ended. */
export function offerTimer(offered: TimerControl): () => void {
  control = offered
  return () => {
    if (control === offered) control = undefined
  }
}

export const pressTimer = () => control?.press()
export const beginTimer: TimerControl['begin'] = (input, name) => control?.begin(input, name)
export const isTimerRunning = () => control?.isRunning === true
