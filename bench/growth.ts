import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import { findPostmaster, measureRequests, median, type Request, type RequestCost, startKontor } from './measure.ts'
import { rebuildCounters } from './seed.ts'

const rounds = 3
/** Maximum ratio between the CPU of the large and the small organization. */
const limit = 1.5

/** Rows of each kind in the two organizations: open tasks in the measured column; clients, invoices, events and tasks in all. */
const sizes = { small: { column: 100, rows: 1000 }, large: { column: 10_000, rows: 100_000 } }

/** Compares requests in an organization with a hundred times the data. */
export async function benchmarkGrowth() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 2)
  say('Seeding organizations of 1,000 and of 100,000 rows of each kind …')
  const small = await fillOrganization(system, sizes.small)
  const large = await fillOrganization(system, sizes.large)
  await rebuildCounters(system)
  await system.query('vacuum analyze')
  const postmaster = await findPostmaster(system)
  const kontor = await startKontor(database.url, directory)
  const table: string[][] = [['growth', 'small ms', 'large ms', '(server + database)', 'ratio', 'limit', '']]
  try {
    for (const { name, count, per = () => 1, ask } of scenarios) {
      say(`Measuring ${name} …`)
      const costs: { small: RequestCost[]; large: RequestCost[] } = { small: [], large: [] }
      const repeats = (filled: FilledOrganization) => Math.ceil(count / per(filled))
      for (let round = -1; round < rounds; round++)
        for (const [size, filled] of [
          ['small', small],
          ['large', large],
        ] as const) {
          const cost = await measureRequests(kontor, postmaster, ask(filled), repeats(filled))
          if (round >= 0) costs[size].push(cost)
        }
      const total = (size: 'small' | 'large', filled: FilledOrganization) =>
        median(costs[size].map(({ server, database: db }) => server + db)) / per(filled)
      const part = (name: 'server' | 'database') => median(costs.large.map((cost) => cost[name])) / per(large)
      const ratio = total('large', large) / total('small', small)
      const row = [
        name,
        total('small', small).toFixed(3),
        total('large', large).toFixed(3),
        `${part('server').toFixed(3)} + ${part('database').toFixed(3)}`,
        ratio.toFixed(2),
        limit.toFixed(2),
        ratio <= limit ? 'holds' : 'misses',
      ]
      table.push(row)
      say(row.join('  '))
    }
  } finally {
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`Median of ${rounds} alternating rounds, 8 connections\n\n${formatTable(table)}\n\n`)
}

export interface FilledOrganization {
  organizationId: string
  token: string
  projectId: string
  columnId: string
  taskIds: string[]
  invoiceId: string
  clientId: string
  /** Open tasks of the column when it was filled. */
  column: number
}

interface Scenario {
  name: string
  count: number
  /** The size by which the cost is divided: a board is compared per card. */
  per?: (filled: FilledOrganization) => number
  ask(filled: FilledOrganization): Request
}

const get =
  (path: string | ((filled: FilledOrganization) => string), contains: string) => (filled: FilledOrganization) => ({
    method: 'GET' as const,
    path: () => `/api/v1${typeof path === 'string' ? path : path(filled)}`,
    headers: { authorization: `Bearer ${filled.token}` },
    status: 200,
    contains,
  })
const change =
  (
    method: 'POST' | 'PATCH' | 'PUT',
    path: (filled: FilledOrganization) => string,
    body: (filled: FilledOrganization) => object,
    status: number,
  ) =>
  (filled: FilledOrganization) => ({
    method,
    path: () => `/api/v1${path(filled)}`,
    headers: { authorization: `Bearer ${filled.token}` },
    body: () => JSON.stringify(body(filled)),
    status,
    contains: '"id"',
  })
const any = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? ''

const scenarios: Scenario[] = [
  { name: 'get a task', count: 1000, ask: get(({ taskIds }) => `/tasks/${any(taskIds)}`, '"position"') },
  {
    name: 'list 50 tasks of the column',
    count: 200,
    ask: get(({ columnId }) => `/tasks?per_page=50&column_id=${columnId}`, '"position"'),
  },
  { name: 'list 50 tasks', count: 200, ask: get('/tasks?per_page=50', '"position"') },
  { name: 'list 50 tasks by due date', count: 200, ask: get('/tasks?per_page=50&sort=due_date', '"position"') },
  {
    name: 'board, a card',
    count: 10_000,
    per: ({ column }) => column,
    ask: get(({ projectId }) => `/projects/${projectId}/columns`, '"subtask_total"'),
  },
  { name: 'get the project', count: 1000, ask: get(({ projectId }) => `/projects/${projectId}`, '"open_tasks"') },
  {
    name: 'create a task',
    count: 200,
    ask: change(
      'POST',
      () => '/tasks',
      ({ projectId, columnId }) => ({ title: 'Neu', project_id: projectId, column_id: columnId }),
      201,
    ),
  },
  {
    name: 'move a task',
    count: 200,
    ask: change(
      'PATCH',
      ({ taskIds }) => `/tasks/${any(taskIds)}/move`,
      ({ columnId, column }) => ({ column_id: columnId, position: Math.floor(Math.random() * column) }),
      200,
    ),
  },
  {
    name: 'change a task',
    count: 200,
    ask: change(
      'PUT',
      ({ taskIds }) => `/tasks/${any(taskIds)}`,
      () => ({ title: `Neu ${Math.random()}` }),
      200,
    ),
  },
  { name: 'list 50 clients', count: 200, ask: get('/clients?per_page=50', '"total"') },
  { name: 'list 50 invoices', count: 200, ask: get('/invoices?per_page=50', '"total"') },
  { name: 'list 50 events', count: 200, ask: get('/events?per_page=50', '"total"') },
  {
    name: 'create a client',
    count: 200,
    ask: change(
      'POST',
      () => '/clients',
      () => ({ name: 'Neu' }),
      201,
    ),
  },
  { name: 'get an invoice', count: 1000, ask: get(({ invoiceId }) => `/invoices/${invoiceId}`, '"id"') },
]

