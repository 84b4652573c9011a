import type { Cache, OptimisticMutationResolver, UpdateResolver } from '@urql/exchange-graphcache'
import { gql } from 'urql'
import { EntryFragmentDoc, type StartTimerInput } from '#schema/web/graphql'

/** Id of a timer until the service has created it. */
export const optimisticTimerId = 'starting'

const fragment = gql(String(EntryFragmentDoc))
const readEntry = (cache: Cache, id: string) =>
  cache.readFragment(fragment, { __typename: 'TimeEntry', id }) as Record<string, unknown> | null

const createRunningEntry = (fields: Record<string, unknown>) => ({
  ...fields,
  ...{ __typename: 'TimeEntry', id: optimisticTimerId, version: 1, status: 'running', invoiceId: null },
  ...{ startedAt: new Date().toISOString(), endedAt: null, durationSeconds: null },
})

/** Optimistic updates for the timer. They are rolled back if the mutation fails. */
export const optimisticTimerMutations: Record<string, OptimisticMutationResolver> = {
  startTimer: ({ input }, cache) => {
    const { projectId, taskId, description, billable } = input as StartTimerInput
    /** The cached name, under any of the given types. */
    const named = (typenames: readonly [string, ...string[]], id: string | null | undefined, name: string) => {
      if (!id) return null
      const found = typenames.map((each) => cache.resolve({ __typename: each, id }, name)).find(Boolean)
      return { __typename: typenames[0], id, [name]: found ?? null }
    }
    return createRunningEntry({
      description: description ?? null,
      billable: billable ?? true,
      project: named(['Project'], projectId, 'name'),
      task: named(['Task', 'BoardTask'], taskId, 'title'),
    })
  },
  continueTimer: ({ id }, cache) => createRunningEntry(readEntry(cache, String(id)) ?? {}),
  stopTimer: ({ id }, cache) => {
    const entry = readEntry(cache, String(id))
    const now = Date.now()
    const durationSeconds = Math.floor((now - Date.parse(String(entry?.startedAt))) / 1000)
    return {
      ...entry,
      ...{ __typename: 'TimeEntry', id, status: 'stopped', endedAt: new Date(now).toISOString(), durationSeconds },
    }
  },
}

const linkRunningTimer =
  (mutation: string): UpdateResolver =>
  (result, _given, cache) => {
    const entry = result[mutation] as { id: string; status: string } | null
    if (!entry) return
    const isRunning = entry.status === 'running'
    cache.link('Query', 'runningTimer', isRunning ? { __typename: 'TimeEntry', id: entry.id } : null)
  }

export const runningTimerUpdates = Object.fromEntries(
  Object.keys(optimisticTimerMutations).map((name) => [name, linkRunningTimer(name)]),
)
