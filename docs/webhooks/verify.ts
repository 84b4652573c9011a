import { createHmac, timingSafeEqual } from 'node:crypto'

/** The event of a delivery, if it is from us and new; throws otherwise. `body` is the request's body as it came, unparsed. */
export function verify(body: Buffer, headers: Record<string, string | undefined>, secret: string) {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300))
    throw new Error('This delivery is too old, or not of this time.')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const given = (headers['webhook-signature'] ?? '')
    .split(' ')
    .map((each) => Buffer.from(each.replace('v1,', ''), 'base64'))
  if (!given.some((each) => each.length === expected.length && timingSafeEqual(each, expected)))
    throw new Error('This delivery is not signed with our secret.')
  return JSON.parse(body.toString())
}

// Try it: WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE from the environment, the body on stdin.
if (import.meta.main) {
  const { WEBHOOK_SECRET = '', WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE } = process.env
  const headers = {
    'webhook-id': WEBHOOK_ID,
    'webhook-timestamp': WEBHOOK_TIMESTAMP,
    'webhook-signature': WEBHOOK_SIGNATURE,
  }
  const body = Buffer.concat(await process.stdin.toArray())
  process.stdout.write(`${verify(body, headers, WEBHOOK_SECRET).event}\n`)
}
