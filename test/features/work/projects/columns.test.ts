import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'
import { recordStatements } from '../../../harness/statements.ts'

const at = house()
const missing = '00000000-0000-4000-8000-000000000000'
let project = ''
let columns: string[] = []

beforeAll(async () => {
  const { body } = await at.owner.rest('POST', '/projects', { name: 'Tafel' })
  project = body.id
  columns = body.columns.map(({ id }: { id: string }) => id)
})

const order = async () =>
  (await at.viewer.rest('GET', `/projects/${project}/columns`)).body.map(
    ({ name, sort_order }: { name: string; sort_order: number }) => `${sort_order} ${name}`,
  )

const newTask = async (column: string | undefined, fields: object = {}) =>
  (await at.owner.rest('POST', '/tasks', { title: 'x', project_id: project, column_id: column, ...fields })).body

describe('the board', () => {
  test('is a bare array of columns in order, each with its open tasks and everything counted', async () => {
    const tag = (await at.owner.rest('POST', '/tags', { name: 'Blau', color: '#0000ff' })).body.id
    const task = await newTask(columns[0], {
      title: 'Karte',
      due_date: '2026-07-01',
      priority: 'low',
      assignee_ids: [at.owner.id],
      tag_ids: [tag],
    })
    const done = await newTask(columns[0])
    await at.owner.rest('PATCH', `/tasks/${done.id}/toggle-done`)
    for (const fields of [{ done: true }, {}, {}])
      await at.owner.rest('POST', `/tasks/${task.id}/subtasks`, { title: 's', ...fields })
    await at.app.system.query(
      `insert into comments (organization_id, id, created_at, updated_at, task_id, author_name, content)
       select $1, gen_random_uuid(), now(), now(), $2, 'Anna', '<p>c</p>' from generate_series(1, 2)`,
      [at.organizationId, task.id],
    )
    const { body, headers } = await at.viewer.rest('GET', `/projects/${project}/columns`)
    expect(headers).not.toHaveProperty('etag')
    const owner = (await at.owner.rest('GET', '/me')).body
    expect(body).toMatchObject([
      { id: columns[0], name: 'Offen', sort_order: 0 },
      { name: 'In Arbeit', sort_order: 1, tasks: [] },
      { name: 'Prüfung', sort_order: 2, tasks: [] },
      { name: 'Erledigt', sort_order: 3, tasks: [] },
    ])
    expect(body[0].tasks).toEqual([
      {
        id: task.id,
        title: 'Karte',
        position: 0,
        due_date: '2026-07-01',
        priority: 'low',
        subtask_total: 3,
        subtask_completed: 1,
        comment_count: 2,
        time_tracked_minutes: 0,
        tags: [{ id: tag, name: 'Blau', color: '#0000ff' }],
        assignees: [{ id: at.owner.id, name: owner.name }],
      },
    ])
    await at.owner.rest('DELETE', `/tasks/${task.id}`)
    await at.owner.rest('DELETE', `/tasks/${done.id}`)
  })
  scenario(at, 'is refused to an auditor', () => ({
    as: 'auditor',
    get: `/projects/${project}/columns`,
    status: 403,
  }))
})

