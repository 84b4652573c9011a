import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { createPool } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createOrganization } from '#features/people/organizations/create-organization'
import { freePort, waitUntilReady } from '../test/harness/service.ts'
import { formatTable } from './format-table.ts'

/** Megabytes of resident memory of the server with its document workers. */
const limit = 350
/** How much more it may be at the end than after the second minute. */
const growth = 1.1

const seconds = Number(process.env.SOAK_SECONDS ?? 300)
const connections = 12
const every = 15

const seller = {
  legal_name: 'Bench GmbH',
  street: 'Weg 1',
  postal_code: '20457',
  city: 'Hamburg',
  tax_number: '22/333/44444',
  vat_id: 'DE123456789',
  iban: 'DE02120300000000202051',
}
const line = { description: 'Beratung', quantity: 8, unit_price_cents: 11000, tax_rate: 19 }

type Answer = Record<string, unknown> & { id: string }

/** The server's resident memory under mixed load over five minutes. */
export async function benchmarkSoak() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, say)
  const system = createPool(database.url, 'system', 1)
  const { token } = await createOrganization(system, { name: 'Bench', email: 'bench@kontor.example' })
  const kontor = await startBuilt(database.url, directory)
  const pool = new Pool(kontor.base, { connections, pipelining: 1 })
  let requests = 0
  const failures = new Map<string, number>()
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> => {
    const answer = await pool.request({
      method,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    requests += 1
    const text = await answer.body.text()
    if (answer.statusCode >= 400) {
      const failure = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')} ${answer.statusCode}`
      failures.set(failure, (failures.get(failure) ?? 0) + 1)
    }
    return JSON.parse(text)
  }
  const curve: number[] = []
  const resident = () => residentMegabytes(kontor.process.pid ?? 0)
  try {
    await call('PUT', '/organization', seller)
    const client = await call('POST', '/clients', {
      name: 'Kunde AG',
      email: 'kunde@example.com',
      street: 'Gasse 2',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    })
    const project = (await call('POST', '/projects', { name: 'Projekt' })) as Answer & { columns: { id: string }[] }
    const column = project.columns[0]?.id
    const began = performance.now()
    const passed = () => (performance.now() - began) / 1000
    const turn = async (number: number) => {
      const { id } = await call('POST', '/clients', { name: `Kunde ${number}`, email: `${randomUUID()}@example.com` })
      await call('GET', `/clients/${id}`)
      await call('GET', '/clients?per_page=50')
      if (number % 10 === 0)
        await call('POST', '/tasks', { title: `Aufgabe ${number}`, project_id: project.id, column_id: column })
      await call('GET', `/projects/${project.id}/columns`)
      await call('GET', '/events?per_page=50')
      const invoice = await call('POST', '/invoices', {
        client_id: client.id,
        issue_date: '2026-01-05',
        due_date: '2026-01-19',
        line_items: [line, line, line],
      })
      await call('GET', `/invoices/${invoice.id}`)
      await call('GET', '/invoices?per_page=50')
      if (number % 4 === 0) await call('POST', `/invoices/${invoice.id}/send`, {})
    }
    let turns = 0
    const worker = async () => {
      while (passed() < seconds) await turn(turns++)
    }
    const watched = setInterval(() => {
      curve.push(resident())
      say(`${passed().toFixed(0)} s  ${resident().toFixed(0)} MB  ${requests} requests`)
    }, every * 1000)
    await Promise.all(Array.from({ length: connections }, worker))
    clearInterval(watched)
  } finally {
    await pool.close()
    kontor.process.kill()
    await system.end()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const highest = Math.max(...curve)
  const settled = Math.max(...curve.slice(Math.floor(90 / every), Math.ceil(135 / every)))
  const end = Math.max(...curve.slice(-3))
  const verdict = (holds: boolean) => (holds ? 'holds' : 'misses')
  const table = [
    ['soak', '', 'limit', ''],
    ['requests', `${requests}`],
    ['highest', `${highest.toFixed(0)} MB`, `${limit} MB`, verdict(highest <= limit)],
    [
      'end beside the second minute',
      `${end.toFixed(0)} / ${settled.toFixed(0)} MB`,
      growth.toFixed(2),
      verdict(end <= settled * growth),
    ],
    ...[...failures].map(([what, count]) => [what, `${count}`, '0', 'misses']),
  ]
  process.stdout.write(
    `${connections} connections, ${seconds} s; megabytes every ${every} s: ${curve.map(Math.round).join(' ')}\n\n${formatTable(table)}\n\n`,
  )
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The built service, as `npm start` runs it: a loader of TypeScript would hold memory of its own. */
async function startBuilt(databaseUrl: string, dataDir: string) {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  const port = await freePort()
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const [, options = ''] = /exec node (.+)$/.exec(scripts.start) ?? []
  const server = spawn(process.execPath, options.split(' '), {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      API_RATE_LIMIT_PER_MINUTE: '1000000000',
      MAIL_LIMIT_PER_HOUR: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  await waitUntilReady(base)
  return { process: server, base }
}
