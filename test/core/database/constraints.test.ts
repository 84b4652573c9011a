import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { translateDatabaseError } from '#core/errors/database-error'
import { Problem } from '#core/errors/problem'
import { upload } from '../../features/content/files/upload.ts'
import { house } from '../../harness/house.ts'
import { countLockWaits } from '../../harness/several-servers.ts'

// Every constraint has an error message, also in races: a reference to a deleted row is 422 for the field (404 in the path), a referenced
// or duplicate row is 409.

const at = house()

interface Constraint {
  name: string
  child: string
  parent: string
  deletes: string
}

const foreignKeys = async () =>
  (
    await at.app.system.query<Constraint>(
      `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype as deletes
       from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and confrelid <> 'organizations'::regclass
       order by 1`,
    )
  ).rows

const meanings = () => at.app.services.constraints

/** PostgreSQL's messages. */
const refused = (code: string, message: string) => Object.assign(new Error(message), { code })
const meets = (error: Error) => translateDatabaseError(error, meanings())

test('every foreign key has an error message in both directions', async () => {
  for (const { name, child, parent } of await foreignKeys()) {
    const gone = meets(
      refused('23503', `insert or update on table "${child}" violates foreign key constraint "${name}"`),
    )
    expect(gone, name).toBeInstanceOf(Problem)
    const { status, field } = gone as Problem
    expect([401, 404, 422], name).toContain(status)
    if (status === 422) expect(field, name).toMatch(/^[a-zA-Z]+(Id|Ids|To)$/)
    const used = meets(
      refused(
        '23503',
        `update or delete on table "${parent}" violates foreign key constraint "${name}" on table "${child}"`,
      ),
    )
    expect(used, name).toMatchObject({ status: 409 })
  }
})

test("shards of a distributed table have their table's messages", () => {
  expect(
    meets(
      refused(
        '23503',
        'insert or update on table "projects_102008" violates foreign key constraint "projects_client_id_fkey_102008"',
      ),
    ),
  ).toMatchObject({ status: 422, field: 'clientId' })
})

test("every unique index and exclusion constraint is 409 with a feature's message", async () => {
  const { rows } = await at.app.system.query<{ name: string; primary: boolean }>(
    `select indexrelid::regclass::text as name, indisprimary as primary from pg_index i
     join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace and not c.relispartition and (indisunique or indisexclusion)`,
  )
  for (const { name, primary } of rows) {
    expect(meets(refused('23505', `duplicate key value violates unique constraint "${name}"`)), name).toMatchObject({
      status: 409,
    })
    if (!primary) expect(Object.keys(meanings())).toContain(name)
  }
})

test('a violated check is an internal error', () => {
  expect(
    meets(refused('23514', 'new row for relation "tasks" violates check constraint "tasks_status_check"')),
  ).toBeInstanceOf(Error)
})

