import type { UpdateResolver } from '@urql/exchange-graphcache'
import { gql } from 'urql'
import type { CreateCardMutation } from '#schema/web/graphql'
import type { CacheRules } from '../graphql/cache-rules.ts'

const columnFragment = gql`
  fragment boardTaskColumn on BoardTask {
    id
    columnId
  }
`

/** Moves a card between the columns of a board. */
const moveCard: UpdateResolver = (_result, given, cache) => {
  const { id, input } = given as { id: string; input: { columnId: string; position?: number } }
  const card = cache.keyOfEntity({ __typename: 'BoardTask', id })
  const from = card && cache.resolve(card, 'columnId')
  const tasksOf = (column: string) =>
    cache.resolve({ __typename: 'Column', id: column }, 'tasks') as string[] | undefined
  if (!card || typeof from !== 'string') return
  const left = tasksOf(from)?.filter((each) => each !== card)
  if (left) cache.link({ __typename: 'Column', id: from }, 'tasks', left)
  const there = tasksOf(input.columnId)?.filter((each) => each !== card)
  if (!there) return
  const at = input.position ?? there.length
  cache.link({ __typename: 'Column', id: input.columnId }, 'tasks', [...there.slice(0, at), card, ...there.slice(at)])
  cache.writeFragment(columnFragment, { __typename: 'BoardTask', id, columnId: input.columnId })
}

const newCardFragment = gql`
  fragment newBoardTask on BoardTask {
    id
    columnId
    title
    dueDate
    priority
    commentCount
    subtaskCompleted
    subtaskTotal
    assignees {
      id
    }
    tags {
      id
    }
  }
`

/** Appends a new card to its column. */
const addCard: UpdateResolver = (result, _given, cache) => {
  const created = result.createTask as Partial<CreateCardMutation['createTask']> | null
  if (!created?.id || !created.columnId || !('dueDate' in created)) return
  const column = { __typename: 'Column', id: created.columnId }
  const there = cache.resolve(column, 'tasks') as string[] | undefined
  const card = { ...created, __typename: 'BoardTask' }
  const key = cache.keyOfEntity(card)
  if (!there || !key || there.includes(key)) return
  const empty = { commentCount: 0, subtaskCompleted: 0, subtaskTotal: 0, assignees: [], tags: [] }
  cache.writeFragment(newCardFragment, { ...card, ...empty })
  cache.link(column, 'tasks', [...there, key])
}

export const projectsCache: CacheRules = {
  invalidates: {
    createProject: ['projects'],
  },
  optimistic: {
    moveTask: ({ id, input }) => ({ __typename: 'Task', id, columnId: (input as { columnId: string }).columnId }),
  },
  updates: { moveTask: moveCard, createTask: addCard },
}
