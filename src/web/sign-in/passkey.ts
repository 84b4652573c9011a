import { SignInWithPasskeyDocument, StartPasskeySignInDocument } from '#schema/web/graphql'
import { fetchGraphql, type Outcome } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'

/** Passkeys belong to the name of a host: WebAuthn knows none of an address in figures. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Has the browser ask for a passkey; as an offer it shows those it has beside the field of the address (conditional mediation). */
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

/** Signs in by a passkey, which says who it is. */
export async function signInWithPasskey(): Promise<Outcome<unknown>> {
  const answer = await requestPasskey({ isOffer: false })
  return answer.data ? fetchGraphql(SignInWithPasskeyDocument, answer.data) : answer
}

/** Milliseconds until another question is asked: one is good for five minutes. */
const renewalMs = 4 * 60_000

/** Offers passkeys until it is ended; tells what came of one that was taken. */
export function startPasskeyAutofill(tell: (outcome: Outcome<unknown>) => void): () => void {
  let isOver = false
  let again: ReturnType<typeof setInterval> | undefined
  const offer = async () => {
    const answer = await requestPasskey({ isOffer: true })
    if (answer.data && !isOver) tell(await fetchGraphql(SignInWithPasskeyDocument, answer.data))
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
