import { beforeAll, describe, expect, test } from 'vitest'
import { tallyTasks } from '../../../../migrations/0020-open-tasks.ts'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
const missing = '00000000-0000-4000-8000-000000000000'
let project = ''
let other = ''
let columns: string[] = []
let elsewhere = ''
let task = ''
let tag = ''

beforeAll(async () => {
  const made = (await at.owner.rest('POST', '/projects', { name: 'Relaunch' })).body
  project = made.id
  columns = made.columns.map(({ id }: { id: string }) => id)
  const second = (await at.owner.rest('POST', '/projects', { name: 'Zweites' })).body
  other = second.id
  elsewhere = second.columns[0].id
  tag = (await at.owner.rest('POST', '/tags', { name: 'Dringend', color: '#ff0000' })).body.id
  task = (await make({ title: 'Erste' })).id
})

const make = async (fields: object) =>
  (await at.owner.rest('POST', '/tasks', { title: 'x', project_id: project, column_id: columns[0], ...fields })).body

describe('creating a task', () => {
  scenario(at, 'answers it with its column, its people and its tags; each assignment is an event', () => ({
    as: 'member',
    post: '/tasks',
    send: {
      title: 'Startseite',
      project_id: project,
      column_id: columns[1],
      due_date: '2026-05-01',
      assignee_ids: [at.member.id, at.owner.id],
      tag_ids: [tag],
      priority: 'high',
      description: '<p onclick="x()">Neu<script>alert(1)</script></p>',
    },
    status: 201,
    body: {
      title: 'Startseite',
      project: { id: project, name: 'Relaunch' },
      column: { id: columns[1], name: 'In Arbeit' },
      position: 0,
      due_date: '2026-05-01',
      status: 'open',
      completed_at: null,
      priority: 'high',
      description: '<p>Neu</p>',
      tag_ids: [tag],
      tags: [{ id: tag, name: 'Dringend', color: '#ff0000' }],
      version: 1,
    },
    events: ['task.created', 'task.assigned', 'task.assigned'],
  }))
  test('a new one stands last', async () => {
    const first = await make({ column_id: columns[2] })
    const second = await make({ column_id: columns[2] })
    expect([first.position, second.position]).toEqual([0, 1])
  })
  scenario(at, 'one that is done already says so', () => ({
    post: '/tasks',
    send: { title: 'x', project_id: project, column_id: columns[3], status: 'done' },
    status: 201,
    body: { status: 'done', completed_at: /Z$/, position: null },
    events: ['task.created', 'task.completed'],
  }))
  scenario(at, 'is refused to a viewer', { as: 'viewer', post: '/tasks', send: {}, status: 403 })
  scenario(at, 'is refused without a token', { as: 'nobody', post: '/tasks', send: {}, status: 401 })
  for (const field of ['title', 'project_id', 'column_id'])
    scenario(at, `needs ${field}`, () => ({
      post: '/tasks',
      send: { title: 'x', project_id: project, column_id: columns[0], [field]: undefined },
      status: 400,
      body: { error: 'validation_failed', field },
    }))
  const wrong: [string, () => object, string][] = [
    ['an empty title', () => ({ title: ' ' }), 'title'],
    ['a project that does not exist', () => ({ project_id: missing }), 'project_id'],
    ['a column that does not exist', () => ({ column_id: missing }), 'column_id'],
    ['a column of another project', () => ({ column_id: elsewhere }), 'column_id'],
    ['a day that does not exist', () => ({ due_date: '2026-02-30' }), 'due_date'],
    ['a due date before the start', () => ({ start_date: '2026-03-02', due_date: '2026-03-01' }), 'due_date'],
    ['an unknown priority', () => ({ priority: 'most' }), 'priority'],
    ['an assignee who does not exist', () => ({ assignee_ids: [at.owner.id, missing] }), 'assignee_ids.1'],
    ['a tag that does not exist', () => ({ tag_ids: [missing] }), 'tag_ids.0'],
    ['an assignee’s id that is none', () => ({ assignee_ids: ['anna'] }), 'assignee_ids.0'],
    ['an overlong description', () => ({ description: 'x'.repeat(65_537) }), 'description'],
    ['a negative estimate', () => ({ estimate_minutes: -1 }), 'estimate_minutes'],
  ]
  for (const [what, fields, field] of wrong)
    scenario(at, `refuses ${what}`, () => ({
      post: '/tasks',
      send: { title: 'x', project_id: project, column_id: columns[0], ...fields() },
      status: 422,
      body: { field },
    }))
})

