import { createHash } from 'node:crypto'
import type { MailBody as LetterOfMail } from '#core/mail/mail-body'
import { type QueuedMail, queueMail } from '#core/mail/queue'
import type { Context } from '#core/operation/context'
import { type DocumentSeries, expectedNumber, nextNumber } from '#core/operation/numbering'
import type { Services } from '#core/operation/services'
import { createFairQueue } from '#core/runtime/fair-queue'
import type { Row } from '#core/schema/row'
import type { Organization } from '#features/people/organizations/organization.entity'
import {
  type ArchivedDocument,
  archiveKey,
  computeHashes,
  contentTypes,
  type DocumentFormat,
  type DocumentKind,
  ensureStored,
  insertArchivedDocument,
  type RenderedDocument,
  storeDocument,
} from './archive.ts'

/** A numbered and rendered document. */
export interface IssuedDocument extends ArchivedDocument, Pick<RenderedDocument, 'partHashes'> {
  /** When it was rendered; printed on it. */
  at: Date
}

/** A mail without attachments. */
export type DocumentMail = Omit<QueuedMail, 'kind' | 'subjectId' | 'attachments'>

/** Builds a mail from the organization. A `message` replaces greeting and paragraphs. */
export function buildDocumentMail(
  seller: Row<Organization>,
  { message, subject, ...words }: LetterOfMail & { message?: string | null; subject: string },
  { to, cc }: { to: string[]; cc?: string[] | null },
): DocumentMail {
  const name = seller.legalName ?? seller.name
  return {
    senderName: name,
    replyTo: seller.email,
    to,
    cc: cc ?? [],
    subject,
    body: {
      ...words,
      ...(message && { greeting: undefined, paragraphs: message.split(/\n{2,}/) }),
    },
  }
}

/** A document to issue. */
export interface IssueRequest<Content> {
  kind: DocumentKind
  /** Id of the invoice, quote, contract or reminder. */
  subjectId: string
  /** Number series with pattern and date, or a name for documents without a number. */
  number: [series: DocumentSeries, pattern: string, date: string] | string
  /**
   * Plain data from which `render` makes the document. It must be the same in each run of the operation (no fresh ids,
   * no time but `at`); if it differs, the document is rendered again.
   */
  buildContent: (known: Pick<IssuedDocument, 'number' | 'at'>) => Content
  /** Renders in a worker thread, without an open transaction. Reads large inputs, such as a logo, from storage. */
  render: (content: Content, outside: RenderContext) => Promise<RenderedDocument>
  /** Marks the subject as issued. Nothing in `buildContent` may change afterwards. */
  lock: (issued: IssuedDocument) => void | Promise<void>
  /** Null sends no mail. */
  buildMail?: (issued: IssuedDocument) => DocumentMail | null
  /** Attachments; only the PDF by default. */
  attachedFormats?: readonly DocumentFormat[]
}

/** What rendering may use. */
export type RenderContext = Pick<Context, 'organizationId'> & { services: Pick<Services, 'storage' | 'threads'> }

/** A rendered document with its expected number. */
interface PreparedDocument extends RenderedDocument {
  number: string
  at: Date
  /** Another process took the number. */
  isNumberTaken?: true
}

/** Numbers, renders, locks, archives and mails a document in one transaction. */
export async function issueDocument<Content extends object>(
  context: Context,
  document: IssueRequest<Content>,
): Promise<IssuedDocument> {
  const { kind, number } = document
  const earlier = issuedSeries.get(context) ?? []
  issuedSeries.set(context, [...earlier, typeof number === 'string' ? null : number[0]])
  const skipped = earlier.filter((series) => series !== null && series === number[0]).length
  const key = `${earlier.length} ${kind} ${computeFingerprint(document.buildContent({ number: '', at: new Date(0) }))}`
  const take = () => (typeof number === 'string' ? number : nextNumber(context, ...number))
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const prepared = await context.prepareOutside(`${key} ${attempt}`, (services) =>
      prepareDocument(context, services, document, skipped),
    )
    if (prepared.isNumberTaken) continue
    await ensureStored(context, prepared)
    if ((await take()) === prepared.number) return completeIssue(context, document, prepared)
    prepared.isNumberTaken = true
    context.rerun()
  }
  const known = { number: await take(), at: context.clock.now() }
  const rendered = await context.runSideEffect(({ storage }) =>
    document.render(document.buildContent(known), {
      organizationId: context.organizationId,
      services: { storage, threads: context.services.threads },
    }),
  )
  await ensureStored(context, rendered)
  return completeIssue(context, document, { ...known, ...rendered })
}

/** DocumentSeries of the documents that an operation has issued so far. */
const issuedSeries = new WeakMap<Context, (DocumentSeries | null)[]>()

/** Attempts with an expected number, before the counter is held while rendering. */
const maxAttempts = 3

/** Renders and stores a document with the expected next number, one at a time for each organization. */
async function prepareDocument<Content>(
  context: Context,
  services: Services,
  { number, buildContent, render }: IssueRequest<Content>,
  skipped: number,
): Promise<PreparedDocument> {
  const { organizationId } = context
  if (typeof number !== 'string')
    await context.computeOnce('issuing', async () => context.finally(await numberingQueue.acquire(organizationId)))
  const expected =
    typeof number === 'string'
      ? number
      : await services.database.tenant(organizationId, (transaction) => expectedNumber(transaction, skipped, ...number))
  const known = { number: expected, at: services.clock.now() }
  const rendered = await render(buildContent(known), { organizationId, services })
  await storeDocument(services.storage, organizationId, rendered)
  return { ...known, ...rendered }
}

/**
 * Queue per organization within this process: whoever has rendered the next number takes it before another begins. Those
 * who wait hold no connection.
 */
const numberingQueue = createFairQueue({
  maxConcurrent: Number.POSITIVE_INFINITY,
  maxPerKey: 1,
  maxWaitMs: 30_000,
  maxWaitingPerKey: 50,
})

async function completeIssue<Content>(
  context: Context,
  { kind, subjectId, lock, buildMail, attachedFormats = ['pdf'] }: IssueRequest<Content>,
  prepared: PreparedDocument,
): Promise<IssuedDocument> {
  const issued: IssuedDocument = {
    kind,
    number: prepared.number,
    at: prepared.at,
    ...computeHashes(prepared),
    ...(prepared.partHashes && { partHashes: prepared.partHashes }),
  }
  await lock(issued)
  await insertArchivedDocument(context, subjectId, issued.at, issued)
  const mail = buildMail?.(issued)
  if (mail) await mailArchivedDocument(context, subjectId, issued, mail, attachedFormats)
  return issued
}

export const mailArchivedDocument = (
  context: Context,
  subjectId: string,
  { kind, number, pdfSha256, xmlSha256 }: ArchivedDocument,
  mail: DocumentMail,
  attached: readonly DocumentFormat[] = ['pdf'],
): Promise<void> =>
  queueMail(context, {
    ...mail,
    kind,
    subjectId,
    attachments: attached.map((form) => ({
      filename: `${toFileName(number)}.${form}`,
      contentType: contentTypes[form],
      key: archiveKey(context.organizationId, pdfSha256, form),
      sha256: (form === 'pdf' ? pdfSha256 : xmlSha256) ?? '',
    })),
  })

export const toFileName = (number: string) => number.replace(/[^\w.-]+/g, '_')

const computeFingerprint = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex')
