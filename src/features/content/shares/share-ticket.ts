import { forbidden, linkExpired } from '#core/errors/problem'
import type { Services } from '#core/operation/services'

/** What addresses that a share hands out are good for: a folder as a ZIP, a file's preview in one of its sizes. */
const paths = {
  zip: '/share/zip',
  small: '/share/preview/small',
  large: '/share/preview/large',
} as const

type TicketKind = keyof typeof paths

export const shareTicketPath = (kind: TicketKind) => paths[kind]

/** What such an address allows, until it expires. */
export interface ShareTicket {
  organizationId: string
  shareId: string
  /** The folder, or the file. */
  id: string
  expiresAt: Date
}

type Sealing = Pick<Services, 'publicUrl' | 'secrets'>

export function createShareAddress({ publicUrl, secrets }: Sealing, kind: TicketKind, ticket: ShareTicket): string {
  const { organizationId, shareId, id, expiresAt } = ticket
  const text = JSON.stringify([organizationId, shareId, id, expiresAt.getTime()])
  return `${publicUrl}${paths[kind]}?ticket=${secrets.seal(text, purposeOf(kind)).toString('base64url')}`
}

/** Reads such an address; 403 where it is none of ours for this, 410 after its time. */
export function parseShareTicket(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  kind: TicketKind,
  ticket: unknown,
): ShareTicket {
  if (typeof ticket !== 'string') throw forbidden()
  const [organizationId, shareId, id, until] = opened(secrets, kind, ticket)
  if (until <= clock.now().getTime()) throw linkExpired()
  return { organizationId, shareId, id, expiresAt: new Date(until) }
}

const purposeOf = (kind: TicketKind) => `share ${kind}`

function opened(
  secrets: Services['secrets'],
  kind: TicketKind,
  ticket: string,
): [organizationId: string, shareId: string, id: string, until: number] {
  try {
    return JSON.parse(secrets.open(Buffer.from(ticket, 'base64url'), purposeOf(kind)))
  } catch {
    throw forbidden()
  }
}
