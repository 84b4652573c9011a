import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import { startKontor } from './measure.ts'

const invoices = Number(process.env.EXPORT_INVOICES ?? 50_000)
/** Megabytes by which the server's memory may grow during an export. */
const limit = 100

const seller = {
  legal_name: 'Bench GmbH',
  street: 'Weg 1',
  postal_code: '20457',
  city: 'Hamburg',
  tax_number: '22/333/44444',
  iban: 'DE02120300000000202051',
  accounting: { chart: 'SKR03', datev_consultant_number: '29098', datev_client_number: '55003', export_payments: true },
}
const buyer = { name: 'Käufer AG', street: 'Gasse 2', postal_code: '10115', city: 'Berlin', country: 'DE' }

/** Memory and time of exporting many invoices, in each format. */
export async function benchmarkExport() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, (text) =>
    process.stderr.write(`${text}\n`),
  )
  const system = createPool(database.url, 'system', 1)
  const { organizationId, token } = await createOrganization(system, { name: 'Bench', email: 'bench@kontor.example' })
  const kontor = await startKontor(database.url, directory)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${kontor.base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const fetched = async (format: string, to: string) => {
    const began = performance.now()
    let peak = residentMemory(kontor.process.pid)
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMemory(kontor.process.pid))
    }, 20)
    try {
      const path = `/api/v1/accounting/export?from=2025-01-01&to=${to}&format=${format}`
      const response = await fetch(kontor.base + path, { headers })
      if (!response.ok) throw new Error(`export answered ${response.status}: ${await response.text()}`)
      let bytes = 0
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length
      return { bytes, peak, seconds: (performance.now() - began) / 1000 }
    } finally {
      clearInterval(watch)
    }
  }
  const table = [
    [`export of ${invoices.toLocaleString('en')} invoices`, 'MB sent', 'seconds', 'memory grows by', 'limit', ''],
  ]
  try {
    await call('PUT', '/organization', seller)
    const client = await call('POST', '/clients', buyer)
    const draft = await call('POST', '/invoices', {
      client_id: client.id,
      issue_date: '2025-01-01',
      due_date: '2025-01-15',
      line_items: [
        { description: 'Beratung', quantity: 8, unit_price_cents: 11_000, tax_rate: 19 },
        { description: 'Buch', quantity: 1, unit_price_cents: 2_000, tax_rate: 7 },
      ],
    })
    await call('POST', `/invoices/${draft.id}/send`, { channel: 'none' })
    await call('POST', `/invoices/${draft.id}/payments`, {
      amount_cents: 50_000,
      paid_at: '2025-02-01',
      method: 'card',
    })
    await fetched('gobd', '2025-01-01')
    for (const table of ['invoices', 'issued_documents', 'archived_documents', 'payments'])
      await multiply(system, organizationId, table)
    await system.query('analyze')
    for (const format of ['datev', 'csv', 'gobd']) {
      const before = residentMemory(kontor.process.pid)
      const { bytes, peak, seconds } = await fetched(format, '2025-12-31')
      const growth = peak - before
      table.push([
        format,
        (bytes / 1e6).toFixed(1),
        seconds.toFixed(1),
        `${growth.toFixed(0)} MB`,
        `${limit} MB`,
        growth <= limit ? 'holds' : 'misses',
      ])
    }
  } finally {
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  process.stdout.write(`${formatTable(table)}\n\n`)
}

/** Copies the only row of a table, spread over a year; ids are derived from the copy's number. */
async function multiply(system: ReturnType<typeof createPool>, organizationId: string, table: string) {
  const { rows } = await system.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'
     order by ordinal_position`,
    [table],
  )
  const id = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid"
  const values: Record<string, string> = {
    id,
    invoice_id: id,
    subject_id: id,
    number: "'RE-2025-' || (n + 1)",
    issue_date: "date '2025-01-01' + n % 365",
    due_date: "date '2025-01-15' + n % 365",
    paid_at: "date '2025-01-05' + n % 360",
  }
  const columns = rows.map(({ name }) => name)
  await system.query(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.map((name) => values[name] ?? `t.${name}`).join(', ')} from ${table} t, generate_series(1, ${invoices}) n
     where t.organization_id = $1`,
    [organizationId],
  )
}

const residentMemory = (pid = 0) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
