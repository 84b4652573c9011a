import { createHash, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Statement } from '#core/database/connection'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { Storage } from '#core/storage/object'
import type { CalendarPart } from './mail.ts'
import { MailRefused, type MailTransport } from './transport.ts'

/** A mail to be sent after the commit. Attachments are named by their place in the storage. */
export interface QueuedMail {
  kind: string
  /** What the mail is about: the invoice, the member. */
  subjectId: string | null
  senderName: string
  replyTo: string | null
  to: string[]
  cc: string[]
  subject: string
  text: string
  html: string
  /** With the hash that their bytes must have when they leave. */
  attachments: { filename: string; contentType: string; key: string; sha256: string }[]
  calendar?: CalendarPart | null
}

interface MailRow extends Omit<QueuedMail, 'senderName'> {
  id: string
  sender: string
}

interface MailJob {
  organizationId: string
  mailId: string
}

const queue = 'mail'

/** Writes a mail, and the job that sends it, in the operation's transaction: neither without the other. */
export async function queueMail(context: Context, mail: QueuedMail): Promise<void> {
  const { organizationId, services } = context
  if (services.isSilent) return
  const id = randomUUID()
  await context.write(
    sql`insert into mails (organization_id, id, created_at, updated_at, kind, subject_id, sender, reply_to, recipients, copies,
          subject, body_text, body_html, attachments, calendar)
        values (${organizationId}, ${id}, now(), now(), ${mail.kind}, ${mail.subjectId}, ${mail.senderName}, ${mail.replyTo},
          ${mail.to}::text[], ${mail.cc}::text[], ${mail.subject}, ${mail.text}, ${mail.html}, ${JSON.stringify(mail.attachments)}::jsonb,
          ${mail.calendar ? JSON.stringify(mail.calendar) : null}::jsonb)`,
  )
  await context.enqueue<MailJob>(queue, { organizationId, mailId: id })
}

/** The job that sends a queued mail. A mail that the other side refuses for good is marked, and not tried again. */
export function mailJob(services: () => Services, transport: MailTransport, from: string): JobKind<MailJob> {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    name: queue,
    async run({ organizationId, mailId }) {
      const { storage } = services()
      const inTenant = <Row>(statement: Statement) =>
        services().database.tenant(organizationId, (transaction) => transaction.writeReturning<Row>(statement))
      const ofMail = sql`organization_id = ${organizationId} and id = ${mailId} and status = 'queued'`
      const mark = (status: 'sent' | 'failed', error: string | null) =>
        inTenant(
          sql`update mails set status = ${status}, error = ${error}, sent_at = ${status === 'sent' ? sql`now()` : null}, updated_at = now()
              where ${ofMail}`,
        )
      // Counted before the mail leaves: one whose outcome cannot be written is not sent without end.
      const [mail] = await inTenant<MailRow & { unknownOutcomes: number }>(
        sql`update mails set unknown_outcomes = unknown_outcomes + 1 where ${ofMail}
            returning id, sender, reply_to as "replyTo", recipients as "to", copies as "cc", subject, body_text as "text",
              body_html as "html", attachments, calendar, unknown_outcomes as "unknownOutcomes"`,
      )
      if (!mail) return
      if (mail.unknownOutcomes > mostUnknown) {
        await mark('failed', `It was sent ${mostUnknown} times, perhaps: what became of it could not be written.`)
        return
      }
      try {
        const attachments = await Promise.all(mail.attachments.map((attachment) => read(storage, attachment)))
        await transport.send({ ...mail, messageId: mail.id, from: { name: mail.sender, address }, attachments })
      } catch (error) {
        if (error instanceof MailRefused) {
          await mark('failed', error.message.slice(0, 500))
          return
        }
        await inTenant(sql`update mails set unknown_outcomes = unknown_outcomes - 1 where ${ofMail}`)
        throw error
      }
      await mark('sent', null)
    },
  }
}

/** Mails that may have left without our knowing. */
const mostUnknown = 3

/** The bytes of an attachment; what is not as it was queued never leaves. */
async function read(storage: Storage, { filename, contentType, key, sha256 }: QueuedMail['attachments'][number]) {
  const content = await storage.read(key)
  if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`${key} has changed.`)
  return { filename, contentType, content }
}
