import type { Context } from '#core/operation/context'

/** What the assistant is called after an `@`. */
export const assistantHandle = 'assistant'

export const assistantQueue = 'assistant'

/** A comment that waits for an answer, and who wrote it. */
export interface AssistantQuestion {
  organizationId: string
  commentId: string
  memberId: string
}

/** Has a comment of the caller answered once the operation is committed. */
export const enqueueAssistantReply = (context: Context, commentId: string) =>
  context.enqueue<AssistantQuestion>(assistantQueue, {
    organizationId: context.organizationId,
    commentId,
    memberId: context.member.id,
  })
