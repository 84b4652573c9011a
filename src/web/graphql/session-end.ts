let listener = () => {}

/** What is done where the session was ended, here or elsewhere. */
export const setSessionEndHandler = (end: () => void) => {
  listener = end
}

export const notifySessionEnd = () => listener()

let isOver = false

/** Whether somebody whose session has ended signs in again over the page. */
export const isSigningInAgain = () => isOver

export const setSigningInAgain = (now: boolean) => {
  isOver = now
}
