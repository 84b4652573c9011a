import { createHash } from 'node:crypto'
import type { MailBody as LetterOfMail } from '#core/mail/mail-body'
import { type QueuedMail, queueMail } from '#core/mail/queue'
import type { Context } from '#core/operation/context'
import { expectedNumber, nextNumber, type Series } from '#core/operation/numbering'
import type { Services } from '#core/operation/services'
import { createFairQueue } from '#core/runtime/fair-queue'
import type { Row } from '#core/schema/row'
import type { Organization } from '#features/people/organizations/organization.entity'
import {
  type Archived,
  archiveKey,
  contentTypes,
  type DocumentKind,
  type Drawn,
  type Form,
  hashesOf,
  holdStored,
  store,
  writeArchived,
} from './archive.ts'

/** A document that has its number and its bytes. */
export interface Issued extends Archived, Pick<Drawn, 'parts'> {
  /** When it was drawn; the time that stands on it. */
  at: Date
}

/** A mail without what it carries. */
export type Letter = Omit<QueuedMail, 'kind' | 'subjectId' | 'attachments'>

/** What a business writes to its client; a `message` of theirs stands in place of what the letter says. */
export function letterFrom(
  seller: Row<Organization>,
  { message, subject, ...words }: LetterOfMail & { message?: string | null; subject: string },
  { to, cc }: { to: string[]; cc?: string[] | null },
): Letter {
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
export interface Issue<Content> {
  kind: DocumentKind
  /** The invoice, the quote, the reminder. */
  subjectId: string
  /** The series that numbers it, with the pattern and the date; the name of what has no number of its own. */
  number: [series: Series, pattern: string, date: string] | string
  /**
   * All that it shows, as plain data that `draw` alone makes it of: what is drawn is drawn anew where this has changed. It is the
   * same in each run of the operation: no id that was just made, no time but `at`.
   */
  content: (known: Pick<Issued, 'number' | 'at'>) => Content
  /**
   * Draws it, in a thread. No transaction is open meanwhile: it reads what is large (a logo, the pages to be signed) from
   * the storage.
   */
  draw: (content: Content, outside: Outside) => Promise<Drawn>
  /** Locks what it is about: from here on it is issued, and nothing of `content` changes. */
  lock: (issued: Issued) => void | Promise<void>
  /** The mail that takes it to its reader; none where it answers null. */
  letter?: (issued: Issued) => Letter | null
  /** What the mail carries; the PDF alone unless said. */
  attached?: readonly Form[]
}

/** What a document is drawn with. */
export type Outside = Pick<Context, 'organizationId'> & { services: Pick<Services, 'storage' | 'threads'> }

/** A drawing, and the number that was expected for it. */
interface Ahead extends Drawn {
  number: string
  at: Date
  /** Another process was quicker to take that number. */
  missed?: true
}

/**
 * Issues a document: numbers, draws, locks, archives and mails it, in one transaction; neither without the other.
 *
 * It is drawn and stored before that transaction, with the number that it is going to have: no connection and no lock is held
 * for as long as it takes (decision 0030). The number itself is taken last. Where it is another by then, which is drawn by
 * another process, all is undone and it is drawn anew; after `tries` of them with the counter held.
 */
export async function issue<Content extends object>(context: Context, document: Issue<Content>): Promise<Issued> {
  const { kind, number } = document
  const earlier = numbered.get(context) ?? []
  numbered.set(context, [...earlier, typeof number === 'string' ? null : number[0]])
  const skipped = earlier.filter((series) => series !== null && series === number[0]).length
  const key = `${earlier.length} ${kind} ${fingerprintOf(document.content({ number: '', at: new Date(0) }))}`
  const take = () => (typeof number === 'string' ? number : nextNumber(context, ...number))
  for (let attempt = 1; attempt <= tries; attempt++) {
    const ahead = await context.beforehand(`${key} ${attempt}`, (services) =>
      drawAhead(context, services, document, skipped),
    )
    if (ahead.missed) continue
    await holdStored(context, ahead)
    if ((await take()) === ahead.number) return finish(context, document, ahead)
    ahead.missed = true
    context.runAgain()
  }
  const known = { number: await take(), at: context.clock.now() }
  const drawn = await context.effect(({ storage }) =>
    document.draw(document.content(known), {
      organizationId: context.organizationId,
      services: { storage, threads: context.services.threads },
    }),
  )
  await holdStored(context, drawn)
  return finish(context, document, { ...known, ...drawn })
}

/** The series of what a run of an operation has issued. */
const numbered = new WeakMap<Context, (Series | null)[]>()

/** How often a document is drawn with a number that another takes. */
const tries = 3

/** Draws and stores a document in the turn of its organization, with the number that is the next one then. */
async function drawAhead<Content>(
  context: Context,
  services: Services,
  { number, content, draw }: Issue<Content>,
  skipped: number,
): Promise<Ahead> {
  const { organizationId } = context
  if (typeof number !== 'string')
    await context.keep('issuing', async () => context.finally(await turns.acquire(organizationId)))
  const expected =
    typeof number === 'string'
      ? number
      : await services.database.tenant(organizationId, (transaction) => expectedNumber(transaction, skipped, ...number))
  const known = { number: expected, at: services.clock.now() }
  const drawn = await draw(content(known), { organizationId, services })
  await store(services.storage, organizationId, drawn)
  return { ...known, ...drawn }
}

/**
 * Turns at the numbers of an organization, within this process: who has drawn a document with the next number takes it before
 * another begins to draw. No connection is held by those who wait.
 */
const turns = createFairQueue({
  places: Number.POSITIVE_INFINITY,
  mostPerKey: 1,
  longestWait: 30_000,
  longestLine: 50,
})

/** Locks, archives and mails what is numbered and drawn. */
async function finish<Content>(
  context: Context,
  { kind, subjectId, lock, letter, attached = ['pdf'] }: Issue<Content>,
  ahead: Ahead,
): Promise<Issued> {
  const issued: Issued = {
    kind,
    number: ahead.number,
    at: ahead.at,
    ...hashesOf(ahead),
    ...(ahead.parts && { parts: ahead.parts }),
  }
  await lock(issued)
  await writeArchived(context, subjectId, issued.at, issued)
  const mail = letter?.(issued)
  if (mail) await mailArchived(context, subjectId, issued, mail, attached)
  return issued
}

/** Mails an archived document: the same bytes, whatever has changed since. */
export const mailArchived = (
  context: Context,
  subjectId: string,
  { kind, number, pdfSha256, xmlSha256 }: Archived,
  letter: Letter,
  attached: readonly Form[] = ['pdf'],
): Promise<void> =>
  queueMail(context, {
    ...letter,
    kind,
    subjectId,
    attachments: attached.map((form) => ({
      filename: `${fileName(number)}.${form}`,
      contentType: contentTypes[form],
      key: archiveKey(context.organizationId, pdfSha256, form),
      sha256: (form === 'pdf' ? pdfSha256 : xmlSha256) ?? '',
    })),
  })

/** A number as the name of a file. */
export const fileName = (number: string) => number.replace(/[^\w.-]+/g, '_')

const fingerprintOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex')
