import { Errors, Message, ServerClient } from 'postmark'
import { toAsciiDomain } from '#core/text/mail-address'
import {
  calendarFilenames,
  formatMessageId,
  type Mail,
  MailRefused,
  normalizeMail,
  type RefusedRecipient,
} from './mail.ts'
import type { MailTransport } from './transport.ts'

/** Sends by Postmark's API; `apiUrl` is `https://api.postmarkapp.com` except in tests. */
export function postmarkTransport(token: string, apiUrl: string, silenceMs: number): MailTransport {
  const { protocol, host, pathname } = new URL(apiUrl)
  const client = new ServerClient(token, {
    useHttps: protocol === 'https:',
    requestHost: host + pathname.replace(/\/$/, ''),
    timeout: silenceMs / 1000,
  })
  return {
    async send(mail) {
      const { from, replyTo, to, cc, subject, text, html, attachments, calendar } = normalizeMail(mail)
      const sender = `"${from.name.replaceAll(/["\\]/g, '\\$&')}" <${from.address}>`
      const message = new Message(sender, subject, html, text, to.join(', '))
      if (cc.length > 0) message.Cc = cc.join(', ')
      if (replyTo !== null) message.ReplyTo = replyTo
      message.MessageStream = 'outbound'
      message.Headers = [
        { Name: 'Message-ID', Value: formatMessageId(mail) },
        // Otherwise Postmark replaces the Message-ID.
        { Name: 'X-PM-KeepID', Value: 'true' },
        { Name: 'Auto-Submitted', Value: 'auto-generated' },
      ]
      message.Metadata = { mail_id: mail.messageId, ...mail.metadata }
      message.Attachments = attachments.map(({ filename, contentType, content, contentId }) => ({
        Name: filename,
        ContentType: contentType,
        Content: Buffer.from(content).toString('base64'),
        ContentID: contentId ? `cid:${contentId}` : null,
      }))
      // The API has no alternative parts. Mail clients recognize an attachment with a method in its type as an invitation.
      if (calendar)
        message.Attachments.push({
          Name: calendarFilenames[calendar.method],
          ContentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
          Content: Buffer.from(calendar.content).toString('base64'),
          ContentID: null,
        })
      const { Message: reply } = await client.sendEmail(message).catch((error) => {
        throw isFinal(error) ? new MailRefused(`Postmark: ${error.message}`) : error
      })
      return refusedRecipients(mail, reply)
    },
    async check() {
      await client.getServer()
    },
    close() {},
  }
}

/**
 * Postmark sends to the others and says: "Message OK, but will not deliver to these inactive addresses: a@b.example,
 * c@d.example".
 */
function refusedRecipients({ to, cc }: Mail, reply: string): RefusedRecipient[] {
  const inactive = new Set(
    /inactive addresses: (.*)$/i
      .exec(reply)?.[1]
      ?.toLowerCase()
      .match(/[^\s,]+@[^\s,]*[^\s,.]/g),
  )
  return [...to, ...cc]
    .filter((address) => inactive.has(toAsciiDomain(address).toLowerCase()))
    .map((address) => ({ address, isFinal: true, reply: `Postmark: ${reply}` }))
}

/** 422 and 413 concern the mail; a wrong token, an exhausted account or a server error may be temporary. */
const isFinal = (error: unknown) =>
  error instanceof Errors.HttpError && (error.statusCode === 422 || error.statusCode === 413)
