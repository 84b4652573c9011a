import type { SendMailOptions } from 'nodemailer'
import { toAsciiDomain } from '#core/text/mail-address'
import { calendarFilenames, formatMessageId, type Mail, normalizeMail } from './mail.ts'

/** Converts a mail for nodemailer. Throws MailRefused. */
export function toNodemailerMessage(mail: Mail): SendMailOptions {
  const { from, replyTo, to, cc, subject, text, html, attachments, calendar } = normalizeMail(mail)
  const mailbox = (address: string) => ({ name: '', address })
  return {
    messageId: formatMessageId(mail),
    from,
    ...(replyTo !== null && { replyTo: mailbox(replyTo) }),
    to: to.map(mailbox),
    cc: cc.map(mailbox),
    ...(mail.envelope && { envelope: { from: from.address, to: mail.envelope.map(toAsciiDomain) } }),
    subject,
    text,
    html,
    // RFC 3834: suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map(({ filename, contentType, content, contentId }) => ({
      filename,
      contentType,
      ...(contentId && { cid: contentId, contentDisposition: 'inline' as const }),
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    // As an alternative part, which mail clients show as an invitation, and as an attachment for others.
    ...(calendar && { icalEvent: { ...calendar, filename: calendarFilenames[calendar.method] } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
