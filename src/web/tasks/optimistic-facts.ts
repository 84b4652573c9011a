import { useReducer, useRef } from 'react'
import { type TaskDataFragment, TaskPageDocument, UpdateTaskDocument, type UpdateTaskInput } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import type { EventFilter } from '../graphql/resource-events.ts'
import { useFetchChangeAuthors } from '../ui/change-authors.ts'

/** A task with the pending changes applied. */
export interface OptimisticTask extends TaskDataFragment {
  assigneeIds: string[]
  tagIds: string[]
}

/** Updates a task. The callback gets the task with all pending changes. */
export type UpdateFacts = (change: (optimistic: OptimisticTask) => UpdateTaskInput) => Promise<Outcome<unknown>>

/** Changes that are not all confirmed. */
interface PendingChanges {
  /** The version before the first pending change. */
  version: number
  changed: UpdateTaskInput
  count: number
}

const toOptimisticTask = (task: TaskDataFragment, changed: UpdateTaskInput = {}): OptimisticTask =>
  ({
    ...task,
    assigneeIds: task.assignees.map(({ id }) => id),
    tagIds: task.tags.map(({ id }) => id),
    ...changed,
  }) as OptimisticTask

const toComparable = (value: unknown) => (Array.isArray(value) ? value.toSorted().join() : value)

/** The events that report a change of these fields. */
const eventsForFields = (names: readonly string[]): EventFilter[] => [
  'task.updated',
  ...(names.includes('columnId') ? (['task.moved'] as const) : []),
  ...(names.includes('assigneeIds') ? (['task.assigned'] as const) : []),
]

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The facts of a task with optimistic updates. Refused changes are rolled back. */
export function useOptimisticFacts(task: TaskDataFragment): [optimistic: OptimisticTask, change: UpdateFacts] {
  const [update] = useMutation(UpdateTaskDocument)
  const whoChanged = useFetchChangeAuthors()
  const now = useRef(task)
  now.current = task
  const underWay = useRef<PendingChanges>(undefined)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const { id } = task

  const change: UpdateFacts = async (changeOf) => {
    const { version, changed, count } = underWay.current ?? { version: now.current.version, changed: {}, count: 0 }
    const seen = toOptimisticTask(now.current, changed)
    const input = changeOf(seen)
    const names = Object.keys(input) as (keyof UpdateTaskInput & keyof OptimisticTask)[]
    underWay.current = { version, changed: { ...changed, ...input }, count: count + 1 }
    rerender()
    const outcome = await update(
      { id, version, input },
      {
        fetchCurrent: () => pickField(fetchGraphql(TaskPageDocument, { id }), 'task'),
        isUnchanged: (task) =>
          names.every((name) => toComparable(toOptimisticTask(task)[name]) === toComparable(seen[name])),
        fetchAuthors: (since) => whoChanged(eventsForFields(names), { id, version: since }, names.map(toSnakeCase)),
      },
    )
    const left = underWay.current
    const isRefused = ([name, value]: [string, unknown]) =>
      outcome.problem && input[name as keyof UpdateTaskInput] === value
    underWay.current =
      left.count > 1
        ? {
            ...left,
            changed: Object.fromEntries(Object.entries(left.changed).filter((each) => !isRefused(each))),
            count: left.count - 1,
          }
        : undefined
    rerender()
    return outcome
  }
  return [toOptimisticTask(task, underWay.current?.changed), change]
}