describe('reading tasks', () => {
  scenario(at, 'get-one carries its subtasks', () => ({
    as: 'viewer',
    get: `/tasks/${task}`,
    status: 200,
    body: { id: task, subtasks: [], column: { name: 'Offen' } },
  }))
  scenario(at, 'is refused to an auditor', { as: 'auditor', get: '/tasks', status: 403 })
  test('filters', async () => {
    const found = async (query: string) =>
      (await at.member.rest('GET', `/tasks?per_page=100&${query}`)).body.tasks.map(
        ({ title }: { title: string }) => title,
      )
    expect(await found('assignee_id=me')).toEqual(['Startseite'])
    expect(await found(`assignee_id=${at.owner.id}&tag_id=${tag}`)).toEqual(['Startseite'])
    expect(await found(`column_id=${columns[1]}`)).toEqual(['Startseite'])
    expect(await found('priority=high')).toEqual(['Startseite'])
    expect(await found('due_before=2026-05-02')).toEqual(['Startseite'])
    expect(await found('due_before=2026-05-01')).toEqual([])
    expect(await found(`project_id=${other}`)).toEqual([])
    expect(await found(`assignee_id=${missing}`)).toEqual([])
    expect(await found('status=done')).toEqual(['x'])
    expect(await found('q=START%20seite')).toEqual(['Startseite'])
  })
  test('sorts by priority in its own order, and by due date', async () => {
    const urgent = await make({ title: 'Sofort', priority: 'urgent', due_date: '2026-04-01' })
    const titles = async (sort: string) =>
      (await at.owner.rest('GET', `/tasks?sort=${sort}&per_page=2`)).body.tasks.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles('-priority')).toEqual(['Sofort', 'Startseite'])
    expect(await titles('due_date')).toEqual(['Sofort', 'Startseite'])
    await at.owner.rest('DELETE', `/tasks/${urgent.id}`)
  })
  test('of a column, those done last come first, beside how many there are', async () => {
    const made = (await at.owner.rest('POST', '/projects', { name: 'Erledigtes' })).body
    const [column, next] = made.columns
    const add = async (title: string, column_id: string) =>
      (await at.owner.rest('POST', '/tasks', { title, project_id: made.id, column_id })).body.id as string
    const ids = [await add('a', column.id), await add('b', column.id), await add('c', column.id)]
    await add('offen', column.id)
    const elsewhere = await add('anderswo', next.id)
    for (const id of [ids[1], ids[0], elsewhere, ids[2]]) {
      await at.owner.rest('PUT', `/tasks/${id}`, { status: 'done' })
      // One after the other, whatever the clock counts in.
      const { completed_at } = (await at.owner.rest('GET', `/tasks/${id}`)).body
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(completed_at))
    }
    const done = async (sort: string) => {
      const query = `column_id=${column.id}&status=done&sort=${sort}&per_page=2`
      const { tasks, total } = (await at.viewer.rest('GET', `/tasks?${query}`)).body
      return [total, tasks.map(({ title }: { title: string }) => title)]
    }
    expect(await done('-completed_at')).toEqual([3, ['c', 'a']])
    expect(await done('completed_at')).toEqual([3, ['b', 'a']])
  })
  for (const [query, field] of [
    ['assignee_id=anna', 'assignee_id'],
    ['status=x', 'status'],
    ['sort=title', 'sort'],
    ['per_page=101', 'per_page'],
  ])
    scenario(at, `refuses ?${query}`, { get: `/tasks?${query}`, status: 422, body: { field } })
  test('a project answers all its tasks, unless a page is asked for', async () => {
    const made = (await at.owner.rest('POST', '/projects', { name: 'Viele' })).body
    for (let count = 0; count < 30; count++)
      await at.owner.rest('POST', '/tasks', { title: 'x', project_id: made.id, column_id: made.columns[0].id })
    const { body } = await at.viewer.rest('GET', `/projects/${made.id}/tasks`)
    expect([body.tasks.length, body.total]).toEqual([30, 30])
    expect(body.tasks[0]).toMatchObject({ column: { name: 'Offen' }, assignees: [], position: 29 })
    const page = (await at.viewer.rest('GET', `/projects/${made.id}/tasks?page=2`)).body
    expect([page.tasks.length, page.total]).toEqual([5, 30])
    expect((await at.viewer.rest('GET', `/projects/${missing}/tasks`)).status).toBe(404)
  })
})

