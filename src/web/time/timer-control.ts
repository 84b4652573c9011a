/** The timer in the frame, for what presses it from elsewhere: the palette and the keyboard. */
interface TimerControl {
  isRunning: boolean
  press: () => void
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
export const isTimerRunning = () => control?.isRunning === true
