import sql from 'sql-template-tag'
import type { Bearer } from '../core/access/bearer.ts'
import type { Context } from '../core/context.ts'
import { forbidden } from '../core/errors.ts'
import type { Credentials } from '../core/operation.ts'
import type { Services } from '../core/services.ts'
import type { Language } from '../core/text/language.ts'
import { expired } from './expired.ts'

/** Where a browser posts its form, which has no token to send. */
export const ticketPath = '/uploads'

const purpose = 'upload'

/** An address that takes uploads in the caller's name until then: it holds the hash of the token, sealed, and ends with it. */
export async function ticketAddress(context: Context, expiresAt: Date): Promise<string> {
  const { organizationId, member, services } = context
  const [token] = await context.query<{ hash: Buffer }>(
    sql`select hash from tokens where organization_id = ${organizationId} and id = ${member.tokenId}`,
  )
  if (!token) throw forbidden()
  const text = JSON.stringify([organizationId, token.hash.toString('base64'), expiresAt.getTime()])
  return `${services.publicUrl}${ticketPath}?ticket=${services.secrets.seal(text, purpose).toString('base64url')}`
}

/** Who uploads by such an address; 403 where it is not one of ours, 410 after its time. */
export function credentialsOfTicket(
  { secrets, clock }: Services,
  ticket: unknown,
  language: Language | null,
): Credentials & { bearer: Bearer } {
  const [organizationId, key, expiresAt] = opened(secrets, ticket)
  if (expiresAt <= clock.now().getTime()) throw expired()
  return { bearer: { organizationId, hash: Buffer.from(key, 'base64'), key }, language }
}

function opened(
  secrets: Services['secrets'],
  ticket: unknown,
): [organizationId: string, key: string, expiresAt: number] {
  if (typeof ticket !== 'string') throw forbidden()
  try {
    return JSON.parse(secrets.open(Buffer.from(ticket, 'base64url'), purpose))
  } catch {
    throw forbidden()
  }
}
