import { askAssistant, handle } from '../assistant/ask.ts'
import type { Context } from '../core/context.ts'
import { forbidden, invalid } from '../core/errors.ts'
import { cleanHtml } from '../core/text/html.ts'
import { Task } from '../tasks/task.entity.ts'
import { Comment } from './comment.entity.ts'
import { comments } from './comment.policy.ts'
import { mailMentioned, mentions, plain, spoken } from './mentions.ts'

/** Puts a comment under a task, and mails whom it mentions. */
export async function writeComment(context: Context, task: Task, content: string): Promise<Comment> {
  const { id: authorId, name: authorName } = context.member
  const comment = context.create(Comment, { taskId: task.id, authorId, authorName, content: cleaned(content) })
  await mailMentioned(context, task, comment.content)
  if (isAsked(comment.content)) await askAssistant(context, comment.id)
  context.record('comment.created', comment)
  return comment
}

/** Changes a comment, and mails whom it had not mentioned before. */
export async function rewriteComment(context: Context, id: string, content?: string): Promise<Comment> {
  const comment = await loadOwn(context, id)
  if (content === undefined) return comment
  const before = comment.content
  const task = await context.one(Task, comment.taskId)
  context.assign(comment, { content: cleaned(content) })
  if (task) await mailMentioned(context, task, comment.content, before)
  if (isAsked(comment.content) && !isAsked(before)) await askAssistant(context, comment.id)
  return comment
}

/** The comment to change or delete; 403 where it is another's and the caller no administrator. */
export async function loadOwn(context: Context, id: string): Promise<Comment> {
  const comment = await context.load(Comment, id)
  if (comment.authorId !== context.member.id && !context.may(comments.writeOfOthers)) throw forbidden()
  return comment
}

function cleaned(content: string): string {
  const html = cleanHtml(content)
  if (!plain(html)) throw invalid('content', { de: 'darf nicht leer sein', en: 'must not be empty' })
  return html
}

const isAsked = (html: string) => mentions(spoken(html), { name: handle, slug: handle })
