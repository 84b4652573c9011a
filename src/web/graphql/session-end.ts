let listener = () => {}

/** Called when the session has ended, here or elsewhere. */
export const setSessionEndHandler = (end: () => void) => {
  listener = end
}

export const notifySessionEnd = () => listener()

let isOver = false

/** Whether the sign-in overlay is open after a session ended. */
export const isSigningInAgain = () => isOver

export const setSigningInAgain = (now: boolean) => {
  isOver = now
}
