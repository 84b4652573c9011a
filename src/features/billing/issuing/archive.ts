import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { documentDamaged, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Storage } from '#core/storage/objects'
import { ObjectMissing } from '#core/storage/storage'

/** A subject may have several kinds of documents, such as a quote and the signed quote. */
export type DocumentKind =
  | 'invoice'
  | 'credit_note'
  | 'advance'
  | 'final'
  | 'quote'
  | 'signed_quote'
  | 'contract'
  | 'signed_contract'
  | 'reminder'

export type DocumentFormat = 'pdf' | 'xml'

export interface RenderedDocument {
  pdf: Uint8Array
  /** Null if it has none. */
  xml: Uint8Array | null
  /** SHA-256 of embedded files that are not in its content, by name: the logo. */
  partHashes?: Readonly<Record<string, string>>
}

export interface ArchivedDocument {
  kind: DocumentKind
  /** Number, or name of a document without one. */
  number: string
  pdfSha256: string
  /** Null without XML, and on old invoices whose XML was not hashed. */
  xmlSha256: string | null
}

export const computeSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const archiveKey = (organizationId: string, pdfSha256: string, form: DocumentFormat) =>
  `documents/${organizationId}/${pdfSha256}.${form}`

export const contentTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const

export const computeHashes = ({ pdf, xml }: RenderedDocument): Pick<ArchivedDocument, 'pdfSha256' | 'xmlSha256'> => ({
  pdfSha256: computeSha256(pdf),
  xmlSha256: xml && computeSha256(xml),
})

const toFiles = (organizationId: string, drawn: RenderedDocument) => {
  const { pdfSha256 } = computeHashes(drawn)
  return (['pdf', 'xml'] as const).flatMap((form) => {
    const bytes = drawn[form]
    return bytes ? [{ key: archiveKey(organizationId, pdfSha256, form), bytes, contentType: contentTypes[form] }] : []
  })
}

/** Stores the files under the hash of the PDF. Files without a row may be removed again. */
export const storeDocument = (storage: Storage, organizationId: string, drawn: RenderedDocument) =>
  Promise.all(toFiles(organizationId, drawn).map(({ key, bytes, contentType }) => storage.put(key, bytes, contentType)))

/** Ensures that the files exist and are not removed until the transaction, which inserts their row, has ended. */
export async function ensureStored(context: Context, drawn: RenderedDocument): Promise<void> {
  const { organizationId } = context
  await context.query(select`pg_advisory_xact_lock_shared(hashtextextended(${archiveLockName(organizationId)}, 0))`)
  await context.runSideEffect(({ storage }) =>
    Promise.all(
      toFiles(organizationId, drawn).map(async ({ key, bytes, contentType }) => {
        if (!(await storage.exists(key))) await storage.put(key, bytes, contentType)
      }),
    ),
  )
}

/** Rows never change. Identical bytes, rendered within the same second, share one. */
export const insertArchivedDocument = (
  context: Context,
  subjectId: string,
  at: Date,
  archived: ArchivedDocument,
): Promise<void> =>
  context.write(
    sql`insert into archived_documents (organization_id, subject_id, kind, archived_at, number, pdf_sha256, xml_sha256)
        values (${context.organizationId}, ${subjectId}, ${archived.kind}, ${at}, ${archived.number},
          ${archived.pdfSha256}, ${archived.xmlSha256})
        on conflict (organization_id, subject_id, kind, pdf_sha256) do nothing`,
  )

/** Advisory lock, shared by archiving and exclusive for removing orphans. */
export const archiveLockName = (organizationId: string) => `archive ${organizationId}`

/** The last document of a subject, optionally of the given kinds. Throws 404. */
export async function readArchivedDocument(
  context: Pick<Context, 'organizationId' | 'query'>,
  subjectId: string,
  ...kinds: DocumentKind[]
): Promise<ArchivedDocument> {
  const [archived] = await context.query<ArchivedDocument>(
    select`kind, number, pdf_sha256 as "pdfSha256", xml_sha256 as "xmlSha256" from archived_documents
        where organization_id = ${context.organizationId} and subject_id = ${subjectId}
          and (${kinds.length === 0} or kind = any(${kinds}::text[]))
        order by archived_at desc limit 1`,
  )
  if (!archived) throw notFound()
  return archived
}

/** Throws 503 and logs an error if the bytes are missing or changed. */
export async function readArchivedBytes(
  { organizationId, services }: Pick<Context, 'organizationId' | 'services'>,
  archived: ArchivedDocument,
  form: DocumentFormat,
): Promise<Uint8Array> {
  const key = archiveKey(organizationId, archived.pdfSha256, form)
  const bytes = await services.storage.read(key).catch(nullIfMissing)
  const fault = findFault(bytes, archived, form)
  if (bytes && !fault) return bytes
  services.log.error(
    { organization_id: organizationId, kind: archived.kind, number: archived.number, key, fault },
    'archived document damaged',
  )
  throw documentDamaged()
}

const kindsWithXml: readonly DocumentKind[] = ['invoice', 'credit_note', 'advance', 'final']

export const archivedFormats = ({ kind, xmlSha256 }: ArchivedDocument): DocumentFormat[] =>
  xmlSha256 || kindsWithXml.includes(kind) ? ['pdf', 'xml'] : ['pdf']

/** Null if the file is intact. */
export function findFault(bytes: Uint8Array | null, { pdfSha256, xmlSha256 }: ArchivedDocument, form: DocumentFormat) {
  const expected = form === 'pdf' ? pdfSha256 : xmlSha256
  if (!bytes) return 'missing'
  return expected && computeSha256(bytes) !== expected ? 'changed' : null
}

export function nullIfMissing(error: unknown): null {
  if (error instanceof ObjectMissing) return null
  throw error
}
