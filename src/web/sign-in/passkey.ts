import { SignInWithPasskeyDocument, StartPasskeySignInDocument } from '#schema/web/graphql'
import { fetchGraphql, type Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'

/** WebAuthn needs a host name, not an IP address. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Asks the browser for a passkey. `isOffer` shows them in the autofill of the email field (conditional mediation). */
export async function requestPasskey({
  isOffer,
}: {
  isOffer: boolean
}): Promise<Outcome<{ ticket: string; response: unknown }>> {
  const question = await fetchGraphql(StartPasskeySignInDocument)
  if (!question.data) return question
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { options, ticket } = question.data.startPasskeySignIn
  const optionsJSON = options as Asked
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer }).catch(() => undefined)
  if (response) return { data: { ticket, response } }
  return { problem: { code: 'passkey', message: t.entrance.passkey.none, fields: {} } }
}

export async function signInWithPasskey(): Promise<Outcome<unknown>> {
  const answer = await requestPasskey({ isOffer: false })
  return answer.data ? fetchGraphql(SignInWithPasskeyDocument, answer.data) : answer
}

/** In ms; a challenge is valid for five minutes. */
const renewalMs = 4 * 60_000

/** Offers passkeys in the autofill until the returned function is called. `onOutcome` gets the outcome of a sign-in. */
export function startPasskeyAutofill(onOutcome: (outcome: Outcome<unknown>) => void): () => void {
  let isOver = false
  let again: ReturnType<typeof setInterval> | undefined
  const offer = async () => {
    const answer = await requestPasskey({ isOffer: true })
    if (answer.data && !isOver) onOutcome(await fetchGraphql(SignInWithPasskeyDocument, answer.data))
  }
  const begin = async () => {
    if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()) || isOver) return
    again = setInterval(offer, renewalMs)
    await offer()
  }
  begin()
  return () => {
    isOver = true
    clearInterval(again)
  }
}
