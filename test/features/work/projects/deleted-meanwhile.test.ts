import { beforeAll, describe, expect, test } from 'vitest'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { countLockWaits } from '../../../harness/several-servers.ts'

// A project is deleted while somebody does something in it: whoever comes second waits, and nobody for each other.

let at: House
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  at = await openHouse(started.app)
  return () => stop()
})

interface Board {
  project_id: string
  column_id: string
  task_id: string
}

const made = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await at.owner.rest('POST', path, body)
  expect(answer.status).toBe(201)
  return answer.body
}

async function board(): Promise<Board> {
  const { id: project_id } = await made('/projects', { name: 'Auftritt' })
  const columns = (await at.owner.rest('GET', `/projects/${project_id}/columns`)).body
  const column_id = columns[0].id
  const { id: task_id } = await made('/tasks', { title: 'Entwurf', project_id, column_id })
  return { project_id, column_id, task_id }
}

type Answer = Awaited<ReturnType<House['owner']['rest']>>

/** Has two ask for the same row, one after the other, while somebody else has it; answers what both were answered. */
async function inLine(table: string, id: string, first: () => Promise<Answer>, second: () => Promise<Answer>) {
  const holder = await at.app.system.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from ${table} where organization_id = $1 and id = $2 for update`, [
      at.organizationId,
      id,
    ])
    const one = first()
    const waiting = () => countLockWaits(at.app.system)
    await expect.poll(waiting).toBe(1)
    let isDone = false
    const other = second().finally(() => {
      isDone = true
    })
    await expect.poll(async () => isDone || (await waiting()) === 2).toBe(true)
    await holder.query('commit')
    return [await one, await other] as const
  } finally {
    holder.release()
  }
}

const deleted = ({ project_id }: Pick<Board, 'project_id'>) => at.owner.rest('DELETE', `/projects/${project_id}`)

/** Does something while a project is being deleted. */
const meanwhile = (place: Omit<Board, 'column_id'>, act: () => Promise<Answer>) =>
  inLine('tasks', place.task_id, () => deleted(place), act)

const hour = { started_at: '2026-01-10T09:00:00Z', ended_at: '2026-01-10T10:00:00Z' }
const noon = { start_time: '2026-01-12T12:00:00Z', end_time: '2026-01-12T13:00:00Z' }

describe('what is made in a project while it is deleted is refused', () => {
  test.each<[string, (board: Board) => [path: string, body: object]]>([
    ['a task', ({ project_id, column_id }) => ['/tasks', { title: 'Neu', project_id, column_id }]],
    ['a column', ({ project_id }) => [`/projects/${project_id}/columns`, { name: 'Neu' }]],
    ['a page', ({ project_id }) => ['/pages', { title: 'Neu', project_id }]],
    ['a whiteboard', ({ project_id }) => ['/whiteboards', { title: 'Neu', project_id }]],
    ['an event', ({ project_id }) => ['/calendar/events', { title: 'Neu', project_id, ...noon }]],
    ['a timer', ({ project_id }) => ['/time-entries/start', { project_id }]],
    ['a timer of a task', ({ task_id }) => ['/time-entries/start', { task_id }]],
    ['time', ({ project_id }) => ['/time-entries', { project_id, ...hour }]],
    ['time of a task', ({ task_id }) => ['/time-entries', { task_id, ...hour }]],
    ['a comment', ({ task_id }) => [`/tasks/${task_id}/comments`, { content: 'Neu' }]],
    ['a subtask', ({ task_id }) => [`/tasks/${task_id}/subtasks`, { title: 'Neu' }]],
  ])('%s', async (_, request) => {
    const place = await board()
    const [gone, created] = await meanwhile(place, () => at.owner.rest('POST', ...request(place)))
    expect(gone.status).toBe(204)
    expect([404, 422]).toContain(created.status)
  })
})

test('a timer that runs in the project is stopped by another that is started meanwhile, or gone', async () => {
  const [place, other] = [await board(), await board()]
  await made('/time-entries/start', { project_id: place.project_id })
  const [gone, started] = await meanwhile(place, () =>
    at.owner.rest('POST', '/time-entries/start', { project_id: other.project_id }),
  )
  expect([gone.status, started.status]).toEqual([204, 201])
})

test('a timer that runs in the project, where the other is started in it too, leaves both to go on', async () => {
  const place = await board()
  await made('/time-entries/start', { task_id: place.task_id })
  const [gone, started] = await meanwhile(place, () =>
    at.owner.rest('POST', '/time-entries/start', { task_id: place.task_id }),
  )
  expect(gone.status).toBe(204)
  expect([404, 422]).toContain(started.status)
})

test('a card is not moved any more once its project is being deleted', async () => {
  const { task_id, ...place } = await board()
  const { id: last } = await made('/tasks', { title: 'Karte', ...place })
  const [gone, moved] = await meanwhile({ ...place, task_id: last }, () =>
    at.owner.rest('PATCH', `/tasks/${task_id}/move`, { column_id: place.column_id, position: 0 }),
  )
  expect(gone.status).toBe(204)
  expect([404, 422]).toContain(moved.status)
})

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

test('a task that is being deleted goes first, and its project after it', async () => {
  const { task_id, ...place } = await board()
  await made('/time-entries', { task_id, ...hour })
  const answers = await inLine(
    'tasks',
    task_id,
    () => at.owner.rest('DELETE', `/tasks/${task_id}`),
    () => deleted(place),
  )
  expect(statuses(answers)).toEqual([204, 204])
})

test('a task and its tag are deleted at once', async () => {
  const { project_id, column_id } = await board()
  const { id: tag } = await made('/tags', { name: `eilig ${project_id}` })
  const { id: task } = await made('/tasks', { title: 'Entwurf', project_id, column_id, tag_ids: [tag] })
  const answers = await inLine(
    'tasks',
    task,
    () => at.owner.rest('DELETE', `/tasks/${task}`),
    () => at.owner.rest('DELETE', `/tags/${tag}`),
  )
  expect(statuses(answers)).toEqual([204, 204])
})

test('time that is being billed keeps its project', async () => {
  const { id: client_id } = await made('/clients', { name: 'Kundin' })
  const { id: project_id } = await made('/projects', { name: 'Auftritt', client_id, hourly_rate_cents: 9000 })
  const { id: entry } = await made('/time-entries', { project_id, ...hour })
  const period = { from: '2026-01-01', to: '2026-01-31' }
  const answers = await inLine(
    'time_entries',
    entry,
    () => at.owner.rest('POST', '/invoices/from-time-entries', { client_id, project_id, ...period }),
    () => deleted({ project_id }),
  )
  expect(statuses(answers)).toEqual([201, 409])
  expect(answers[1].body.message).toContain('abgerechnet')
})

test('the time of an event is booked before its project goes', async () => {
  const { project_id } = await board()
  const { id: event } = await made('/calendar/events', { title: 'Termin', project_id, ...noon })
  const answers = await inLine(
    'calendar_events',
    event,
    () => at.owner.rest('POST', `/calendar/events/${event}/time-entry`),
    () => deleted({ project_id }),
  )
  expect(statuses(answers)).toEqual([201, 204])
})