describe('a reference to a row that is being deleted', () => {
  const ids: Record<string, string> = {}
  const post = async (path: string, body: object) => {
    const answer = await at.owner.rest('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  beforeAll(async () => {
    const project = await post('/projects', { name: 'Bleibt' })
    ids.project = project.id
    ids.column = project.columns[0].id
    ids.client = (await post('/clients', { name: 'Bleibt' })).id
    ids.task = (await post('/tasks', { title: 'x', project_id: ids.project, column_id: ids.column })).id
    ids.file = (await upload(at, 'owner', { file: ['x', 'x.txt'] })).body.id
  })

  const line = { description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }
  const dates = { issue_date: '2026-01-01', due_date: '2026-01-15' }
  const span = { started_at: '2021-01-04T09:00:00Z', ended_at: '2021-01-04T11:00:00Z' }
  const make = {
    clients: async () => (await post('/clients', { name: 'Geht' })).id,
    projects: async () => (await post('/projects', { name: 'Geht' })).id,
    tags: async () => (await post('/tags', { name: randomUUID() })).id,
    files: async () => (await upload(at, 'owner', { file: ['x', 'x.txt'] })).body.id as string,
    folders: async () => (await post('/storage/folders', { name: 'Geht' })).id,
    tasks: async () => (await post('/tasks', { title: 'Geht', project_id: ids.project, column_id: ids.column })).id,
    members: async () =>
      (await post('/members', { name: 'Geht', email: `${randomUUID()}@kontor.example`, role: 'member' })).id,
  }
  const inTask = { project_id: () => ids.project, column_id: () => ids.column }

  /** Table → request that refers to it, and the field in the response. */
  const cases: [keyof typeof make, string, (id: string) => [string, string, object], string | null][] = [
    ['clients', 'a project', (id) => ['POST', '/projects', { name: 'x', client_id: id }], 'client_id'],
    [
      'clients',
      'a project that is changed',
      (id) => ['PUT', `/projects/${ids.project}`, { client_id: id }],
      'client_id',
    ],
    [
      'clients',
      'an invoice',
      (id) => ['POST', '/invoices', { client_id: id, ...dates, line_items: [line] }],
      'client_id',
    ],
    [
      'projects',
      'an invoice',
      (id) => ['POST', '/invoices', { client_id: ids.client, project_id: id, ...dates, line_items: [line] }],
      'project_id',
    ],
    ['projects', 'a whiteboard', (id) => ['POST', '/whiteboards', { title: 'x', project_id: id }], 'project_id'],
    ['projects', 'time', (id) => ['POST', '/time-entries', { project_id: id, ...span }], 'project_id'],
    ['tasks', 'time', (id) => ['POST', '/time-entries', { task_id: id, ...span }], 'task_id'],
    ['tasks', 'a comment', (id) => ['POST', `/tasks/${id}/comments`, { content: 'x' }], null],
    ['tasks', 'a step', (id) => ['POST', `/tasks/${id}/subtasks`, { title: 'x' }], null],
    ['tasks', 'an attachment', (id) => ['POST', `/tasks/${id}/attachments`, { file_id: ids.file }], null],
    ['files', 'an attachment', (id) => ['POST', `/tasks/${ids.task}/attachments`, { file_id: id }], 'file_id'],
    ['folders', 'a folder', (id) => ['POST', '/storage/folders', { name: 'x', parent_id: id }], 'parent_id'],
    ['folders', 'a file', (id) => ['PUT', `/storage/files/${ids.file}`, { folder_id: id }], 'folder_id'],
    [
      'tags',
      'a task',
      (id) => [
        'POST',
        '/tasks',
        { title: 'x', project_id: inTask.project_id(), column_id: inTask.column_id(), tag_ids: [id] },
      ],
      'tag_ids',
    ],
    [
      'members',
      'a task',
      (id) => [
        'POST',
        '/tasks',
        { title: 'x', project_id: inTask.project_id(), column_id: inTask.column_id(), assignee_ids: [id] },
      ],
      'assignee_ids',
    ],
  ]

  test.each(cases)('%s: %s', async (table, _, request, field) => {
    const id = await make[table]()
    const other = await at.app.system.connect()
    try {
      await other.query('begin')
      if (table === 'members')
        await other.query('delete from member_slugs where organization_id = $1 and member_id = $2', [
          at.organizationId,
          id,
        ])
      await other.query(`delete from ${table} where organization_id = $1 and id = $2`, [at.organizationId, id])
      const [method, path, body] = request(id)
      const answer = at.owner.rest(method as 'POST', path, body)
      // Waits for the row being deleted.
      await expect.poll(() => countLockWaits(at.app.system)).toBeGreaterThan(0)
      await other.query('commit')
      const { status, body: told } = await answer
      expect([status, told.error, told.field ?? null], JSON.stringify(told)).toEqual(
        field === null ? [404, 'not_found', null] : [422, 'validation_failed', field],
      )
    } finally {
      other.release()
    }
  })

  test('a deletion of a row that is being referenced', async () => {
    const id = await make.clients()
    const other = await at.app.system.connect()
    try {
      await other.query('begin')
      await other.query(
        `insert into client_refunds select (jsonb_populate_record(null::client_refunds, $1::jsonb)).*`,
        [
          JSON.stringify({
            organization_id: at.organizationId,
            id: randomUUID(),
            created_at: new Date(),
            updated_at: new Date(),
            version: 1,
            client_id: id,
            amount_cents: 1,
            method: 'cash',
            paid_at: '2026-01-01',
          }),
        ],
      )
      const answer = at.owner.rest('DELETE', `/clients/${id}`)
      await expect.poll(() => countLockWaits(at.app.system)).toBeGreaterThan(0)
      await other.query('commit')
      expect((await answer).status).toBe(409)
    } finally {
      other.release()
    }
  })
})
