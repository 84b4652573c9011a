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

/** A document that has its number and its bytes. */
export interface IssuedDocument extends ArchivedDocument, Pick<RenderedDocument, 'partHashes'> {
  /** When it was drawn; the time that stands on it. */
  at: Date
}

/** A mail without what it carries. */
export type DocumentMail = Omit<QueuedMail, 'kind' | 'subjectId' | 'attachments'>

/** What a business writes to its client; a `message` of theirs stands in place of what the letter says. */
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

/** What is to be issued, and what it is for its feature. */
export interface IssueRequest<Content> {
  kind: DocumentKind
  /** The invoice, the quote, the reminder. */
  subjectId: string
  /** The series that numbers it, with the pattern and the date; the name of what has no number of its own. */
  number: [series: DocumentSeries, pattern: string, date: string] | string
  /**
   * All that it shows, as plain data that `draw` alone makes it of: what is drawn is drawn anew where this has changed. It is the
   * same in each run of the operation: no id that was just made, no time but `at`.
   */
  buildContent: (known: Pick<IssuedDocument, 'number' | 'at'>) => Content
  /**
   * Draws it, in a thread. No transaction is open meanwhile: it reads what is large (a logo, the pages to be signed) from
   * the storage.
   */
  render: (content: Content, outside: RenderContext) => Promise<RenderedDocument>
  /** Locks what it is about: from here on it is issued, and nothing of `content` changes. */
  lock: (issued: IssuedDocument) => void | Promise<void>
  /** The mail that takes it to its reader; none where it answers null. */
  buildMail?: (issued: IssuedDocument) => DocumentMail | null
  /** What the mail carries; the PDF alone unless said. */
  attachedFormats?: readonly DocumentFormat[]
}

/** What a document is drawn with. */
export type RenderContext = Pick<Context, 'organizationId'> & { services: Pick<Services, 'storage' | 'threads'> }

/** A drawing, and the number that was expected for it. */
interface PreparedDocument extends RenderedDocument {
  number: string
  at: Date
  /** Another process was quicker to take that number. */
  isNumberTaken?: true
}

/**
 * Issues a document: numbers, draws, locks, archives and mails it, in one transaction; neither without the other.
 *
 * It is drawn and stored before that transaction, with the number that it is going to have: no connection and no lock is held
 * for as long as it takes (decision 0030). The number itself is taken last. Where it is another by then, which is drawn by
 * another process, all is undone and it is drawn anew; after `tries` of them with the counter held.
 */
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
    const ahead = await context.prepareOutside(`${key} ${attempt}`, (services) =>
      prepareDocument(context, services, document, skipped),
    )
    if (ahead.isNumberTaken) continue
    await ensureStored(context, ahead)
    if ((await take()) === ahead.number) return completeIssue(context, document, ahead)
    ahead.isNumberTaken = true
    context.rerun()
  }
  const known = { number: await take(), at: context.clock.now() }
  const drawn = await context.effect(({ storage }) =>
    document.render(document.buildContent(known), {
      organizationId: context.organizationId,
      services: { storage, threads: context.services.threads },
    }),
  )
  await ensureStored(context, drawn)
  return completeIssue(context, document, { ...known, ...drawn })
}

/** The series of what a run of an operation has issued. */
const issuedSeries = new WeakMap<Context, (DocumentSeries | null)[]>()

/** How often a document is drawn with a number that another takes. */
const maxAttempts = 3

/** Draws and stores a document in the turn of its organization, with the number that is the next one then. */
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
  const drawn = await render(buildContent(known), { organizationId, services })
  await storeDocument(services.storage, organizationId, drawn)
  return { ...known, ...drawn }
}

/**
 * Turns at the numbers of an organization, within this process: who has drawn a document with the next number takes it before
 * another begins to draw. No connection is held by those who wait.
 */
const numberingQueue = createFairQueue({
  maxConcurrent: Number.POSITIVE_INFINITY,
  maxPerKey: 1,
  maxWaitMs: 30_000,
  maxWaitingPerKey: 50,
})

/** Locks, archives and mails what is numbered and drawn. */
async function completeIssue<Content>(
  context: Context,
  { kind, subjectId, lock, buildMail, attachedFormats = ['pdf'] }: IssueRequest<Content>,
  ahead: PreparedDocument,
): Promise<IssuedDocument> {
  const issued: IssuedDocument = {
    kind,
    number: ahead.number,
    at: ahead.at,
    ...computeHashes(ahead),
    ...(ahead.partHashes && { partHashes: ahead.partHashes }),
  }
  await lock(issued)
  await insertArchivedDocument(context, subjectId, issued.at, issued)
  const mail = buildMail?.(issued)
  if (mail) await mailArchivedDocument(context, subjectId, issued, mail, attachedFormats)
  return issued
}

/** Mails an archived document: the same bytes, whatever has changed since. */
export const mailArchivedDocument = (
  context: Context,
  subjectId: string,
  { kind, number, pdfSha256, xmlSha256 }: ArchivedDocument,
  letter: DocumentMail,
  attached: readonly DocumentFormat[] = ['pdf'],
): Promise<void> =>
  queueMail(context, {
    ...letter,
    kind,
    subjectId,
    attachments: attached.map((form) => ({
      filename: `${toFileName(number)}.${form}`,
      contentType: contentTypes[form],
      key: archiveKey(context.organizationId, pdfSha256, form),
      sha256: (form === 'pdf' ? pdfSha256 : xmlSha256) ?? '',
    })),
  })

/** A number as the name of a file. */
export const toFileName = (number: string) => number.replace(/[^\w.-]+/g, '_')

const computeFingerprint = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex')
