import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import { findPostmaster, measureRequests, median, type RequestCost, startKontor } from './measure.ts'
import { rebuildCounters } from './seed.ts'

const rounds = 3
const count = 200
/** Maximum ratio between the CPU of the older and the younger organization. */
const limit = 1.25
const perYear = 3000
const year = new Date().getFullYear()

interface Organization {
  token: string
  years: number
}

/** Compares a yearly report in an organization with ten years of data and one with a single year. */
export async function benchmarkHistory() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 2)
  say(`Seeding an organization of one year and one of ten, ${perYear} invoices, payments and time entries a year …`)
  const young = await fill(system, 1)
  const old = await fill(system, 10)
  await rebuildCounters(system)
  await system.query('vacuum analyze')
  const postmaster = await findPostmaster(system)
  const kontor = await startKontor(database.url, directory)
  const table: string[][] = [['report of a year', 'one year ms', 'ten years ms', 'ratio', 'limit', '']]
  try {
    for (const path of reports) {
      const costs = new Map<Organization, number[]>([young, old].map((each) => [each, []]))
      for (let round = -1; round < rounds; round++)
        for (const each of [young, old]) {
          const headers = { authorization: `Bearer ${each.token}` }
          const request = { method: 'GET' as const, path: `/api/v1${path}`, headers, status: 200, contains: '"rows"' }
          const cost = await measureRequests(kontor, postmaster, request, count)
          if (round >= 0) costs.get(each)?.push(totalOf(cost))
        }
      const [one, ten] = [median(costs.get(young) ?? []), median(costs.get(old) ?? [])]
      const ratio = ten / one
      const holds = ratio <= limit ? 'holds' : 'misses'
      table.push([path, one.toFixed(2), ten.toFixed(2), ratio.toFixed(2), limit.toFixed(2), holds])
      say(table.at(-1)?.join('  ') ?? '')
    }
  } finally {
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`Median of ${rounds} alternating rounds, 8 connections\n\n${formatTable(table)}\n\n`)
}

const totalOf = ({ server, database }: RequestCost) => server + database

const period = `from=${year}-01-01&to=${year}-12-31`
const reports = [
  `/reports/revenue?${period}`,
  `/reports/revenue?${period}&group_by=client`,
  '/reports/receivables',
  `/reports/vat?${period}`,
  `/reports/time?${period}`,
  `/reports/time?${period}&group_by=month`,
]

/** An organization whose last year is this one: all of the years before is paid, and a twentieth of this one is not. */
async function fill(system: Pool, years: number): Promise<Organization> {
  const name = `History of ${years}`
  const made = await createOrganization(system, { name, email: `history-${randomUUID()}@kontor.example` })
  const { organizationId, memberId } = made
  const run = (statement: string, ...values: unknown[]) => system.query(statement, [organizationId, ...values])
  const columns = 'organization_id, id, created_at, updated_at'
  const fresh = '$1::uuid, gen_random_uuid(), now(), now()'
  await run(`insert into clients (${columns}, name) select ${fresh}, 'Kunde ' || i from generate_series(1, 50) i`)
  await run(`insert into projects (${columns}, name) select ${fresh}, 'Projekt ' || i from generate_series(1, 20) i`)
  const day = `make_date($2::int - i / $3::int, 1, 1) + (i % $3::int) * 364 / $3::int`
  await run(
    `insert into invoices (${columns}, number, status, client_id, issue_date, due_date, service_to, line_items, subtotal_cents,
       tax_cents, total_cents, tax_breakdown, pdf_sha256, parties, open_cents)
     select ${fresh}, 'R-' || i, case when paid then 'paid' else 'sent' end, (array(select id from clients where organization_id = $1))[1 + i % 50],
       day, day + 14, day, '[]', 264000, 50160, 314160, $4::jsonb, '', '{}', case when paid then 0 else 314160 end
     from (select i, ${day} as day, i >= $3::int or i % 20 > 0 as paid from generate_series(0, $3::int * $5::int - 1) i) i`,
    year,
    perYear,
    JSON.stringify([{ taxRate: 19, taxCategory: 'S', netCents: 264_000, taxCents: 50_160 }]),
    years,
  )
  await run(
    `insert into payments (${columns}, invoice_id, client_id, paid_back, amount_cents, paid_at, method, vat_shares)
     select ${fresh}, id, client_id, false, total_cents, issue_date + 10, 'bank_transfer', $2::jsonb
     from invoices where organization_id = $1 and status = 'paid'`,
    JSON.stringify([
      { taxRate: 19, taxCategory: 'S', netCents: 264_000, taxCents: 50_160, discountNetCents: 0, discountTaxCents: 0 },
    ]),
  )
  await run(
    `insert into time_entries (${columns}, user_id, user_name, project_id, started_at, ended_at, status, duration_seconds, hourly_rate_cents)
     select ${fresh}, $4::uuid, 'Wer', (array(select id from projects where organization_id = $1))[1 + i % 20], day + interval '9 hours',
       day + interval '10 hours', 'stopped', 3600, 9000
     from (select i, ${day} as day from generate_series(0, $3::int * $5::int - 1) i) i`,
    year,
    perYear,
    memberId,
    years,
  )
  return { token: made.token, years }
}
