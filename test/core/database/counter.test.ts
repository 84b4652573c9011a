import { expect, test } from 'vitest'
import { oldestRetainedEvent } from '#core/events/stored-events'
import { operateAsSystem } from '#core/operation/operation'
import { Client } from '#features/people/clients/client.entity'
import { tallyRows } from '../../../migrations/0017-growth.ts'
import { tallyTasks } from '../../../migrations/0020-open-tasks.ts'
import { tallyEvents } from '../../../migrations/0092-partitions.ts'
import { tallySeconds } from '../../../migrations/0093-reports-by-period.ts'
import { firm } from '../../features/billing/invoices/firm.ts'
import { type House, house, openHouse } from '../../harness/house.ts'

const at = house()

/** Recounts after SQL has filled the tables. */
async function tallyAnew({ app }: House) {
  await app.system.query('delete from tallies')
  for (const statement of [...tallyRows, ...tallyTasks, ...tallyEvents, tallySeconds]) await app.system.query(statement)
}

/** Stored counters, and a recount. */
async function tallies({ app, organizationId }: House) {
  const read = async () => {
    const { rows } = await client.query<{ name: string; total: number }>(
      'select name, total from tallies where organization_id = $1 and total <> 0 order by name',
      [organizationId],
    )
    return rows
  }
  const client = await app.system.connect()
  try {
    await client.query('begin')
    const kept = await read()
    await client.query('delete from tallies')
    for (const statement of [...tallyRows, ...tallyTasks, ...tallyEvents, tallySeconds]) await client.query(statement)
    return { kept, counted: await read() }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('counters equal the counted rows after creations, changes, deletions and rejections', async () => {
  const own = await openHouse(at.app)
  const post = async (path: string, body?: object) => (await own.owner.rest('POST', path, body)).body
  const client = await post('/clients', { name: 'Erster', email: 'a@example.com' })
  await post('/clients', { name: 'Zweiter', email: 'a@example.com' })
  const gone = await post('/clients', { name: 'Dritter' })
  await own.owner.rest('PUT', `/clients/${client.id}`, { name: 'Anders' })
  await own.owner.rest('DELETE', `/clients/${gone.id}`)
  await own.owner.rest('DELETE', `/clients/${gone.id}`)
  await own.owner.graphql(
    'mutation { a: createClient(input: {name: "x"}) { id } b: createClient(input: {name: ""}) { id } }',
  )
  await own.owner.graphql(
    'mutation { a: createClient(input: {name: "x"}) { id } b: createClient(input: {name: "y"}) { id } }',
  )
  const project = await post('/projects', { name: 'Projekt' })
  const column_id = project.columns[0].id
  const ids = []
  for (const title of ['a', 'b', 'c']) ids.push((await post('/tasks', { title, project_id: project.id, column_id })).id)
  await own.owner.rest('PATCH', `/tasks/${ids[0]}/toggle-done`)
  await own.owner.rest('DELETE', `/tasks/${ids[1]}`)
  await own.owner.rest('PATCH', `/tasks/${ids[2]}/move`, { column_id: project.columns[1].id, position: 0 })
  const other = await post('/projects', { name: 'Bleibt' })
  await post('/tasks', { title: 'd', project_id: other.id, column_id: other.columns[0].id })
  await own.owner.rest('DELETE', `/projects/${project.id}`)
  const line = { description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }
  const draft = { client_id: client.id, issue_date: '2026-01-01', due_date: '2026-01-15', line_items: [line] }
  const invoice = await post('/invoices', draft)
  await post('/invoices', { ...draft, line_items: [line, line] })
  await own.owner.rest('DELETE', `/invoices/${invoice.id}`)
  const books = firm(own)
  await books.open()
  const paid = await books.send(await books.client(), [line, { ...line, quantity: 3 }])
  await books.pay(paid.id, 5000)
  await books.credit(paid.id)
  await books.pay((await books.send(await books.client(), [line])).id, 4000)
  const { body: changed } = await own.owner.rest('PUT', `/invoices/${(await post('/invoices', draft)).id}`, {
    line_items: [line, line, line],
  })
  expect(changed.subtotal_cents).toBe(30000)
  const sums = async (query: string) => {
    const { body } = await own.owner.rest('GET', `/invoices?per_page=1${query}`)
    return [body.total, body.sum_total_cents, body.sum_open_cents, body.sum_refund_due_cents]
  }
  // With a filter matching everything the rows are added up, otherwise counters are read.
  expect(await sums('')).toEqual(await sums('&from=2020-01-01'))
  await Promise.all(Array.from({ length: 8 }, (_, index) => post('/clients', { name: `Zugleich ${index}` })))
  const { kept, counted } = await tallies(own)
  expect(kept).toEqual(counted)
  expect(Object.fromEntries(kept.map(({ name, total }) => [name, total]))).toMatchObject({ clients: 13, tasks: 1 })
  for (const [path, key] of [
    ['/clients', 'clients'],
    ['/tasks', 'tasks'],
    ['/events', 'events'],
    ['/invoices', 'invoices'],
  ]) {
    const { body } = await own.owner.rest('GET', `${path}?per_page=100`)
    expect([path, body.total]).toEqual([path, body[key as string].length])
  }
})

test("counts a project's time when it is recorded, changed, moved and deleted with its task", async () => {
  const own = await openHouse(at.app)
  const post = async (path: string, body?: object) => (await own.owner.rest('POST', path, body)).body
  const [one, two] = [await post('/projects', { name: 'Eins' }), await post('/projects', { name: 'Zwei' })]
  const task = await post('/tasks', { title: 'x', project_id: one.id, column_id: one.columns[0].id })
  const work = (hours: number, more = {}) =>
    post('/time-entries', {
      project_id: one.id,
      started_at: '2026-01-05T08:00:00Z',
      ended_at: `2026-01-05T${String(8 + hours).padStart(2, '0')}:00:00Z`,
      ...more,
    })
  await work(1)
  await work(2, { task_id: task.id })
  const moved = await work(3)
  const gone = await work(4)
  await own.owner.rest('PUT', `/time-entries/${moved.id}`, { project_id: two.id, ended_at: '2026-01-05T13:00:00Z' })
  await own.owner.rest('DELETE', `/time-entries/${gone.id}`)
  await post('/time-entries/start', { project_id: two.id })
  const lifetime = async () => {
    const { kept, counted } = await tallies(own)
    expect(kept).toEqual(counted)
    return Object.fromEntries(
      kept.filter(({ name }) => name.startsWith('seconds:')).map(({ name, total }) => [name, total]),
    )
  }
  expect(await lifetime()).toEqual({ [`seconds:${one.id}`]: 3 * 3600, [`seconds:${two.id}`]: 5 * 3600 })
  await own.owner.rest('DELETE', `/tasks/${task.id}`)
  expect(await lifetime()).toMatchObject({ [`seconds:${one.id}`]: 3600 })
  await own.owner.rest('DELETE', `/projects/${two.id}`)
  expect(Object.keys(await lifetime())).toEqual([`seconds:${one.id}`])
})

test('counts changes by the unit of work like direct statements', async () => {
  const own = await openHouse(at.app)
  await operateAsSystem(at.app.services, own.organizationId, async (context) => {
    for (const name of ['a', 'b'])
      context.em.persist(Object.assign(new Client(), { name, organizationId: own.organizationId }))
    await context.em.flush()
    context.em.remove((await context.em.find(Client, {}))[0] as Client)
  })
  const { kept, counted } = await tallies(own)
  expect(kept).toEqual(counted)
  expect(kept).toEqual([{ name: 'clients', total: 1 }])
})

test('totals of a feed after an event, and of one with names, equal the number of events', async () => {
  const own = await openHouse(at.app)
  for (const name of ['a', 'b', 'c']) await own.owner.rest('POST', '/clients', { name })
  const { body: client } = await own.owner.rest('POST', '/clients', { name: 'd' })
  await own.owner.rest('PUT', `/clients/${client.id}`, { name: 'e' })
  const total = async (query: string) => (await own.owner.rest('GET', `/events?per_page=2${query}`)).body.total
  const { rows: events } = await at.app.system.query<{ id: string }>(
    'select id from events where organization_id = $1 order by sequence',
    [own.organizationId],
  )
  expect(await total('')).toBe(5)
  expect(await total('&names=client.created')).toBe(4)
  expect(await total(`&after=${events[1]?.id}`)).toBe(3)
  expect(await total(`&after=${events[4]?.id}`)).toBe(0)
  expect(await total(`&after=${events[1]?.id}&page=9`)).toBe(3)
  expect(await total(`&names=client.updated&after=${events[1]?.id}`)).toBe(1)
  await at.app.system.query('update events set created_at = $2 where id = $1', [
    events[1]?.id,
    oldestRetainedEvent(new Date()),
  ])
  expect(await total(`&after=${events[1]?.id}`)).toBe(3)
})

test('updates several counters in one order', async () => {
  const { addToCounters } = await import('#core/database/counter')
  const names = (changes: [string, number][]) =>
    addToCounters(at.organizationId, new Map(changes)).values.filter((value) => value === 'a' || value === 'b')
  expect(
    names([
      ['b', 1],
      ['a', 1],
    ]),
  ).toEqual(['a', 'b'])
})

test("a task's position equals its count, in any part of its column, before and after changes", async () => {
  const own = await openHouse(at.app)
  const { body: project } = await own.owner.rest('POST', '/projects', { name: 'Projekt' })
  const [column, other] = project.columns as { id: string }[]
  const place = { project_id: project.id, column_id: column?.id }
  const first = (await own.owner.rest('POST', '/tasks', { title: 'erste', due_date: '2026-01-01', ...place })).body
  await at.app.system.query(
    `insert into tasks (organization_id, id, created_at, updated_at, project_id, column_id, title, rank, status, due_date, completed_at)
     select organization_id, gen_random_uuid(), now(), now(), project_id, column_id, 'Aufgabe', i * 7.5 - 1000,
       case when i % 5 = 0 then 'done' else 'open' end, current_date, case when i % 5 = 0 then now() end
     from tasks, generate_series(1, 300) i where id = $1`,
    [first.id],
  )
  await tallyAnew(own)
  const positions = async () => {
    const shown = new Map<string, number>()
    for (const page of [1, 2, 3]) {
      const query = `per_page=100&page=${page}&column_id=${column?.id}&status=open`
      const { body } = await own.owner.rest('GET', `/tasks?${query}`)
      for (const { id, position } of body.tasks) shown.set(id, position)
    }
    const { rows } = await at.app.system.query<{ id: string }>(
      `select id from tasks where column_id = $1 and status = 'open' order by place`,
      [column?.id],
    )
    expect(shown).toEqual(new Map(rows.map(({ id }, index) => [id, index])))
    return rows.map(({ id }) => id)
  }
  const ids = await positions()
  const moved = await own.owner.rest('PATCH', `/tasks/${ids[200]}/move`, { column_id: column?.id, position: 3 })
  expect(moved.body.position).toBe(3)
  const away = await own.owner.rest('PATCH', `/tasks/${ids[0]}/move`, { column_id: other?.id, position: 0 })
  expect(away.body.position).toBe(0)
  const { data } = await own.owner.graphql(
    `mutation { a: createTask(input: {title: "neu", dueDate: "2026-01-01", projectId: "${project.id}", columnId: "${column?.id}"}) {
         position project { totals { openTasks doneTasks } } }
       b: toggleTask(id: "${ids[100]}") { position project { totals { openTasks doneTasks } } } }`,
  )
  expect(data.a).toEqual({ position: 240, project: { totals: { openTasks: 242, doneTasks: 60 } } })
  expect(data.b).toEqual({ position: null, project: { totals: { openTasks: 241, doneTasks: 61 } } })
  await positions()
  // With a filter matching everything the rows are counted, otherwise counters are read.
  for (const place of [`column_id=${column?.id}`, `column_id=${column?.id}&status=done`, `project_id=${project.id}`]) {
    const total = async (query: string) => (await own.owner.rest('GET', `/tasks?${query}`)).body.total
    expect([place, await total(place)]).toEqual([place, await total(`${place}&due_before=2200-01-01`)])
  }
  const { kept, counted } = await tallies(own)
  expect(kept).toEqual(counted)
})

test('rewritten ranks keep their counters', async () => {
  const own = await openHouse(at.app)
  const { body: project } = await own.owner.rest('POST', '/projects', { name: 'Projekt' })
  const column_id = project.columns[0].id
  const create = async (title: string) =>
    (await own.owner.rest('POST', '/tasks', { title, project_id: project.id, column_id })).body
  const tasks = [await create('a'), await create('b'), await create('c')]
  await at.app.system.query(`update tasks set rank = '1.${'0'.repeat(100)}1' where id = $1`, [tasks[1].id])
  await at.app.system.query('update tasks set rank = 1 where id = $1', [tasks[0].id])
  await tallyAnew(own)
  const { body } = await own.owner.rest('PATCH', `/tasks/${tasks[2].id}/move`, { column_id, position: 1 })
  expect(body.position).toBe(1)
  const { rows } = await at.app.system.query<{ rank: string }>(
    'select rank::text as rank from tasks where column_id = $1 order by rank',
    [column_id],
  )
  expect(rows.map(({ rank }) => rank)).toEqual(['3', '4', '5'])
  const { kept, counted } = await tallies(own)
  expect(kept).toEqual(counted)
})
