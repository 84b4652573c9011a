import sql from 'sql-template-tag'
import type { TenantEntity } from '#core/database/entity'
import { select } from '#core/database/select'
import { invalidState, linkExpired, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { Signable, SignerView } from '#core/operation/signable'
import type { Language } from '#core/text/language'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { type DocumentToSign, type SigningSeller, SigningState } from './document-to-sign.type.ts'
import { findSigningLink, type SigningLink } from './signing-link.ts'

/** The document behind a signing link. */
export interface LinkedDocument {
  link: SigningLink
  signable: Signable
  entity: TenantEntity
  shown: SignerView
}

/** Kind, number and title: `Vertrag VT-2026-0001: Wartung`. */
export const formatDocumentTitle = (
  language: Language,
  { noun }: Pick<Signable, 'noun'>,
  { number, title = null }: { number: string | null; title?: string | null },
) => `${noun[language]} ${number}${title === null ? '' : `: ${title}`}`

/** Throws 404 if there is nothing, 410 if the link has ended. */
export async function resolveSigningLink(context: Context, token: string): Promise<LinkedDocument> {
  const link = await findSigningLink(context, token)
  const signable = context.services.signable.find(({ kind }) => kind === link.kind)
  const entity = signable && (await context.em.findOne(signable.entity, { id: link.subjectId } as never))
  if (!entity) throw notFound()
  const shown = await signable.show(context, entity)
  if (link.endedAt || shown.state === 'closed' || (shown.state === 'open' && isPast(context, link))) throw linkExpired()
  return { link, signable, entity, shown }
}

/** Locks the document for a change. Throws 409 if it was signed or declined meanwhile, 410 if it is no longer offered. */
export async function lockLinkedDocument(context: Context, token: string): Promise<LinkedDocument> {
  const { link, signable } = await resolveSigningLink(context, token)
  // Data read before the lock may be outdated.
  context.clearReadCache()
  await context.load(signable.entity, link.subjectId)
  const now = await resolveSigningLink(context, token)
  assertOpenForSigning(now.shown)
  return now
}

/** Throws 409 if it was signed or declined already. */
export function assertOpenForSigning({ state, signerName }: SignerView) {
  if (state === 'signed')
    throw invalidState(
      signerName
        ? {
            de: `Das Dokument ist schon unterschrieben, von ${signerName}.`,
            en: `The document is signed already, by ${signerName}.`,
          }
        : { de: 'Das Dokument ist schon unterschrieben.', en: 'The document is signed already.' },
    )
  if (state === 'rejected')
    throw invalidState({ de: 'Das Dokument wurde schon abgelehnt.', en: 'The document was declined already.' })
}

const isPast = ({ clock }: Context, { expiresAt }: SigningLink) => expiresAt <= clock.now()

/** Records the first opening after the response. */
export async function toDocumentToSign(
  context: Context,
  { link, signable, shown }: LinkedDocument,
): Promise<DocumentToSign> {
  if (!link.openedAt && shown.state === 'open' && !context.isHeadRequest)
    context.afterCommit((services) => markOpened(services, context, link))
  const { state, status, number, language, totalCents, taxCents, taxBreakdown, lineItems, content, validUntil, term } =
    shown
  const title = shown.title ?? signable.noun[language]
  return {
    ...{ kind: signable.kind, number, title, status, state: SigningState[state as SigningState], language },
    ...{ totalCents, taxCents, taxBreakdown: taxBreakdown as DocumentToSign['taxBreakdown'] },
    ...{ lineItems: lineItems as DocumentToSign['lineItems'], content, validUntil },
    ...{ startsOn: term?.startsOn ?? null, endsOn: term?.endsOn ?? null },
    noticePeriodDays: term?.noticePeriodDays ?? null,
    seller: await readSeller(context),
    signedAt: shown.signedAt,
    signerName: shown.signerName,
  }
}

async function readSeller(context: Context): Promise<SigningSeller> {
  const { name, legalName, street, postalCode, city, country, email, phone } = await readOrganization(context)
  return { name: legalName ?? name, street, postalCode, city, country, email, phone }
}

function markOpened({ database, clock, log }: Services, { organizationId }: Context, { hash }: SigningLink) {
  const at = clock.now()
  database
    .tenant(organizationId, (transaction) =>
      transaction.write(
        sql`update signing_links set opened_at = ${at}
            where organization_id = ${organizationId} and hash = ${hash} and opened_at is null`,
      ),
    )
    .catch((error: unknown) => log.warn({ organization_id: organizationId, err: error }, 'opening not noted'))
}

export interface StoredSignature {
  signerName: string
  signedAt: string
  typed: string | null
  image: Buffer | null
  address: string
  userAgent: string
  language: 'de' | 'en'
  sentTo: string[]
  sentAt: string
  openedAt: string
  number: string
  documentSha256: string
}

export async function readStoredSignature(context: Context, subjectId: string): Promise<StoredSignature | undefined> {
  const [kept] = await context.query<StoredSignature>(
    select`signer_name as "signerName", signed_at as "signedAt", typed, image, address, user_agent as "userAgent", language,
          sent_to as "sentTo", sent_at as "sentAt", opened_at as "openedAt", number, document_sha256 as "documentSha256"
        from signatures where organization_id = ${context.organizationId} and subject_id = ${subjectId}`,
  )
  return kept as StoredSignature | undefined
}
