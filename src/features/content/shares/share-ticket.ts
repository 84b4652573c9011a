import { forbidden, linkExpired } from '#core/errors/problem'
import type { Services } from '#core/operation/services'

/** Paths of signed addresses: ZIP of a folder, previews of a file. */
const paths = {
  zip: '/share/zip',
  small: '/share/preview/small',
  large: '/share/preview/large',
} as const

type TicketKind = keyof typeof paths

export const shareTicketPath = (kind: TicketKind) => paths[kind]

export interface ShareTicket {
  organizationId: string
  shareId: string
  /** Id of the folder or file. */
  id: string
  expiresAt: Date
}

type Sealing = Pick<Services, 'publicUrl' | 'secrets'>

export function createShareAddress({ publicUrl, secrets }: Sealing, kind: TicketKind, ticket: ShareTicket): string {
  const { organizationId, shareId, id, expiresAt } = ticket
  const text = JSON.stringify([organizationId, shareId, id, expiresAt.getTime()])
  return `${publicUrl}${paths[kind]}?ticket=${secrets.seal(text, purposeOf(kind)).toString('base64url')}`
}

/** 403 if the signature is invalid, 410 if it has expired. */
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
