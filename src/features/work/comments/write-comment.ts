import { forbidden, invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { threadModule } from '#core/threads/threads'
import { Task } from '#features/work/tasks/task.entity'
import { assistantHandle, enqueueAssistantReply } from './assistant-reply.ts'
import { Comment } from './comment.entity.ts'
import { comments } from './comment.policy.ts'
import { type CommentText, sanitizeComment } from './comment-text.ts'
import { isMentioned, mailMentionedMembers } from './mentions.ts'

/** Creates a comment and mails mentioned members. */
export async function createComment(context: Context, task: Row<Task>, content: string): Promise<Comment> {
  const { id: authorId, name: authorName } = context.member
  const text = await read(context, content)
  const comment = context.create(Comment, { taskId: task.id, authorId, authorName, content: text.html })
  await mailMentionedMembers(context, task, text)
  if (mentionsAssistant(text)) await enqueueAssistantReply(context, comment.id)
  context.record('comment.created', comment)
  return comment
}

/** Updates a comment and mails newly mentioned members. */
export async function updateComment(context: Context, id: string, content?: string): Promise<Comment> {
  const comment = await loadEditableComment(context, id)
  if (content === undefined) return comment
  const [before, text] = [await textOf(context, comment.content), await read(context, content)]
  const task = await context.loadOne(Task, comment.taskId)
  context.assign(comment, { content: text.html })
  if (task) await mailMentionedMembers(context, task, text, before.spoken)
  if (mentionsAssistant(text) && !mentionsAssistant(before)) await enqueueAssistantReply(context, comment.id)
  return comment
}

/** 403 if it belongs to somebody else and the caller is not an administrator. */
export async function loadEditableComment(context: Context, id: string): Promise<Comment> {
  const comment = await context.load(Comment, id)
  if (comment.authorId !== context.member.id && !context.may(comments.writeOfOthers)) throw forbidden()
  return comment
}

const reader = threadModule<typeof import('./comment-text.ts')>(import.meta.url, './comment-text', {
  maxRunMs: 5_000,
})

/** Characters that are parsed in the event loop (1 to 2 ms); longer ones in a thread. */
const shortComment = 2000

/** Sanitizing closes and escapes markup, which may make the text longer. */
const longestCleaned = 128 * 1024

async function textOf({ taskOwner, services }: Context, content: string): Promise<CommentText> {
  if (content.length <= shortComment) return sanitizeComment(content)
  return services.threads.run(taskOwner, reader, 'sanitizeComment', content)
}

async function read(context: Context, content: string): Promise<CommentText> {
  const text = await textOf(context, content)
  if (text.html.length > longestCleaned)
    throw invalidField('content', { de: 'enthält zu viel Auszeichnung', en: 'contains too much markup' })
  if (!text.plain) throw invalidField('content', { de: 'darf nicht leer sein', en: 'must not be empty' })
  return text
}

const mentionsAssistant = ({ spoken }: CommentText) =>
  isMentioned(spoken, { name: assistantHandle, slug: assistantHandle })
