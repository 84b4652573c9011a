import { select } from '#core/database/select'
import { queueNotificationMail } from '#core/mail/notification-mail'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { Member } from '#features/people/members/member.entity'
import { projects } from '#features/work/projects/project.policy'
import type { Task } from '#features/work/tasks/task.entity'
import type { CommentText } from './comment-text.ts'

/**
 * Mails everyone mentioned by `@name` or `@slug` who may read the comment, except the author and those already mentioned in
 * `earlier`.
 */
export async function mailMentionedMembers(
  context: Context,
  task: Row<Task>,
  { plain, spoken: spokenText }: CommentText,
  earlier = '',
) {
  if (!spokenText.includes('@')) return
  const members = await context.query<Member>(
    select`${selectAllColumns(context, Member, 'm')} from members m where m.organization_id = ${context.organizationId}`,
  )
  for (const member of members) {
    const isNew = isMentioned(spokenText, member) && !isMentioned(earlier, member)
    if (isNew && member.id !== context.caller?.id && projects.read.has(member.role))
      await mail(context, member, task, plain)
  }
}

/** Matches whole names: `@Anna` does not mention Annabelle. */
export const isMentioned = (text: string, { name, slug }: { name: string; slug: string }): boolean =>
  [name, slug].some((called) => {
    const escaped = called.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}\\p{N}._-])@${escaped}(?![\\p{L}\\p{N}_-])`, 'iu').test(text)
  })

async function mail(context: Context, member: Row<Member>, task: Row<Task>, spokenText: string) {
  const language = (member.language ?? context.organizationLanguage) as Language
  const words = texts[language]
  await queueNotificationMail(context, {
    kind: 'mention',
    subjectId: task.id,
    senderName: context.actor.name,
    to: member.email,
    language,
    subject: words.subject(task.title),
    paragraphs: [words.says(context.actor.name, task.title), spokenText.slice(0, 2000)],
    action: { label: words.action, url: `${context.services.publicUrl}/app/tasks/${task.id}` },
  })
}

const texts = {
  de: {
    subject: (task: string) => `Sie wurden erwähnt: ${task}`,
    says: (name: string, task: string) => `${name} hat Sie in einem Kommentar zu „${task}“ erwähnt:`,
    action: 'Aufgabe öffnen',
  },
  en: {
    subject: (task: string) => `You were mentioned: ${task}`,
    says: (name: string, task: string) => `${name} mentioned you in a comment on “${task}”:`,
    action: 'Open the task',
  },
} as const
