import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
let task = ''
let steps: string[] = []

beforeAll(async () => {
  const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
  const made = { title: 'x', project_id: project.id, column_id: project.columns[0].id }
  task = (await at.owner.rest('POST', '/tasks', made)).body.id
  steps = []
  for (const title of ['eins', 'zwei', 'drei'])
    steps.push((await at.owner.rest('POST', `/tasks/${task}/subtasks`, { title })).body.id)
})

const order = async () =>
  (await at.viewer.rest('GET', `/tasks/${task}/subtasks`)).body.subtasks.map(
    ({ title, position }: { title: string; position: number }) => `${position} ${title}`,
  )

describe('subtasks', () => {
  scenario(at, 'are listed in their order', () => ({
    as: 'viewer',
    get: `/tasks/${task}/subtasks?per_page=2`,
    status: 200,
    body: {
      subtasks: [
        { title: 'eins', done: false, position: 0 },
        { title: 'zwei', position: 1 },
      ],
      total: 3,
    },
  }))
  scenario(at, 'are created where they are said to stand', () => ({
    as: 'member',
    post: `/tasks/${task}/subtasks`,
    send: { title: 'null', position: 0 },
    status: 201,
    body: { task_id: task, title: 'null', done: false, position: 0 },
    events: ['subtask.created'],
  }))
  scenario(at, 'are done, which is an event', () => ({
    patch: `/subtasks/${steps[0]}/toggle-done`,
    status: 200,
    body: { done: true },
    events: ['subtask.completed'],
  }))
  scenario(at, 'are undone, which is a change of the task', () => ({
    patch: `/subtasks/${steps[0]}/toggle-done`,
    status: 200,
    body: { done: false },
    events: ['task.updated'],
  }))
  scenario(at, 'are done by PUT as well', () => ({
    put: `/subtasks/${steps[0]}`,
    send: { done: true },
    status: 200,
    body: { done: true, version: 5 },
    events: ['subtask.completed'],
  }))
  scenario(at, 'are moved and renamed, which is a change of the task', () => ({
    put: `/subtasks/${steps[0]}`,
    send: { title: 'EINS', position: 99 },
    status: 200,
    body: { title: 'EINS', position: 3 },
    events: ['task.updated'],
  }))
  scenario(at, 'say nothing when nothing changed', () => ({
    put: `/subtasks/${steps[0]}`,
    send: { title: 'EINS', position: 99, done: true },
    status: 200,
  }))
  test('stand without a gap, and the task’s change names them', async () => {
    expect(await order()).toEqual(['0 null', '1 zwei', '2 drei', '3 EINS'])
    const { body } = await at.owner.rest('GET', '/events?names=task.updated&per_page=100')
    expect(body.events.at(-1).changes).toEqual(['subtasks'])
    expect((await at.owner.rest('GET', `/tasks/${task}`)).body.subtasks).toHaveLength(4)
  })
  scenario(at, 'are deleted', () => ({
    delete: `/subtasks/${steps[1]}`,
    status: 204,
    events: ['subtask.deleted'],
  }))
  test('the ones after it move up', async () => {
    expect(await order()).toEqual(['0 null', '1 drei', '2 EINS'])
  })
  test('created by eight at once each has a place', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => at.owner.rest('POST', `/tasks/${task}/subtasks`, { title: 'x', position: 1 })),
    )
    expect((await order()).map((line: string) => Number(line.split(' ')[0]))).toEqual([...Array(11).keys()])
  })
  for (const [what, send, status, field] of [
    ['no title', {}, 400, 'title'],
    ['an empty title', { title: '' }, 422, 'title'],
    ['a negative place', { title: 'x', position: -1 }, 422, 'position'],
    ['done in words', { title: 'x', done: 'yes' }, 422, 'done'],
  ] as const)
    scenario(at, `refuse ${what}`, () => ({ post: `/tasks/${task}/subtasks`, send, status, body: { field } }))
  scenario(at, 'null does not clear a title', () => ({
    put: `/subtasks/${steps[0]}`,
    send: { title: null },
    status: 400,
    body: { field: 'title' },
  }))
  scenario(at, 'a stale version is refused', () => ({
    put: `/subtasks/${steps[0]}`,
    send: { title: 'x' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  for (const [method, path] of [
    ['post', () => `/tasks/${task}/subtasks`],
    ['put', () => `/subtasks/${steps[0]}`],
    ['patch', () => `/subtasks/${steps[0]}/toggle-done`],
    ['delete', () => `/subtasks/${steps[0]}`],
  ] as const)
    scenario(at, `${method} is refused to a viewer`, () => ({ as: 'viewer', [method]: path(), send: {}, status: 403 }))
  scenario(at, 'are closed to an auditor', () => ({ as: 'auditor', get: `/tasks/${task}/subtasks`, status: 403 }))
})
