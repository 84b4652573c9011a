import { decryptMailContent } from '#core/mail/queue'
import type { App } from '../../src/app.ts'

/** A mail as its recipients get it. */
export interface ReadMail {
  id: string
  kind: string
  sender: string
  replyTo: string | null
  recipients: string[]
  /** The first of them. */
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; key: string; contentId?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  calendar: any
}

/** Mails that a condition names, in the order of time, with the secret links of those that wait. */
export async function readMails({ system, services }: App, where: string, values: unknown[] = []): Promise<ReadMail[]> {
  const { rows } = await system.query(
    `select id, kind, sender, reply_to as "replyTo", recipients, recipients[1] as to, subject, body_text as text, body_html as html,
       sealed, attachments, calendar
     from mails where ${where} order by created_at, kind, recipients`,
    values,
  )
  return rows.map(({ sealed, ...mail }) => ({ ...mail, ...decryptMailContent(services, { ...mail, sealed }) }))
}

/** The mails about a thing. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows how many there are
export const mailsAbout = (app: App, subjectId: string): Promise<any[]> =>
  readMails(app, 'subject_id = $1', [subjectId])
