import { language } from '../words/words.ts'

/** How long an answer may take, in milliseconds: longer than the service takes to give up. */
const longestAnswer = 45_000

/** Bytes of what a browser sends on after its page was left: it takes 64 KiB of all pages together. */
const mostSentOn = 16 * 1024

/** Whom this page is shown to: a session that has become another's is refused. */
let shownTo: string | undefined

export const showTo = (memberId: string | undefined) => {
  shownTo = memberId
}

export const isShown = () => shownTo !== undefined

export const headers = (): Record<string, string> => ({
  'accept-language': language,
  ...(shownTo && { 'x-session-member': shownTo }),
})

/** Mutations that may have been done, though no answer came, by what was sent: sent again they bear the same key. */
const unanswered = new Map<string, string>()

const isMutation = (body: string) => /^\{("operationName":[^,]*,)?"query":"(\\n| )*mutation\b/.test(body)

/**
 * Sends a GraphQL request. A mutation has a key, by which the service does it once: where its answer is lost, whoever sends the
 * same again is told what came of it the first time.
 */
export async function post(body: string, init: RequestInit = {}): Promise<Response> {
  const isChange = isMutation(body)
  const key = isChange ? (unanswered.get(body) ?? newKey()) : undefined
  if (key) unanswered.set(body, key)
  const limit = AbortSignal.timeout(longestAnswer)
  const response = await fetch('/graphql', {
    ...init,
    method: 'POST',
    headers: {
      ...(init.headers as Record<string, string> | undefined),
      'content-type': 'application/json',
      ...headers(),
      ...(key && { 'idempotency-key': key }),
    },
    keepalive: isChange && body.length < mostSentOn,
    signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
    body,
  })
  // All of it, or the answer counts as lost.
  const text = await response.text()
  if (response.status < 500) unanswered.delete(body)
  return new Response(response.ok ? text : refusalIn(text), { status: 200 })
}

/** What is refused as a whole says why in the words of REST. Throws where it says nothing. */
function refusalIn(text: string): string {
  const { errors, error: code, message } = JSON.parse(text) as { errors?: object[]; error?: string; message?: string }
  return code ? JSON.stringify({ errors: [{ message, extensions: { code } }] }) : JSON.stringify({ errors })
}

/** Not `randomUUID`, which a page has over https alone. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
