import { language } from '../i18n/locale.ts'
import { idempotencyKeyFor, markAnswered, markUnanswered } from './idempotency-keys.ts'

/** How long an answer may take, in milliseconds: longer than the service takes to give up. */
const responseTimeoutMs = 45_000

/** What is read is asked for once more after so many seconds at most, where the service says when. */
const maxRetryAfterSeconds = 20

/** Bytes of what a browser sends on after its page was left: it takes 64 KiB of all pages together. */
const maxKeepaliveBytes = 16 * 1024

/** Whom this page is shown to: a session that has become another's is refused. */
let shownMemberId: string | undefined

export const setShownMember = (memberId: string | undefined) => {
  shownMemberId = memberId
}

export const hasShownMember = () => shownMemberId !== undefined

export const requestHeaders = (): Record<string, string> => ({
  'accept-language': language,
  ...(shownMemberId && { 'x-session-member': shownMemberId }),
})

/** Statuses of what was not done, or not yet, and is to be sent again as it is. */
const retryableStatuses = new Set([401, 429])

export const isMutation = (body: string) => /^\{("operationName":[^,]*,)?"query":"(\\n| )*mutation\b/.test(body)

/**
 * Sends a GraphQL request. A mutation has the key of its attempt, by which the service does it once: where its answer is lost,
 * whoever tries the same again is told what came of it the first time.
 */
export async function postGraphql(body: string, init: RequestInit = {}): Promise<Response> {
  const isChange = isMutation(body)
  const key = isChange ? idempotencyKeyFor(body) : undefined
  const send = async () => {
    const limit = AbortSignal.timeout(responseTimeoutMs)
    const response = await fetch('/graphql', {
      ...init,
      method: 'POST',
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        'content-type': 'application/json',
        ...requestHeaders(),
        ...(key && { 'idempotency-key': key }),
      },
      keepalive: isChange && body.length < maxKeepaliveBytes,
      signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
      body,
    })
    // All of it, or the answer counts as lost.
    return [response, await response.text()] as const
  }
  let [{ status, ok, headers: told }, text] = await send().catch((lost) => {
    if (key) markUnanswered(body, key)
    throw lost
  })
  const wait = Number(told.get('retry-after'))
  if (!isChange && (status === 429 || status === 503) && wait > 0 && wait <= maxRetryAfterSeconds) {
    await new Promise((done) => setTimeout(done, wait * 1000))
    init.signal?.throwIfAborted()
    const again = await send()
    ;[{ status, ok }, text] = again
  }
  const isOpen = status >= 500 || retryableStatuses.has(status) || text.includes('"code":"request_in_progress"')
  if (key) (isOpen ? markUnanswered : markAnswered)(body, key)
  return new Response(ok ? text : toGraphqlErrors(text), { status: 200 })
}

/** What is refused as a whole says why in the words of REST. Throws where it says nothing. */
function toGraphqlErrors(text: string): string {
  const { errors, error: code, message } = JSON.parse(text) as { errors?: object[]; error?: string; message?: string }
  return code ? JSON.stringify({ errors: [{ message, extensions: { code } }] }) : JSON.stringify({ errors })
}
