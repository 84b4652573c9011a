import { LockMode } from '@mikro-orm/postgresql'
import type { Context } from '#core/operation/context'
import type { Project } from '#features/work/projects/project.entity'
import { Quote, QuoteStatus } from './quote.entity.ts'

/** On deletion of a project. Sent quotes prevent the deletion. */
export async function detachProjectFromQuotes(context: Context, { id: projectId }: Project) {
  const drafts = await context.em.find(
    Quote,
    { projectId, status: QuoteStatus.draft },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const draft of drafts) {
    draft.projectId = null
    context.record('quote.updated', draft)
  }
}