describe('columns', () => {
  scenario(at, 'a new one stands at the end, and is a change of its project', () => ({
    as: 'member',
    post: `/projects/${project}/columns`,
    send: { name: 'Archiv' },
    status: 201,
    body: { name: 'Archiv', sort_order: 4, project_id: project },
    events: ['project.updated'],
  }))
  scenario(at, 'or where it is said to', () => ({
    post: `/projects/${project}/columns`,
    send: { name: 'Ideen', sort_order: 0 },
    status: 201,
    body: { sort_order: 0 },
    events: ['project.updated'],
  }))
  test('the others make room', async () => {
    expect(await order()).toEqual(['0 Ideen', '1 Offen', '2 In Arbeit', '3 Prüfung', '4 Erledigt', '5 Archiv'])
  })
  scenario(at, 'moves to a position', () => ({
    patch: `/columns/${columns[0]}/move`,
    send: { position: 3 },
    status: 200,
    body: { sort_order: 3 },
    events: ['project.updated'],
  }))
  scenario(at, 'moves to the end where it is beyond', () => ({
    put: `/columns/${columns[1]}`,
    send: { sort_order: 99, name: 'Läuft' },
    status: 200,
    body: { sort_order: 5, name: 'Läuft' },
    events: ['project.updated'],
  }))
  scenario(at, 'says nothing where it stands there already', () => ({
    put: `/columns/${columns[1]}`,
    send: { sort_order: 99, name: 'Läuft' },
    status: 200,
  }))
  test('the order has no gap and no double', async () => {
    expect(await order()).toEqual(['0 Ideen', '1 Prüfung', '2 Offen', '3 Erledigt', '4 Archiv', '5 Läuft'])
    const { body } = await at.owner.rest('GET', '/events?names=project.updated&per_page=100')
    expect(body.events.at(-1).changes).toEqual(['columns'])
  })
  test('moved by eight at once it is still one', async () => {
    const moved = await Promise.all(
      [0, 1, 2, 3, 4, 5, 0, 3].map((position, index) =>
        at.owner.rest('PATCH', `/columns/${columns[index % 4]}/move`, { position }),
      ),
    )
    expect(moved.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await order()).map((line: string) => line.split(' ')[0])).toEqual(['0', '1', '2', '3', '4', '5'])
  })
  test('moved three times in one document each move sees the one before', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Dreimal' })
    const [a, b] = body.columns.map(({ id }: { id: string }) => id)
    const { data, errors } = await at.owner.graphql(`mutation {
      one: moveColumn(id: "${a}", input: { position: 3 }) { sortOrder }
      two: moveColumn(id: "${b}", input: { position: 3 }) { sortOrder }
      three: moveColumn(id: "${a}", input: { position: 3 }) { sortOrder }
    }`)
    expect([errors, data]).toEqual([
      undefined,
      { one: { sortOrder: 3 }, two: { sortOrder: 3 }, three: { sortOrder: 3 } },
    ])
    const read = await at.owner.rest('GET', `/projects/${body.id}/columns`)
    expect(read.body.map(({ name }: { name: string }) => name)).toEqual(['Prüfung', 'Erledigt', 'In Arbeit', 'Offen'])
  })
  test('changed while tasks are placed in it, neither waits for the other for ever', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 2
          ? at.owner.rest('PUT', `/columns/${columns[3]}`, { name: `Name ${index}`, sort_order: index % 6 })
          : at.owner.rest('POST', '/tasks', { title: 'x', project_id: project, column_id: columns[3] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 ? 200 : 201)))
    await at.owner.rest('PUT', `/columns/${columns[3]}`, { name: 'Erledigt', sort_order: 3 })
  })
  for (const [what, send, status, field] of [
    ['no name', {}, 400, 'name'],
    ['an empty name', { name: '' }, 422, 'name'],
    ['a negative place', { name: 'x', sort_order: -1 }, 422, 'sort_order'],
  ] as const)
    scenario(at, `refuses ${what}`, () => ({ post: `/projects/${project}/columns`, send, status, body: { field } }))
  scenario(at, 'a move needs a position', () => ({
    patch: `/columns/${columns[0]}/move`,
    send: {},
    status: 400,
    body: { field: 'position' },
  }))
  scenario(at, 'null does not clear a name', () => ({
    put: `/columns/${columns[0]}`,
    send: { name: null },
    status: 400,
    body: { field: 'name' },
  }))
  for (const [method, path] of [
    ['post', () => `/projects/${project}/columns`],
    ['put', () => `/columns/${columns[0]}`],
    ['patch', () => `/columns/${columns[0]}/move`],
    ['delete', () => `/columns/${columns[0]}`],
  ] as const)
    scenario(at, `${method} is refused to a viewer`, () => ({ as: 'viewer', [method]: path(), send: {}, status: 403 }))
})

describe('deleting a column', () => {
  test('with open tasks needs a column that takes them, and each is moved', async () => {
    const [from, to] = [columns[0], columns[2]]
    const first = await newTask(from)
    const second = await newTask(from)
    const standing = await newTask(to)
    const refused = await at.owner.rest('DELETE', `/columns/${from}`)
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
    for (const id of [missing, from, (await at.owner.rest('POST', '/projects', { name: 'y' })).body.columns[0].id]) {
      const wrong = await at.owner.rest('DELETE', `/columns/${from}?move_to=${id}`)
      expect([wrong.status, wrong.body.field]).toEqual([422, 'move_to'])
    }
    await at.events()
    expect((await at.owner.rest('DELETE', `/columns/${from}?move_to=${to}`)).status).toBe(204)
    expect(await at.events()).toEqual(['task.moved', 'task.moved', 'project.updated'])
    const { body } = await at.owner.rest('GET', `/projects/${project}/columns`)
    const column = body.find(({ id }: { id: string }) => id === to)
    expect(column.tasks.map(({ id }: { id: string }) => id)).toEqual([standing.id, first.id, second.id])
    expect((await order()).map((line: string) => line.split(' ')[0])).toEqual(['0', '1', '2', '3', '4'])
  })
  test('is as many statements for two tasks as for ten, but for the tasks themselves', async () => {
    const statements = recordStatements()
    const counts: number[] = []
    for (const tasks of [2, 10]) {
      const { body } = await at.owner.rest('POST', '/projects', { name: 'Zählen' })
      const [from, to] = body.columns.map(({ id }: { id: string }) => id)
      for (let index = 0; index < tasks; index++)
        await at.owner.rest('POST', '/tasks', { title: 'x', project_id: body.id, column_id: from })
      statements.take()
      expect((await at.owner.rest('DELETE', `/columns/${from}?move_to=${to}`)).status).toBe(204)
      counts.push(statements.take().length)
    }
    statements.stop()
    expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(8)
  })
  test('with done ones alone keeps them in the project', async () => {
    const done = await newTask(columns[1], { status: 'done' })
    expect((await at.owner.rest('DELETE', `/columns/${columns[1]}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/tasks/${done.id}`)).body.status).toBe('done')
  })
  test('the last one stays', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Eine' })
    const answers = []
    for (const { id } of body.columns) answers.push((await at.owner.rest('DELETE', `/columns/${id}`)).status)
    expect(answers).toEqual([204, 204, 204, 409])
  })
})
