import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { freePort, ready } from '../harness/service.ts'

// The server is killed with SIGKILL inside sends, ten times. What must hold afterwards: no number without its document,
// no event without its change and none missing, no mail lost, numbers without gap.

const rounds = 10
const directory = mkdtempSync(join(tmpdir(), 'kontor-crash-'))
let env: NodeJS.ProcessEnv
let base = ''
let server: ChildProcess
let database: { url: string; drop(): Promise<void> }

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'fatal',
    API_RATE_LIMIT_PER_MINUTE: '1000000',
  }
  await start()
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

async function start() {
  server = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], { env, stdio: 'ignore' })
  await ready(base)
}

test(`killed ${rounds} times inside sends: whole or not at all`, { timeout: 300_000 }, async () => {
  const { createPool } = await import('../../src/core/database/connection.ts')
  const { createOrganization } = await import('../../src/organizations/create-organization.ts')
  const system = createPool(database.url, 'system', 2)
  const { organizationId, token } = await createOrganization(system, {
    name: 'Absturz GmbH',
    email: 'a@absturz.example',
  })
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { id: string } }
  }
  await call('PUT', '/organization', {
    legal_name: 'Absturz GmbH',
    street: 'Weg 1',
    postal_code: '1',
    city: 'Hamburg',
    tax_number: '1',
  })
  const { body: client } = await call('POST', '/clients', {
    name: 'A',
    email: 'a@a.example',
    street: 'R',
    postal_code: '1',
    city: 'B',
    country: 'DE',
  })
  let interrupted = 0
  for (let round = 0; round < rounds; round++) {
    const drafts = await Promise.all(
      Array.from({ length: 8 }, () =>
        call('POST', '/invoices', {
          client_id: client.id,
          issue_date: '2026-01-05',
          due_date: '2126-01-19',
          line_items: [{ description: 'x', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
        }),
      ),
    )
    const sends = drafts.map(({ body }) => call('POST', `/invoices/${body.id}/send`).catch(() => null))
    // After the first answers the others are in every stage: waiting for the counter, rendering, archiving, committing.
    await Promise.race(sends)
    await new Promise((resolve) => setTimeout(resolve, round * 12))
    server.kill('SIGKILL')
    interrupted += (await Promise.all(sends)).filter((answer) => answer === null).length
    await start()
  }
  expect(interrupted, 'sends that were cut off').toBeGreaterThan(rounds)

  const { rows } = await system.query<{ id: string; number: string; pdf_sha256: string; status: string }>(
    'select id, number, pdf_sha256, status from invoices where organization_id = $1 and number is not null order by number',
    [organizationId],
  )
  expect(rows.map(({ number }) => number)).toEqual(
    rows.map((_, index) => `RE-2026-${String(index + 1).padStart(4, '0')}`),
  )
  for (const { id, pdf_sha256 } of rows) {
    const pdf = await fetch(`${base}/api/v1/invoices/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } })
    expect(
      createHash('sha256')
        .update(Buffer.from(await pdf.arrayBuffer()))
        .digest('hex'),
    ).toBe(pdf_sha256)
  }
  const { rows: events } = await system.query<{ id: string; sequence: number }>(
    "select body::json->'data'->>'id' as id, sequence from events where organization_id = $1 and name = 'invoice.sent'",
    [organizationId],
  )
  expect(events.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  const { rows: all } = await system.query<{ sequence: number }>(
    'select sequence from events where organization_id = $1 order by sequence',
    [organizationId],
  )
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1))
  // Every mail leaves in the end, those of before the crashes too.
  for (let tries = 0; tries < 300; tries++) {
    const { rows: waiting } = await system.query(
      "select 1 from mails where organization_id = $1 and status = 'queued'",
      [organizationId],
    )
    if (!waiting.length) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const { rows: mails } = await system.query<{ subject_id: string; status: string }>(
    'select subject_id, status from mails where organization_id = $1',
    [organizationId],
  )
  expect(mails.map(({ subject_id }) => subject_id).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(mails.every(({ status }) => status === 'sent')).toBe(true)
  expect(readdirSync(join(directory, 'outbox')).length).toBeGreaterThanOrEqual(rows.length)
  await system.end()
})
