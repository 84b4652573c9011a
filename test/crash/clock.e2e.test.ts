import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventOf, keyOf } from '../features/platform/webhooks/subscriber.ts'
import { createDatabase } from '../harness/cluster.ts'
import { startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'
import { type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// The clock of the service is set while it works: by three hours to and fro, and over New Year. That of PostgreSQL, as on another machine,
// goes on.

const directory = mkdtempSync(join(tmpdir(), 'kontor-clock-'))
const file = join(directory, 'ahead')
const hour = 3_600_000
let database: { url: string; drop(): Promise<void> }
let hook: TlsReceiver
let server: Server
let firm: Firm
let sent = 0

/** Sets the clock of the service; it is there a moment later. */
async function setAhead(milliseconds: number) {
  writeFileSync(`${file}.new`, String(milliseconds))
  renameSync(`${file}.new`, file)
  await sleep(200)
}

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  hook = await startTlsReceiver()
  await setAhead(0)
  server = await createServer({
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    NODE_OPTIONS: `--import ${new URL('./moved-clock.ts', import.meta.url)}`,
    MOVED_CLOCK: file,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
  })
  await server.start()
  firm = await openFirm(server.base, database.url)
  await firm.call('POST', '/webhooks', { url: hook.url, events: ['invoice.sent'] })
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await hook.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

const isReady = async () => (await fetch(`${server.base}/readyz`)).status
/** All mails have left, and each event has arrived once. */
async function expectDone() {
  const mails = await firm.mailed()
  expect(mails.map(({ id }) => id)).not.toContain(null)
  expect(mails).toHaveLength(sent)
  await expect.poll(() => hook.all.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(sent)
  expect(new Set(hook.all.map(keyOf)).size).toBe(sent)
  expect(hook.all).toHaveLength(sent)
}

test('requests, mails and webhooks continue when the clock jumps by three hours', { timeout: 120_000 }, async () => {
  for (const hours of [3, 0, -3, 0, 3, -3, 0]) {
    const drafts = await firm.drafts(2)
    const sends = drafts.map(firm.send)
    await setAhead(hours * hour)
    for (const answer of await Promise.all(sends)) expect(answer?.status, `${hours} h`).toBe(200)
    const [next = ''] = await firm.drafts(1)
    expect(await firm.send(next), `${hours} h`).toMatchObject({ status: 200 })
    sent += 3
    expect(await isReady()).toBe(200)
    await firm.expectWhole()
  }
  await expectDone()
})

test('numbers have no gaps over New Year', { timeout: 120_000 }, async () => {
  const begin = Date.now()
  // In Berlin the year ends an hour before that of UTC.
  const ahead = Date.parse('2026-12-31T22:59:58Z') - begin
  await setAhead(ahead)
  const client = (await firm.call('GET', '/clients'))?.body as unknown as { clients: { id: string }[] }
  const buyer = client.clients[0]?.id
  const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' })
  const numbers: Record<string, string[]> = { 2026: [], 2027: [] }
  const dueDate = '2027-02-01'
  while ((numbers[2027]?.length ?? 0) < 3) {
    const day = berlin.format(Date.now() + ahead)
    const line = { description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }
    const invoice = { client_id: buyer, issue_date: day, due_date: dueDate, line_items: [line] }
    const draft = await firm.call('POST', '/invoices', invoice)
    const answer = await firm.send(draft?.body.id ?? '')
    expect(answer, day).toMatchObject({ status: 200 })
    numbers[day.slice(0, 4)]?.push(answer?.body.number ?? '')
    sent += 1
  }
  const first = sent - (numbers[2026]?.length ?? 0) - 3
  const series = (year: number, after: number) =>
    numbers[year]?.map((_, index) => `RE-${year}-${String(after + index + 1).padStart(4, '0')}`)
  expect(numbers).toEqual({ 2026: series(2026, first), 2027: series(2027, 0) })
  expect(await isReady()).toBe(200)
  expect(new Set(hook.all.map((received) => eventOf(received).data.number)).size).toBeLessThanOrEqual(sent)
  await expectDone()
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
  await server.start()
  expect(await isReady()).toBe(200)
})
