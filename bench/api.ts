import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { formatTable } from './format-table.ts'
import {
  findPostmaster,
  measureRequests,
  median,
  type Request,
  type RequestCost,
  startBaseline,
  startKontor,
} from './measure.ts'
import { type SeededOrganization, seedOrganizations } from './seed.ts'

interface Scenario {
  name: string
  bare: Request
  kontor: Request
  /** Maximum ratio to the baseline's CPU. */
  limit: number
  count: number
}

const rounds = 5

/** REST and GraphQL compared with the baseline server: CPU per request of server and database. */
export async function benchmarkApi() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 2)
  say('Seeding 100,000 clients and 50,000 invoices over 20 organizations …')
  const seeded = await seedOrganizations(system)
  const { organizationId } = seeded
  const postmaster = await findPostmaster(system)
  process.stdout.write(`Median of ${rounds} alternating rounds, 8 connections\n\n`)
  const bare = await startBaseline('./baseline-server.ts', [database.url, organizationId])
  const kontor = await startKontor(database.url, directory)

  const table: string[][] = [
    ['scenario', 'bare ms', 'Kontor ms', '(server + database)', 'ratio', 'limit', '', 'requests/s'],
  ]
  try {
    for (const scenario of scenarios(seeded)) {
      say(`Measuring ${scenario.name} …`)
      const costs: { bare: RequestCost[]; kontor: RequestCost[] } = { bare: [], kontor: [] }
      await measureRequests(bare, postmaster, scenario.bare, scenario.count / 2)
      await measureRequests(kontor, postmaster, scenario.kontor, scenario.count / 2)
      for (let round = 0; round < rounds; round++) {
        costs.bare.push(await measureRequests(bare, postmaster, scenario.bare, scenario.count))
        costs.kontor.push(await measureRequests(kontor, postmaster, scenario.kontor, scenario.count))
      }
      const total = ({ server, database: db }: RequestCost) => server + db
      const [base, ours] = [median(costs.bare.map(total)), median(costs.kontor.map(total))]
      const ratio = ours / base
      table.push([
        scenario.name,
        base.toFixed(3),
        ours.toFixed(3),
        `${median(costs.kontor.map(({ server }) => server)).toFixed(3)} + ${median(costs.kontor.map(({ database: db }) => db)).toFixed(3)}`,
        ratio.toFixed(2),
        scenario.limit.toFixed(2),
        ratio <= scenario.limit ? 'holds' : 'misses',
        `${Math.round(median(costs.kontor.map(({ perSecond }) => perSecond)))} (bare ${Math.round(median(costs.bare.map(({ perSecond }) => perSecond)))})`,
      ])
    }
  } finally {
    bare.process.kill()
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${formatTable(table)}\n\n`)
}

function scenarios({ token, clientId, otherClientId }: SeededOrganization): Scenario[] {
  const headers = { authorization: `Bearer ${token}` }
  const fresh = () => JSON.stringify({ name: 'Neu', email: `${randomUUID()}@example.com`, country: 'DE' })
  const line = { description: 'Beratung', quantity: 8, unit_price_cents: 11000, tax_rate: 19 }
  const invoice = () =>
    JSON.stringify({
      client_id: otherClientId,
      issue_date: '2026-01-05',
      due_date: '2026-01-19',
      line_items: [line, line, line],
    })
  const fields =
    'id createdAt updatedAt version name kind email invoiceEmail vatId country color contactName phone website street postalCode city customerNumber buyerReference invoiceFormat language paymentTermsDays hourlyRateCents timeRoundingMinutes debtorNumber notes archived'
  const list: Request = { method: 'GET', path: '/clients?per_page=50', status: 200, contains: '"total"' }
  const get: Request = { method: 'GET', path: `/clients/${clientId}`, status: 200, contains: clientId }
  const create: Request = { method: 'POST', path: '/clients', body: fresh, status: 201, contains: '"id"' }
  const createInvoice: Request = {
    method: 'POST',
    path: '/invoices',
    body: invoice,
    status: 201,
    contains: '"total_cents"',
  }
  const rest = (request: Request): Request => ({ ...request, path: `/api/v1${String(request.path)}`, headers })
  const graphql = (query: string, contains: string): Request => ({
    method: 'POST',
    path: '/graphql',
    headers,
    body: () => JSON.stringify({ query }),
    status: 200,
    contains,
  })
  return [
    { name: 'REST list of 50', bare: list, kontor: rest(list), limit: 1.5, count: 1000 },
    { name: 'REST get', bare: get, kontor: rest(get), limit: 2.5, count: 2000 },
    { name: 'REST create with event', bare: create, kontor: rest(create), limit: 2.5, count: 1000 },
    { name: 'REST invoice create', bare: createInvoice, kontor: rest(createInvoice), limit: 2, count: 600 },
    {
      name: 'GraphQL list of 50',
      bare: list,
      kontor: graphql(`{ clients(perPage: 50) { total clients { ${fields} } } }`, '"total"'),
      limit: 1.5 * 1.25,
      count: 1000,
    },
    {
      name: 'GraphQL get',
      bare: get,
      kontor: graphql(`{ client(id: "${clientId}") { ${fields} } }`, clientId),
      limit: 2.5 * 1.25,
      count: 2000,
    },
  ]
}
