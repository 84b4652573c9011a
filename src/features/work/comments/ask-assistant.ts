import type { Context } from '#core/operation/context'

/** What the assistant is called after an `@`. */
export const handle = 'assistant'

export const queue = 'assistant'

/** A comment that waits for an answer, and who wrote it. */
export interface Question {
  organizationId: string
  commentId: string
  memberId: string
}

/** Has a comment of the caller answered once the operation is committed. */
export const askAssistant = (context: Context, commentId: string) =>
  context.enqueue<Question>(queue, {
    organizationId: context.organizationId,
    commentId,
    memberId: context.member.id,
  })
