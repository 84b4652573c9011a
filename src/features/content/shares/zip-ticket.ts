import { expired, forbidden } from '#core/errors/problem'
import type { Services } from '#core/operation/services'

/** Where folders are handed out as a ZIP. */
export const zipPath = '/share/zip'

const purpose = 'share zip'

/** What an address of a ZIP allows, until it expires. */
export interface ZipTicket {
  organizationId: string
  shareId: string
  folderId: string
  expiresAt: Date
}

type Sealing = Pick<Services, 'publicUrl' | 'secrets'>

export function zipAddress({ publicUrl, secrets }: Sealing, ticket: ZipTicket): string {
  const { organizationId, shareId, folderId, expiresAt } = ticket
  const text = JSON.stringify([organizationId, shareId, folderId, expiresAt.getTime()])
  return `${publicUrl}${zipPath}?ticket=${secrets.seal(text, purpose).toString('base64url')}`
}

/** Reads such an address; 403 where it is none of ours, 410 after its time. */
export function readZipTicket({ secrets, clock }: Pick<Services, 'secrets' | 'clock'>, ticket: unknown): ZipTicket {
  if (typeof ticket !== 'string') throw forbidden()
  const [organizationId, shareId, folderId, until] = opened(secrets, ticket)
  if (until <= clock.now().getTime()) throw expired()
  return { organizationId, shareId, folderId, expiresAt: new Date(until) }
}

function opened(
  secrets: Services['secrets'],
  ticket: string,
): [organizationId: string, shareId: string, folderId: string, until: number] {
  try {
    return JSON.parse(secrets.open(Buffer.from(ticket, 'base64url'), purpose))
  } catch {
    throw forbidden()
  }
}
