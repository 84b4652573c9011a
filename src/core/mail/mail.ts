import { isPlainAddress, toAsciiDomain } from '#core/text/mail-address'
import type { FailureCause } from './recipient-outcome.ts'

/** A mail, independent of its transport. Addresses are bare (`anna@example.com`), names and subject plain text. */
export interface Mail {
  /** The Message-ID is derived from it, so that retries can be recognized. */
  messageId: string
  from: { name: string; address: string }
  replyTo: string | null
  to: readonly string[]
  cc: readonly string[]
  /** The recipients of this attempt; all by default. */
  envelope?: readonly string[]
  subject: string
  text: string
  html: string
  /** An attachment with `contentId` is shown in the HTML as `cid:…`. */
  attachments: readonly { filename: string; contentType: string; content: Uint8Array; contentId?: string }[]
  /** A calendar invitation or cancellation. */
  calendar?: CalendarPart | null
  /** Returned by mail services with a bounce; values have at most 80 characters. */
  metadata?: Readonly<Record<string, string>>
}

/** iCalendar text and its METHOD (RFC 5546). */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  content: string
}

/** File names of the attached calendar part. */
export const calendarFilenames = { REQUEST: 'invite.ics', CANCEL: 'cancel.ics', PUBLISH: 'event.ics' } as const

/** The mail will never be accepted. The message is the server's reply, on one line. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly failure: FailureCause

  constructor(reply: string, failure: FailureCause = 'refused') {
    super(oneLine(reply).slice(0, 500))
    this.failure = failure
  }
}

/** A recipient that the mail server did not accept. */
export interface RefusedRecipient {
  /** As written in the mail. */
  address: string
  /** True if retrying is pointless. */
  isFinal: boolean
  reply: string
}

/** Removes line breaks so that no text becomes a header. Throws MailRefused for an invalid address. */
export function normalizeMail(mail: Mail): Mail {
  const { from, replyTo, to, cc } = mail
  if (!/^[\w.-]{1,100}$/.test(mail.messageId)) throw new TypeError('A mail needs a plain id.')
  if (to.length === 0) throw new MailRefused('', 'no_recipient')
  for (const address of [from.address, ...to, ...cc, ...(replyTo === null ? [] : [replyTo])])
    if (!isPlainAddress(address) || address.length > 254)
      throw new MailRefused(address.slice(0, 300), 'invalid_address')
  return {
    ...mail,
    to: to.map(toAsciiDomain),
    cc: cc.map(toAsciiDomain),
    replyTo: replyTo && toAsciiDomain(replyTo),
    from: { ...from, name: oneLine(from.name) },
    subject: oneLine(mail.subject),
    attachments: mail.attachments.map((attachment) => ({
      ...attachment,
      filename: oneLine(attachment.filename).replaceAll(/[/\\]/g, '_'),
      contentType: oneLine(attachment.contentType),
    })),
  }
}

/** The same for every attempt (RFC 5322 §3.6.4). */
export const formatMessageId = ({ messageId, from }: Mail) => `<${messageId}@${from.address.split('@')[1]}>`

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