describe('changing a task', () => {
  scenario(at, 'changes what is sent and says so', () => ({
    put: `/tasks/${task}`,
    send: { title: 'Neu', estimate_minutes: 60 },
    status: 200,
    body: { title: 'Neu', estimate_minutes: 60, version: 2 },
    events: ['task.updated'],
  }))
  scenario(at, 'says nothing when nothing changed', () => ({
    put: `/tasks/${task}`,
    send: { title: 'Neu', assignee_ids: [], tag_ids: [], status: 'open', column_id: columns[0] },
    status: 200,
    body: { version: 2 },
  }))
  scenario(at, 'each who is newly assigned is an event', () => ({
    put: `/tasks/${task}`,
    send: { assignee_ids: [at.owner.id, at.member.id] },
    status: 200,
    body: { version: 3 },
    events: ['task.assigned', 'task.assigned'],
  }))
  scenario(at, 'nobody is assigned twice', () => ({
    put: `/tasks/${task}`,
    send: { assignee_ids: [at.owner.id, at.member.id, at.owner.id] },
    status: 200,
    body: { version: 3 },
  }))
  test('who is taken off is a change of its assignees', async () => {
    await at.owner.rest('PUT', `/tasks/${task}`, { assignee_ids: [at.owner.id], tag_ids: [tag] })
    const { body } = await at.owner.rest('GET', '/events?names=task.updated&per_page=100')
    expect(body.events.at(-1)).toMatchObject({
      changes: ['assignee_ids', 'tag_ids'],
      data: { assignee_ids: [at.owner.id], tag_ids: [tag] },
    })
  })
  scenario(at, 'a status has its event', () => ({
    put: `/tasks/${task}`,
    send: { status: 'done' },
    status: 200,
    body: { status: 'done', position: null },
    events: ['task.completed'],
  }))
  scenario(at, 'another column places it at its end', () => ({
    put: `/tasks/${task}`,
    send: { column_id: columns[1], status: 'open' },
    status: 200,
    body: { column_id: columns[1], position: 1 },
    events: ['task.moved', 'task.updated'],
  }))
  for (const field of ['title', 'column_id', 'assignee_ids', 'status', 'priority'])
    scenario(at, `null does not clear ${field}`, () => ({
      put: `/tasks/${task}`,
      send: { [field]: null },
      status: 400,
      body: { field },
    }))
  for (const [what, fields, field] of [
    [
      'a column of another project than the one named',
      () => ({ column_id: columns[0], project_id: other }),
      'column_id',
    ],
    ['another project without a column of it', () => ({ project_id: other }), 'column_id'],
    ['a due date before its start', () => ({ start_date: '2026-02-02', due_date: '2026-02-01' }), 'due_date'],
    ['an assignee who does not exist', () => ({ assignee_ids: [missing] }), 'assignee_ids.0'],
  ] as const)
    scenario(at, `refuses ${what}`, () => ({ put: `/tasks/${task}`, send: fields(), status: 422, body: { field } }))
  scenario(at, 'a stale version is refused', () => ({
    put: `/tasks/${task}`,
    send: { title: 'Y' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  scenario(at, 'is refused to an accountant, who reads work', () => ({
    as: 'accountant',
    put: `/tasks/${task}`,
    send: { title: 'Y' },
    status: 403,
  }))
})

describe('done and open again', () => {
  scenario(at, 'done is an event of its own', () => ({
    patch: `/tasks/${task}/toggle-done`,
    status: 200,
    body: { status: 'done', completed_at: /Z$/, position: null },
    events: ['task.completed'],
  }))
  scenario(at, 'reopened stands where it stood', () => ({
    patch: `/tasks/${task}/toggle-done`,
    status: 200,
    body: { status: 'open', completed_at: null, position: 1 },
    events: ['task.updated'],
  }))
  scenario(at, 'is refused to a viewer', () => ({ as: 'viewer', patch: `/tasks/${task}/toggle-done`, status: 403 }))
  test('twice at once leaves it as it was', async () => {
    await Promise.all([1, 2].map(() => at.owner.rest('PATCH', `/tasks/${task}/toggle-done`)))
    expect((await at.owner.rest('GET', `/tasks/${task}`)).body.status).toBe('open')
  })
})

describe('deleting a task', () => {
  test('its event shows the last state', async () => {
    const made = await make({ title: 'Weg', assignee_ids: [at.owner.id] })
    await at.events()
    expect((await at.owner.rest('DELETE', `/tasks/${made.id}`)).status).toBe(204)
    expect(await at.events()).toEqual(['task.deleted'])
    const feed = await at.owner.rest('GET', '/events?names=task.deleted&per_page=100')
    expect(feed.body.events.at(-1).data).toMatchObject({
      title: 'Weg',
      assignees: [{ id: at.owner.id }],
      position: made.position,
    })
  })
  scenario(at, 'is refused to a viewer', () => ({ as: 'viewer', delete: `/tasks/${task}`, status: 403 }))
})

test('two mutations of one document each answer what they left', async () => {
  const made = await make({ column_id: columns[3] })
  const { data, errors } = await at.owner.graphql(
    `mutation ($id: UUID!, $column: UUID!, $member: UUID!) {
      a: updateTask(id: $id, input: { assigneeIds: [$member] }) { assignees { name } column { name } position }
      b: moveTask(id: $id, input: { columnId: $column, position: 0 }) { column { name } position }
      c: updateTask(id: $id, input: { assigneeIds: [] }) { assignees { name } }
    }`,
    { id: made.id, column: columns[0], member: at.member.id },
  )
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({
    a: { assignees: [{ name: 'member' }], column: { name: 'Erledigt' }, position: 0 },
    b: { column: { name: 'Offen' }, position: 0 },
    c: { assignees: [] },
  })
})

describe('the tasks of a project', () => {
  test('are all of them over REST where no page is asked for, each as on a page', async () => {
    const made = (await at.owner.rest('POST', '/projects', { name: 'Viele' })).body
    const [first, second] = made.columns.map(({ id }: { id: string }) => id)
    const one = await make({ project_id: made.id, column_id: second, assignee_ids: [at.member.id], tag_ids: [tag] })
    await at.app.system.query(
      `insert into tasks (organization_id, id, created_at, updated_at, title, project_id, column_id, rank, description)
       select organization_id, gen_random_uuid(), created_at + i * interval '1 second', updated_at, 'Aufgabe ' || i, project_id, $2, i, repeat('Text ', 2000)
       from tasks, generate_series(1, 1200) i where id = $1`,
      [one.id, first],
    )
    // They came past the service, which tallies its own.
    for (const statement of tallyTasks)
      await at.app.system.query(
        `insert into tallies select * from (${statement.replace('insert into tallies', '')}) counted where organization_id = $1
         on conflict (organization_id, name) do update set total = excluded.total`,
        [at.organizationId],
      )
    const { status, body, headers } = await at.viewer.rest('GET', `/projects/${made.id}/tasks`)
    expect([status, body.total, body.tasks.length]).toEqual([200, 1201, 1201])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const titles = body.tasks.map(({ title }: { title: string }) => title)
    expect([titles[0], titles[1199], titles[1200]]).toEqual(['Aufgabe 1200', 'Aufgabe 1', 'x'])
    const page = await at.viewer.rest('GET', `/projects/${made.id}/tasks?per_page=100&page=13`)
    expect(page.body).toEqual({ tasks: body.tasks.slice(1200), total: 1201 })
    const done = await at.viewer.rest('GET', `/projects/${made.id}/tasks?status=done`)
    expect(done.body).toEqual({ tasks: [], total: 0 })
  })
  test('are refused where the filter is wrong or there is no such project, without a page too', async () => {
    expect((await at.viewer.rest('GET', `/projects/${project}/tasks?assignee_id=x`)).status).toBe(422)
    expect((await at.viewer.rest('GET', `/projects/${project}/tasks?q=${'x'.repeat(201)}`)).body.field).toBe('q')
    expect((await at.viewer.rest('GET', `/projects/${missing}/tasks`)).status).toBe(404)
    expect((await at.nobody.rest('GET', `/projects/${project}/tasks`)).status).toBe(401)
  })
})
