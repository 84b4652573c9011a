import sql from 'sql-template-tag'
import { createLinkToken } from '#core/access/link-token'
import { select } from '#core/database/select'
import { linkExpired, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { SentLink } from './sent-link.type.ts'

export interface NewSigningLink {
  /** Kind in the manifest's `signable`. */
  kind: string
  id: string
  /** Mail addresses. */
  sentTo: readonly string[]
  expiresAt: Date
}

/** Creates a signing link and ends earlier ones. Returns its URL, which is only in the mail: only its hash is stored. */
export async function createSigningLink(
  context: Context,
  { kind, id, sentTo, expiresAt }: NewSigningLink,
): Promise<string> {
  const { organizationId, services, clock } = context
  await endSigningLinks(context, id)
  const { token, hash } = createLinkToken(organizationId)
  await context.write(
    sql`insert into signing_links (organization_id, hash, created_at, kind, subject_id, sent_to, sent_by, expires_at)
        values (${organizationId}, ${hash}, ${clock.now()}, ${kind}, ${id}, ${[...sentTo]}::text[],
          ${context.caller?.id ?? null}, ${expiresAt})`,
  )
  return `${services.publicUrl}/sign/${token}`
}

export async function endSigningLinks(context: Context, id: string): Promise<void> {
  const { organizationId, clock } = context
  await context.write(
    sql`update signing_links set ended_at = ${clock.now()}
        where organization_id = ${organizationId} and subject_id = ${id} and ended_at is null`,
  )
}

/** The latest link without its token; null if there was none. */
export async function readLatestSigningLink(context: Context, id: string): Promise<SentLink | null> {
  const [last] = await context.query<{ hash: Buffer }>(
    select`hash from signing_links where organization_id = ${context.organizationId} and subject_id = ${id}
        order by created_at desc, hash limit 1`,
  )
  if (!last) return null
  const { sentTo, createdAt: sentAt, openedAt, expiresAt, endedAt } = await readSigningLink(context, last.hash)
  return { sentTo, sentAt, openedAt, expiresAt, endedAt }
}

export interface SigningLink {
  hash: Buffer
  kind: string
  subjectId: string
  sentTo: readonly string[]
  /** The sending member; null if there was none. */
  sentBy: string | null
  createdAt: Date
  expiresAt: Date
  openedAt: Date | null
  endedAt: Date | null
}

/** Also sets the operation's organization. Throws 404 if there is none. */
export function findSigningLink(context: Context, token: string): Promise<SigningLink> {
  return readSigningLink(context, context.enterByLink(token))
}

async function readSigningLink(context: Context, hash: Buffer): Promise<SigningLink> {
  const [found] = await context.query<SigningLinkRow>(
    select`kind, subject_id as "subjectId", sent_to as "sentTo", sent_by as "sentBy", created_at as "createdAt", expires_at as "expiresAt",
          opened_at as "openedAt", ended_at as "endedAt"
        from signing_links where organization_id = ${context.organizationId} and hash = ${hash}`,
  )
  if (!found) throw notFound()
  const { createdAt, expiresAt, openedAt, endedAt } = found
  return {
    hash,
    kind: found.kind,
    subjectId: found.subjectId,
    sentTo: found.sentTo,
    sentBy: found.sentBy,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    openedAt: openedAt ? new Date(openedAt) : null,
    endedAt: endedAt ? new Date(endedAt) : null,
  }
}

interface SigningLinkRow {
  kind: string
  subjectId: string
  sentTo: string[]
  sentBy: string | null
  createdAt: string
  expiresAt: string
  openedAt: string | null
  endedAt: string | null
}

/** Throws 410 if the link has ended or expired. */
export function assertLinkCurrent(context: Context, { expiresAt, endedAt }: SigningLink) {
  if (endedAt || expiresAt <= context.clock.now()) throw linkExpired()
}
