import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import { findPostmaster, measureRequests, median, startKontor } from './measure.ts'

const rounds = 5
const count = 60
/** CPU milliseconds of server and database per sent invoice: number, XML, PDF/A-3, archive, mail, events. */
const limit = 40

const seller = {
  legal_name: 'Bench GmbH',
  street: 'Weg 1',
  postal_code: '20457',
  city: 'Hamburg',
  tax_number: '22/333/44444',
  vat_id: 'DE123456789',
  iban: 'DE02120300000000202051',
}
const buyer = {
  name: 'Kunde AG',
  email: 'kunde@example.com',
  street: 'Gasse 2',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
}
const line = { description: 'Beratung', quantity: 8, unit_price_cents: 11000, tax_rate: 19 }

/** The cost of sending an invoice with three and with sixty lines, including its mail. */
export async function benchmarkSend() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 1)
  const { token } = await createOrganization(system, { name: 'Bench', email: 'bench@kontor.example' })
  const kontor = await startKontor(database.url, directory)
  const postmaster = await findPostmaster(system)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${kontor.base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const table = [['send an invoice', 'CPU ms', '(server + database)', 'limit', '', 'sends/s']]
  const together = [['60 lines', 'ms a send', 'longest', 'connection ms', 'counter ms', 'a read beside it', 'longest']]
  try {
    await call('PUT', '/organization', seller)
    const client = await call('POST', '/clients', buyer)
    const drafts = (lines: number) => {
      const invoice = {
        client_id: client.id,
        issue_date: '2026-01-05',
        due_date: '2026-01-19',
        line_items: Array(lines).fill(line),
      }
      return Promise.all(Array.from({ length: count }, () => call('POST', '/invoices', invoice)))
    }
    for (const lines of [3, 60]) {
      say(`Measuring a send of ${lines} lines …`)
      const costs = []
      for (let round = 0; round <= rounds; round++) {
        const ids = (await drafts(lines)).map(({ id }) => id)
        const path = () => `/api/v1/invoices/${ids.pop()}/send`
        const cost = await measureRequests(
          kontor,
          postmaster,
          { method: 'POST', path, headers, body: () => '{}', status: 200, contains: '"pdf_sha256"' },
          count,
        )
        if (round > 0) costs.push(cost)
      }
      const [server, db] = [median(costs.map((cost) => cost.server)), median(costs.map((cost) => cost.database))]
      table.push([
        `${lines} lines`,
        (server + db).toFixed(1),
        `${server.toFixed(1)} + ${db.toFixed(1)}`,
        lines === 3 ? limit.toFixed(1) : '',
        lines > 3 ? '' : server + db <= limit ? 'holds' : 'misses',
        median(costs.map(({ perSecond }) => perSecond)).toFixed(0),
      ])
    }
    for (const atOnce of [1, 8]) {
      say(`Measuring sends of 60 lines, ${atOnce} at once …`)
      const ids = (await drafts(60)).slice(0, 48).map(({ id }) => id)
      const sends: number[] = []
      const reads: number[] = []
      const timed = async (into: number[], work: () => Promise<unknown>) => {
        const began = performance.now()
        await work()
        into.push(performance.now() - began)
      }
      const held = holding(system)
      const began = performance.now()
      const reader = (async () => {
        while (sends.length < 48)
          await timed(reads, async () =>
            (await fetch(`${kontor.base}/api/v1/clients/${client.id}`, { headers })).text(),
          )
      })()
      const worker = async () => {
        for (let id = ids.pop(); id; id = ids.pop()) await timed(sends, () => call('POST', `/invoices/${id}/send`, {}))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      const elapsed = performance.now() - began
      await reader
      const { connection, counter } = await held.stop()
      together.push([
        atOnce === 1 ? 'one at a time' : `${atOnce} at once`,
        (elapsed / sends.length).toFixed(0),
        Math.max(...sends).toFixed(0),
        (connection / sends.length).toFixed(0),
        (counter / sends.length).toFixed(1),
        median(reads).toFixed(1),
        Math.max(...reads).toFixed(0),
      ])
    }
  } finally {
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${formatTable(table)}\n\n${formatTable(together)}\n\n`)
}

/** Samples how many connections hold a write transaction, and whether a counter's row is locked. */
function holding(system: Pool) {
  const held = { connection: 0, counter: 0 }
  let stopped = false
  const looking = (async () => {
    let before = performance.now()
    while (!stopped) {
      const { rows } = await system.query<{ open: number; locked: boolean }>(
        `select (select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
                 where a.application_name = 'kontor app' and l.locktype = 'relation' and l.mode = 'RowShareLock'
                   and l.relation = 'invoices'::regclass) as open,
           (select count(*) from counters) > (select count(*) from (select from counters for share skip locked) free) as locked`,
      )
      const now = performance.now()
      held.connection += (now - before) * (rows[0]?.open ?? 0)
      held.counter += rows[0]?.locked ? now - before : 0
      before = now
      await setTimeout(1)
    }
    return held
  })()
  return {
    stop() {
      stopped = true
      return looking
    },
  }
}
