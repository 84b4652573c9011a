import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open'
import { createOrganization } from '#features/people/organizations/create-organization'
import { measure, median, postmasterOf, startKontor } from './measure.ts'
import { format } from './table.ts'

const rounds = 5
const count = 60
/** CPU milliseconds of server and database that one send may cost: number, XML, PDF/A-3, archive, mail, events. */
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

/** What it costs to send an invoice of three and of sixty lines, its mail written to the outbox included. */
export async function send() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory }, say)
  const system = createPool(database.url, 'system', 1)
  const { token } = await createOrganization(system, { name: 'Bench', email: 'bench@kontor.example' })
  const kontor = await startKontor(database.url, directory)
  const postmaster = await postmasterOf(system)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${kontor.base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const table = [['send an invoice', 'CPU ms', '(server + database)', 'limit', '', 'sends/s']]
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
        const cost = await measure(
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
  } finally {
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${format(table)}\n\n`)
}
