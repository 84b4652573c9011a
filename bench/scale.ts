import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, isDistributed } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { formatTable } from './format-table.ts'
import { type FilledOrganization, fillOrganization } from './growth.ts'
import {
  findPostmaster,
  findPostmasters,
  measureRequests,
  median,
  type Request,
  type RequestCost,
  type Server,
  startKontor,
} from './measure.ts'
import { rebuildCounters } from './seed.ts'

const rounds = 3

/** How many organizations ask by turns, and how many clients, invoices, events and tasks each of them has. */
const loads = [
  { active: 1, rows: 1000 },
  { active: 10, rows: 1000 },
  { active: 100, rows: 1000 },
  { active: 10, rows: 10_000 },
] as const

/**
 * The cost of requests as organizations and rows grow, on a new database or on BENCH_DATABASE_URL, such as a Citus on this
 * machine.
 */
export async function benchmarkScale() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const databaseUrl = process.env.BENCH_DATABASE_URL || null
  const database = await openDatabase({ databaseUrl, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 2)
  const several = await isDistributed(system)
  const postmasters = several ? await findPostmasters(system) : [await findPostmaster(system)]
  const table = [['scale', 'active', 'rows each', 'requests/s', 'server ms', 'database ms', 'statements']]
  const kontor = await startKontor(database.url, directory)
  try {
    for (const { rows, most } of seeds()) {
      say(`Seeding ${most} organizations of ${rows.toLocaleString('en')} rows of each kind …`)
      const filled: FilledOrganization[] = []
      for (let index = 0; index < most; index++) filled.push(await fillOrganization(system, { column: 200, rows }))
      await rebuildCounters(system)
      await system.query('analyze')
      for (const { active } of loads.filter((load) => load.rows === rows))
        for (const { name, count, ask } of scenarios) {
          const { cost, statements } = await repeated(kontor, postmasters, ask(turns(filled.slice(0, active))), count)
          const row = [
            name,
            `${active}`,
            rows.toLocaleString('en'),
            cost('perSecond').toFixed(0),
            cost('server').toFixed(2),
          ]
          table.push([...row, cost('database').toFixed(2), statements.toFixed(1)])
          say(table.at(-1)?.join('  ') ?? '')
        }
    }
  } finally {
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const where = several ? `Citus of ${postmasters.length} servers, all on this machine` : 'one PostgreSQL'
  process.stdout.write(`${where}; median of ${rounds} rounds, 8 connections\n\n${formatTable(table)}\n\n`)
}

/** How many organizations of each size are needed. */
const seeds = () =>
  [...new Set(loads.map(({ rows }) => rows))].map((rows) => ({
    rows,
    most: Math.max(...loads.filter((load) => load.rows === rows).map(({ active }) => active)),
  }))

/** One organization after the other. */
function turns(filled: readonly FilledOrganization[]): () => FilledOrganization {
  let next = 0
  return () => filled[next++ % filled.length] as FilledOrganization
}

async function repeated(kontor: Server, postmasters: number[], request: Request, count: number) {
  const costs: RequestCost[] = []
  await measureRequests(kontor, postmasters, request, count)
  await statementsOf(kontor)
  for (let round = 0; round < rounds; round++) costs.push(await measureRequests(kontor, postmasters, request, count))
  return {
    cost: (part: keyof RequestCost) => median(costs.map((each) => each[part])),
    statements: (await statementsOf(kontor)) / (rounds * count),
  }
}

/** Those that the service has sent since it was last asked. */
async function statementsOf({ process: child }: Server): Promise<number> {
  child.send('')
  const [{ statements }] = (await once(child, 'message')) as [{ statements: number }]
  return statements
}

interface Scenario {
  name: string
  count: number
  ask(next: () => FilledOrganization): Request
}

/** A request of whichever organization is next: its path and headers are asked for one after the other. */
function asOf(
  next: () => FilledOrganization,
  method: Request['method'],
  path: (filled: FilledOrganization) => string,
  status: number,
  contains: string,
  body?: (filled: FilledOrganization) => object,
): Request {
  let filled: FilledOrganization | undefined
  return {
    method,
    path: () => {
      filled = next()
      return `/api/v1${path(filled)}`
    },
    get headers() {
      return { authorization: `Bearer ${filled?.token}` }
    },
    ...(body && { body: () => JSON.stringify(filled && body(filled)) }),
    status,
    contains,
  }
}

const any = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? ''
const line = {
  description: 'Beratung',
  quantity: 8,
  unit: 'HUR',
  unit_price_cents: 11_000,
  tax_rate: 19,
  supply: 'service',
}

const scenarios: Scenario[] = [
  {
    name: 'get a task',
    count: 800,
    ask: (next) => asOf(next, 'GET', ({ taskIds }) => `/tasks/${any(taskIds)}`, 200, '"position"'),
  },
  {
    name: 'list 50 invoices',
    count: 200,
    ask: (next) => asOf(next, 'GET', () => '/invoices?per_page=50', 200, '"total"'),
  },
  {
    name: 'create a task',
    count: 200,
    ask: (next) =>
      asOf(
        next,
        'POST',
        () => '/tasks',
        201,
        '"id"',
        ({ projectId, columnId }) => ({ title: 'Neu', project_id: projectId, column_id: columnId }),
      ),
  },
  {
    name: 'board of 200',
    count: 50,
    ask: (next) => asOf(next, 'GET', ({ projectId }) => `/projects/${projectId}/columns`, 200, '"subtask_total"'),
  },
  {
    name: 'draft an invoice',
    count: 100,
    ask: (next) =>
      asOf(
        next,
        'POST',
        () => '/invoices',
        201,
        '"id"',
        ({ clientId }) => ({
          client_id: clientId,
          issue_date: '2026-11-02',
          due_date: '2026-11-16',
          line_items: [line, line, line],
        }),
      ),
  },
]
