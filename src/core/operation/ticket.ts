import type { Bearer } from '#core/access/bearer'
import { select } from '#core/database/select'
import { forbidden, linkExpired } from '#core/errors/problem'
import type { Language } from '#core/text/language'
import type { Clock } from '#core/time/clock'
import type { Context } from './context.ts'
import type { Credentials } from './operation.ts'
import type { Services } from './services.ts'

// Signed URLs for browsers, which cannot send a token. Each is valid for one path and five minutes.

const purpose = 'ticket'
const lifetimeSeconds = 300

export const getTicketExpiry = (clock: Clock) =>
  new Date((Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds) * 1000)

export const createTicketUrl = async (context: Context, path: string, expiresAt = getTicketExpiry(context.clock)) =>
  `${context.services.publicUrl}${path}?ticket=${await createTicket(context, path, expiresAt)}`

/** Contains the token's sealed hash, so it ends with the token. */
export async function createTicket(
  context: Context,
  path: string,
  expiresAt = getTicketExpiry(context.clock),
): Promise<string> {
  const { organizationId, member, services } = context
  const token = await context.batch(
    'ticket.token',
    member.tokenId,
    (ids) =>
      context.query<{ hash: Buffer }>(
        select`hash from tokens where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
      ),
    ([row]) => row,
  )
  if (!token) throw forbidden()
  const text = JSON.stringify([organizationId, token.hash.toString('base64'), expiresAt.getTime(), path])
  return services.secrets.seal(text, purpose).toString('base64url')
}

/** Returns the credentials of a signed URL; 403 if it is not valid for this path, 410 if expired. */
export function parseTicket(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  ticket: unknown,
  path: string,
  language: Language | null,
): Credentials & { bearer: Bearer } {
  const [organizationId, key, expiresAt, own] = opened(secrets, ticket)
  if (own !== path) throw forbidden()
  if (expiresAt <= clock.now().getTime()) throw linkExpired()
  return { bearer: { organizationId, hash: Buffer.from(key, 'base64'), key }, language, isTicket: true }
}

function opened(
  secrets: Services['secrets'],
  ticket: unknown,
): [organizationId: string, key: string, expiresAt: number, path: string] {
  if (typeof ticket !== 'string') throw forbidden()
  try {
    return JSON.parse(secrets.open(Buffer.from(ticket, 'base64url'), purpose))
  } catch {
    throw forbidden()
  }
}
