import type { Context } from '#core/operation/context'

/** The name after `@`. */
export const assistantHandle = 'assistant'

export const assistantQueue = 'assistant'

/** A comment to be answered. */
export interface AssistantQuestion {
  organizationId: string
  commentId: string
  memberId: string
}

/** After the commit. */
export const enqueueAssistantReply = (context: Context, commentId: string) =>
  context.enqueue<AssistantQuestion>(assistantQueue, {
    organizationId: context.organizationId,
    commentId,
    memberId: context.member.id,
  })
