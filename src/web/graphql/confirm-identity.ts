type Confirm = () => Promise<boolean>

const refuse: Confirm = async () => false

let confirm = refuse

/** Sets how the user is asked to confirm their identity. Returns a function that unsets it. */
export function setIdentityPrompt(ask: Confirm): () => void {
  confirm = ask
  return () => {
    confirm = refuse
  }
}

/** Asks the user to confirm their identity. Resolves to whether they did. */
export const confirmIdentity: Confirm = () => confirm()
