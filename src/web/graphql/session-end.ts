let listener = () => {}

/** What is done where the session was ended, here or elsewhere. */
export const onSessionEnd = (end: () => void) => {
  listener = end
}

export const tellSessionEnd = () => listener()
