import { language } from '../i18n/locale.ts'
import { idempotencyKeyFor, markAnswered, markUnanswered } from './idempotency-keys.ts'

/** In ms; longer than the service's own timeout. */
const responseTimeoutMs = 45_000

/** A query is repeated once if the service asks to wait no longer than this. */
const maxRetryAfterSeconds = 20

/** Browsers limit requests that outlive their page to 64 KiB in total. */
const maxKeepaliveBytes = 16 * 1024

/** The member for whom the page was loaded. The service refuses requests of another member's session. */
let shownMemberId: string | undefined

export const setShownMember = (memberId: string | undefined) => {
  shownMemberId = memberId
}

export const hasShownMember = () => shownMemberId !== undefined

export const requestHeaders = (): Record<string, string> => ({
  'accept-language': language,
  ...(shownMemberId && { 'x-session-member': shownMemberId }),
})

/** Not executed, or not yet: to be sent again unchanged. */
const retryableStatuses = new Set([401, 429])

export const isMutation = (body: string) => /^\{("operationName":[^,]*,)?"query":"(\\n| )*mutation\b/.test(body)

/**
 * Sends a GraphQL request. A mutation carries an `Idempotency-Key`, so that it runs once: repeating it after a lost response returns
 * the first outcome.
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
    // An incomplete body counts as a lost response.
    return [response, await response.text()] as const
  }
  let [{ status, ok, headers }, text] = await send().catch((lost) => {
    if (key) markUnanswered(body, key)
    throw lost
  })
  const wait = Number(headers.get('retry-after'))
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

/** Converts an error in the format of REST. Throws if the text has none. */
function toGraphqlErrors(text: string): string {
  const { errors, error: code, message } = JSON.parse(text) as { errors?: object[]; error?: string; message?: string }
  return code ? JSON.stringify({ errors: [{ message, extensions: { code } }] }) : JSON.stringify({ errors })
}