/** An organization with so many rows, as SQL. */
export async function fillOrganization(
  system: Pool,
  { column, rows }: { column: number; rows: number },
): Promise<FilledOrganization> {
  const name = `Growth ${rows}`
  const made = await createOrganization(system, { name, email: `growth-${randomUUID()}@kontor.example` })
  const { organizationId } = made
  const fresh = 'gen_random_uuid(), now(), now()'
  const columns = 'organization_id, id, created_at, updated_at'
  const aged = "$1::uuid, gen_random_uuid(), now() - i * interval '1 minute', now()"
  const line = {
    description: 'Beratung',
    quantity: 8,
    unit: 'HUR',
    unitPriceCents: 11000,
    discountPercent: 0,
    taxRate: 19,
    supply: 'service',
    taxCategory: 'S',
    taxExemptionReason: null,
    netCents: 88000,
  }
  const projects = Math.max(1, rows / column)
  const statements: [string, unknown[]][] = [
    [
      `insert into projects (${columns}, name) select $1::uuid, ${fresh}, 'Projekt ' || i from generate_series(1, $2::int) i`,
      [projects],
    ],
    [
      `insert into project_columns (${columns}, project_id, name, sort_order)
      select organization_id, ${fresh}, id, 'Spalte ' || i, i from projects, generate_series(0, 3) i where organization_id = $1`,
      [],
    ],
    [
      `insert into tasks (${columns}, project_id, column_id, title, rank, due_date, priority)
      select k.organization_id, gen_random_uuid(), now() - i * interval '1 minute', now(), k.project_id, k.id, 'Eine Aufgabe ' || i, i,
        current_date + i % 100, 'medium'
      from project_columns k, generate_series(1, $2::int) i where k.organization_id = $1 and k.sort_order = 0`,
      [column],
    ],
    [
      `insert into clients (${columns}, name, email, country, city, street, postal_code, color)
      select ${aged}, 'Kunde ' || i, 'kunde' || i || '@example.com', 'DE', 'Hamburg', 'Weg ' || i, '20457', '#336699'
      from generate_series(1, $2::int) i`,
      [rows],
    ],
    [
      `insert into invoices (${columns}, client_id, issue_date, due_date, line_items, subtotal_cents, tax_cents, total_cents, tax_breakdown, open_cents)
      select organization_id, gen_random_uuid(), created_at, now(), id, '2026-01-05', '2026-01-19', $2::jsonb, 264000, 50160, 314160,
        '[{"taxRate":19,"taxCategory":"S","netCents":264000,"taxCents":50160}]', 314160
      from clients where organization_id = $1`,
      [JSON.stringify([line, line, line])],
    ],
    ['insert into event_sequences (organization_id, last) values ($1, $2)', [rows]],
    [
      `insert into events (organization_id, id, sequence, name, created_at, body)
      select $1::uuid, id, i, 'client.created', now(), json_build_object('id', id, 'event', 'client.created', 'created_at', now(),
        'organization_id', $1::uuid, 'actor', json_build_object('type', 'system', 'id', null, 'name', 'Kontor'), 'sequence', i,
        'data', json_build_object('name', repeat('x', 800)))
      from (select gen_random_uuid() as id, i from generate_series(1, $2::int) i) e`,
      [rows],
    ],
  ]
  for (const [statement, values] of statements) await system.query(statement, [organizationId, ...values])
  const { rows: tasks } = await system.query<{ id: string; project_id: string; column_id: string }>(
    `select id, project_id, column_id from tasks where organization_id = $1
       and column_id = (select column_id from tasks where organization_id = $1 limit 1)`,
    [organizationId],
  )
  const {
    rows: [invoice],
  } = await system.query<{ id: string; client_id: string }>(
    'select id, client_id from invoices where organization_id = $1 limit 1',
    [organizationId],
  )
  const [first] = tasks
  if (!first || !invoice) throw new Error('nothing was seeded')
  return {
    organizationId,
    token: made.token,
    projectId: first.project_id,
    columnId: first.column_id,
    taskIds: tasks.map(({ id }) => id),
    invoiceId: invoice.id,
    clientId: invoice.client_id,
    column,
  }
}
