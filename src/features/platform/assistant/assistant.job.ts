import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import { Problem } from '#core/errors/problem'
import type { JobKind } from '#core/jobs/jobs'
import { operateAsSystem, readAsMember } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { textToHtml } from '#core/text/html'
import type { Language } from '#core/text/language'
import { type AssistantQuestion, assistantQueue } from '#features/work/comments/assistant-reply'
import { Comment } from '#features/work/comments/comment.entity'
import { comments } from '#features/work/comments/comment.policy'
import { extractSpokenText } from '#features/work/comments/comment-text'
import type { AssistantEndpoint } from '../../../config.ts'
import { answerFromFacts } from './answer-from-facts.ts'
import { messages } from './assistant.messages.ts'
import { readTaskFacts } from './facts.reads.ts'
import { createAssistantTools } from './tools.ts'

export interface LoadedQuestion {
  taskId: string
  asker: string
  text: string
  language: Language
  /** Answer from facts, in HTML. */
  factsAnswer: string
}

/** Job that answers a comment once: with the language model if one is configured, else from facts. */
export function createAssistantJob(
  services: () => Services,
  schema: GraphQLSchema,
  endpoint: AssistantEndpoint | null,
  log: Logger,
): JobKind<AssistantQuestion> {
  const askModel = async (asked: LoadedQuestion, question: AssistantQuestion) => {
    try {
      const { generateAnswerHtml } = await import('./language-model.ts')
      return await generateAnswerHtml(
        endpoint as AssistantEndpoint,
        asked,
        createAssistantTools(services(), schema, question),
      )
    } catch (error) {
      log.warn({ err: error, comment_id: question.commentId }, 'assistant')
      return textToHtml(messages[asked.language].failure)
    }
  }
  return {
    name: assistantQueue,
    // A slow answer must not delay others.
    concurrency: 8,
    maxPerOrganization: 4,
    // Each attempt costs a request to the model.
    retries: 3,
    async run(question) {
      const asked = await loadQuestion(services(), question)
      if (!asked) return
      await reply(services(), question, asked, endpoint ? await askModel(asked, question) : asked.factsAnswer)
    },
  }
}

/** Loads the question and what the asker may read; null if it is answered or deleted, or the asker may not ask any more. */
async function loadQuestion(services: Services, { organizationId, commentId, memberId }: AssistantQuestion) {
  try {
    return await readAsMember(services, organizationId, memberId, async (context): Promise<LoadedQuestion | null> => {
      context.assertMay(comments.write)
      const [comment, isAnswered] = await Promise.all([
        context.loadOne(Comment, commentId),
        context.em.count(Comment, { replyTo: commentId }),
      ])
      if (!comment || isAnswered) return null
      const facts = await readTaskFacts(context, comment.taskId)
      if (!facts) return null
      const text = extractSpokenText(comment.content)
      const { language } = context
      return {
        taskId: comment.taskId,
        asker: context.member.name,
        text,
        language,
        factsAnswer: answerFromFacts(text, facts, language),
      }
    })
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    throw error
  }
}

/** Writes the answer unless another process already has. */
async function reply(
  services: Services,
  { organizationId, commentId }: AssistantQuestion,
  asked: LoadedQuestion,
  content: string,
) {
  const { name } = messages[asked.language]
  const work = operateAsSystem(
    services,
    organizationId,
    async (context) => {
      const { taskId } = asked
      const answer = context.create(Comment, { taskId, authorName: name, assistant: true, replyTo: commentId, content })
      context.record('comment.created', answer)
    },
    { type: 'assistant', id: null, name },
  )
  await work.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error
  })
}
