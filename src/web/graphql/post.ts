import { language } from '../i18n/locale.ts'
import { decide, keyOf, leaveOpen } from './attempts.ts'

/** How long an answer may take, in milliseconds: longer than the service takes to give up. */
const longestAnswer = 45_000

/** What is read is asked for once more after so many seconds at most, where the service says when. */
const longestWait = 20

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

/** Statuses of what was not done, or not yet, and is to be sent again as it is. */
const openStatuses = new Set([401, 429])

export const isMutation = (body: string) => /^\{("operationName":[^,]*,)?"query":"(\\n| )*mutation\b/.test(body)

/**
 * Sends a GraphQL request. A mutation has the key of its attempt, by which the service does it once: where its answer is lost,
 * whoever tries the same again is told what came of it the first time.
 */
export async function post(body: string, init: RequestInit = {}): Promise<Response> {
  const isChange = isMutation(body)
  const key = isChange ? keyOf(body) : undefined
  const send = async () => {
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
    return [response, await response.text()] as const
  }
  let [{ status, ok, headers: told }, text] = await send().catch((lost) => {
    if (key) leaveOpen(body, key)
    throw lost
  })
  const wait = Number(told.get('retry-after'))
  if (!isChange && (status === 429 || status === 503) && wait > 0 && wait <= longestWait) {
    await new Promise((done) => setTimeout(done, wait * 1000))
    init.signal?.throwIfAborted()
    const again = await send()
    ;[{ status, ok }, text] = again
  }
  const isOpen = status >= 500 || openStatuses.has(status) || text.includes('"code":"request_in_progress"')
  if (key) (isOpen ? leaveOpen : decide)(body, key)
  return new Response(ok ? text : refusalIn(text), { status: 200 })
}

/** What is refused as a whole says why in the words of REST. Throws where it says nothing. */
function refusalIn(text: string): string {
  const { errors, error: code, message } = JSON.parse(text) as { errors?: object[]; error?: string; message?: string }
  return code ? JSON.stringify({ errors: [{ message, extensions: { code } }] }) : JSON.stringify({ errors })
}
