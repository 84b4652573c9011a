import type { Context } from '#core/operation/context'
import type { Letter } from './letter.ts'
import { type QueuedMail, queueMail } from './queue.ts'

/** A mail that Kontor itself writes to one person. */
type MailFromKontor = Pick<QueuedMail, 'kind' | 'subjectId' | 'subject'> &
  Partial<
    Pick<QueuedMail, 'senderName' | 'replyTo' | 'calendar' | 'isAwaited' | 'isSystem' | 'waitsForLimit' | 'collect'>
  > &
  Letter & { to: string }

/** Queues a mail to one person in the frame of Kontor, beside what the operation changes. */
export async function mailFromKontor(
  context: Context,
  {
    kind,
    subjectId,
    subject,
    senderName = null,
    replyTo = null,
    calendar = null,
    isAwaited = false,
    isSystem,
    waitsForLimit = false,
    collect,
    to,
    ...content
  }: MailFromKontor,
): Promise<void> {
  await queueMail(context, {
    kind,
    subjectId,
    subject,
    senderName,
    replyTo,
    calendar,
    isAwaited,
    waitsForLimit,
    ...(isSystem !== undefined && { isSystem }),
    ...(collect && { collect }),
    to: [to],
    cc: [],
    attachments: [],
    letter: content,
  })
}
