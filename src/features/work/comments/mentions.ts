import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { letter } from '#core/mail/letter'
import { queueMail } from '#core/mail/queue'
import type { Language } from '#core/text/language'
import { Member } from '#features/people/members/member.entity'
import { projects } from '#features/work/projects/project.policy'
import type { Task } from '#features/work/tasks/task.entity'
import type { CommentText } from './comment-text.ts'

/** Mails everyone whom the text names with `@name` or `@slug` and who may read it: not the author, and nobody whom `before` named. */
export async function mailMentioned(context: Context, task: Task, { plain, spoken: said }: CommentText, earlier = '') {
  if (!said.includes('@')) return
  const members = await context.query<Member>(
    sql`select ${columnsOf(context, Member, 'm')} from members m where m.organization_id = ${context.organizationId}`,
  )
  for (const member of members) {
    const isNew = mentions(said, member) && !mentions(earlier, member)
    if (isNew && member.id !== context.caller?.id && projects.read.has(member.role))
      await mail(context, member, task, plain)
  }
}

/** True where a name or slug stands after an `@`, whole: `@Anna` does not name Annabelle. */
export const mentions = (text: string, { name, slug }: { name: string; slug: string }): boolean =>
  [name, slug].some((called) => {
    const escaped = called.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}\\p{N}._-])@${escaped}(?![\\p{L}\\p{N}_-])`, 'iu').test(text)
  })

async function mail(context: Context, member: Member, task: Task, said: string) {
  const language = (member.language ?? context.organizationLanguage) as Language
  const words = texts[language]
  const { text, html } = letter({
    language,
    paragraphs: [words.says(context.actor.name, task.title), said.slice(0, 2000)],
    action: { label: words.action, url: `${context.services.publicUrl}/app/tasks/${task.id}` },
    footer: ['Kontor'],
  })
  await queueMail(context, {
    kind: 'mention',
    subjectId: task.id,
    senderName: context.actor.name,
    replyTo: null,
    to: [member.email],
    cc: [],
    subject: words.subject(task.title),
    text,
    html,
    attachments: [],
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
