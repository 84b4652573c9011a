import { isPlainAddress, toAsciiDomain } from '#core/text/mail-address'
import type { FailureCause } from './recipient-outcome.ts'

/** One mail, whatever carries it. Addresses are bare (`anna@example.com`), names and subject plain text. */
export interface Mail {
  /** The caller's own id of the mail: its Message-ID is made of it, so that a second try is recognisable. */
  messageId: string
  from: { name: string; address: string }
  replyTo: string | null
  to: readonly string[]
  cc: readonly string[]
  /** Those of them to whom it is sent this time; all unless said. */
  envelope?: readonly string[]
  subject: string
  text: string
  html: string
  /** What has a `contentId` is a part of the HTML, which shows it as `cid:…`. */
  attachments: readonly { filename: string; contentType: string; content: Uint8Array; contentId?: string }[]
  /** What mail programs put into a calendar. */
  calendar?: CalendarPart | null
  /** What a mail service hands back with the bounce of the mail; each value of 80 characters at most. */
  metadata?: Readonly<Record<string, string>>
}

/** iCalendar text, and what its receiver does with it (RFC 5546): the METHOD in it. */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  content: string
}

/** What the part is called where it is attached. */
export const calendarFilenames = { REQUEST: 'invite.ics', CANCEL: 'cancel.ics', PUBLISH: 'event.ics' } as const

/** This mail will never be accepted as it is: there is no use in trying again. The message is one line: what the server said. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly failure: FailureCause

  constructor(reply: string, failure: FailureCause = 'refused') {
    super(oneLine(reply).slice(0, 500))
    this.failure = failure
  }
}

/** A recipient whom a mail server did not accept, while it took the mail for others or was not sent it. */
export interface RefusedRecipient {
  /** As the mail has it. */
  address: string
  /** Whether trying again is in vain. */
  isFinal: boolean
  reply: string
}

/** A mail whose texts cannot begin a header of their own. Throws MailRefused where an address is none. */
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

/** The Message-ID of a mail, the same on every try (RFC 5322 §3.6.4). */
export const formatMessageId = ({ messageId, from }: Mail) => `<${messageId}@${from.address.split('@')[1]}>`

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
