import type { Context } from '#core/operation/context'
import type { MailBody } from './mail-body.ts'
import { type QueuedMail, queueMail } from './queue.ts'

/** A mail to one person. */
type NotificationMail = Pick<QueuedMail, 'kind' | 'subjectId' | 'subject'> &
  Partial<
    Pick<QueuedMail, 'senderName' | 'replyTo' | 'calendar' | 'isAwaited' | 'isSystem' | 'waitsForLimit' | 'collect'>
  > &
  MailBody & { to: string }

/** Queues a mail to one person in the operation's transaction. */
export async function queueNotificationMail(
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
  }: NotificationMail,
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
    body: content,
  })
}
