import { SetTaskStatusDocument, TaskNowDocument, type TaskStatus } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { undoChange } from '../graphql/send-with-version.ts'
import type { Undo } from '../ui/feedback.tsx'

/** `undo` is absent if someone else had changed the status before. */
export type CompletionOutcome = Outcome<{ undo?: Undo }>

/** Fetches a task past the cache. */
export async function fetchTask(id: string) {
  return pickField(fetchGraphql(TaskNowDocument, { id }), 'task')
}

/** Completes or reopens a task. */
export function useSetTaskStatus(): [
  become: (id: string, status: TaskStatus) => Promise<CompletionOutcome>,
  isBusy: boolean,
] {
  const [change, isBusy] = useMutation(SetTaskStatusDocument)
  const become = async (id: string, status: TaskStatus): Promise<CompletionOutcome> => {
    for (;;) {
      const { data: before, problem } = await fetchTask(id)
      if (problem) return { problem }
      if (!before || before.status === status) return { data: {} }
      const outcome = await change({ id, version: before.version, status })
      if (outcome.problem?.code === 'precondition_failed') continue
      if (outcome.problem) return { problem: outcome.problem }
      const done = outcome.data.updateTask
      return {
        data: {
          undo: () =>
            undoChange(done, {
              send: (version) => change({ id, version, status: before.status }),
              fetchCurrent: () => fetchTask(id),
              isStillDone: (now) => now.status === status && now.completedAt === done.completedAt,
            }),
        },
      }
    }
  }
  return [become, isBusy]
}
