import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { documentDamaged, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ObjectMissing } from '#core/storage/storage'
import type { Invoice } from './invoice.entity.ts'

/** An issued document as it was archived. */
export interface Archived {
  number: string
  pdfSha256: string
  /** Null on what was issued before the XML had a hash of its own. */
  xmlSha256: string | null
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Where an issued document lies. */
export const archiveKey = (organizationId: string, pdfSha256: string, form: 'pdf' | 'xml') =>
  `documents/${organizationId}/${pdfSha256}.${form}`

/**
 * Keeps the bytes of a document under the hash of its PDF, and a row of the invoice as it is sent, that
 * nobody changes. Until the commit the removal of what belongs to no row waits.
 */
export async function archive(context: Context, invoice: Invoice, pdf: Uint8Array, xml: Uint8Array) {
  const { organizationId } = context
  const pdfSha256 = sha256Of(pdf)
  await context.query(select`pg_advisory_xact_lock_shared(hashtextextended(${archiveLock(organizationId)}, 0))`)
  await context.effect(({ storage }) =>
    Promise.all([
      storage.put(archiveKey(organizationId, pdfSha256, 'pdf'), pdf, 'application/pdf'),
      storage.put(archiveKey(organizationId, pdfSha256, 'xml'), xml, 'application/xml'),
    ]),
  )
  invoice.pdfSha256 = pdfSha256
  await context.write(
    sql`insert into issued_documents (organization_id, invoice_id, issued_at, number, kind, client_id, issue_date, due_date,
          subtotal_cents, tax_cents, total_cents, content_hash, pdf_sha256, xml_sha256)
        select organization_id, id, sent_at, number, kind, client_id, issue_date, due_date,
          subtotal_cents, tax_cents, total_cents, content_hash, pdf_sha256, ${sha256Of(xml)}
        from invoices where organization_id = ${organizationId} and id = ${invoice.id}`,
  )
}

/** Held by all who archive, alone by who removes what belongs to no row. */
export const archiveLock = (organizationId: string) => `archive ${organizationId}`

export async function readArchived(context: Context, invoiceId: string): Promise<Archived> {
  const [archived] = await context.query<Archived>(
    select`number, pdf_sha256 as "pdfSha256", xml_sha256 as "xmlSha256" from issued_documents
        where organization_id = ${context.organizationId} and invoice_id = ${invoiceId}`,
  )
  if (!archived) throw notFound()
  return archived
}

/** The bytes as they were archived; 503 and a line in the log where they are not. */
export async function archivedDocument(
  { organizationId, services }: Pick<Context, 'organizationId' | 'services'>,
  archived: Archived,
  form: 'pdf' | 'xml',
): Promise<Uint8Array> {
  const key = archiveKey(organizationId, archived.pdfSha256, form)
  const bytes = await services.storage.read(key).catch(missing)
  const fault = faultOf(bytes, archived, form)
  if (bytes && !fault) return bytes
  services.log.error(
    { organization_id: organizationId, number: archived.number, key, fault },
    'archived document damaged',
  )
  throw documentDamaged()
}

/** What is wrong with an archived file; null where nothing is. */
export function faultOf(bytes: Uint8Array | null, { pdfSha256, xmlSha256 }: Archived, form: 'pdf' | 'xml') {
  const expected = form === 'pdf' ? pdfSha256 : xmlSha256
  if (!bytes) return 'missing'
  return expected && sha256Of(bytes) !== expected ? 'changed' : null
}

/** Null for an object that is not there. */
export function missing(error: unknown): null {
  if (error instanceof ObjectMissing) return null
  throw error
}
