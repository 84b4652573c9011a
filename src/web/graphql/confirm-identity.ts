type Confirm = () => Promise<boolean>

const refuse: Confirm = async () => false

let confirm = refuse

/** Sets how the user is asked to prove who they are; answers how to unset it. */
export function setIdentityPrompt(ask: Confirm): () => void {
  confirm = ask
  return () => {
    confirm = refuse
  }
}

/** Asks the user to prove who they are, and resolves to whether they did. */
export const confirmIdentity: Confirm = () => confirm()
