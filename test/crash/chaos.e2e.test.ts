import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { startEmbedded } from '#core/database/embedded'
import { repetitions } from '../harness/nightly.ts'
import { startWorker } from '../harness/process.ts'
import { type Fault, startFaultProxy } from '../peers/fault-proxy.ts'
import { parseAddress } from '../peers/postgres-proxy.ts'
import { openFirm, pidOf, sentInTheEnd } from './firm.ts'
import { createServer } from './server.ts'

// What the other files of this folder try at named points happens here at any. CHAOS_KILLS=500 tries more of them, CHAOS_SEED others.

const kills = repetitions('CHAOS_KILLS', 10, 500)
const seed = Number(process.env.CHAOS_SEED ?? 1)
const report = () => {}

function newFolder({ onTestFinished }: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-chaos-'))
  // PostgreSQL's own user passes through.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Numbers from 0 to 1, always the same of a seed (mulberry32). */
function createRandom(state: number) {
  let now = state
  return () => {
    now = (now + 0x6d2b79f5) | 0
    let mixed = Math.imul(now ^ (now >>> 15), 1 | now)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test(`server, worker and PostgreSQL are killed ${kills} times at any moment: nothing acknowledged is lost, nothing is half done`, {
  timeout: 120_000 + kills * 30_000,
}, async (context) => {
  const random = createRandom(seed)
  const dataDir = join(newFolder(context), 'data')
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '' }
  const database = await startEmbedded(dataDir, { report, durable: true })
  const server = await createServer(settings)
  await server.start()
  const firm = await openFirm(server.base, database.url)
  const newWorker = () => startWorker({ ...settings, LOG_LEVEL: 'info', MAIL_LIMIT_PER_HOUR: '0' })
  let worker = newWorker()
  await worker.ready
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const drafts = await firm.drafts(3)
    const sends = drafts.map(firm.send)
    await sleep(random() * 300)
    const victim = (['server', 'worker', 'postmaster', 'backend'] as const)[Math.floor(random() * 4)]
    if (victim === 'server') {
      server.kill('SIGKILL')
      await server.exited()
      await server.start()
    } else if (victim === 'worker') {
      await worker.kill()
      worker = newWorker()
    } else if (victim) process.kill(await pidOf(victim, dataDir, firm), 'SIGKILL')
    const since = performance.now()
    const answers = await Promise.all(sends)
    acknowledged.push(...drafts.filter((_, index) => answers[index]?.status === 200))
    await sentInTheEnd(firm, server, drafts, since)
    await firm.expectWhole()
    const { rows } = await firm.system.query<{ id: string }>('select id from invoices where number is not null')
    const sent = new Set(rows.map(({ id }) => id))
    expect(
      acknowledged.filter((id) => !sent.has(id)),
      `after ${victim}`,
    ).toEqual([])
  }
  await worker.ready
  server.kill('SIGTERM')
  await Promise.all([server.exited(), worker.stop()])
  await firm.passTime()
  await server.start()
  expect(await firm.mailed()).toHaveLength(kills * 3)
  await firm.expectWhole()
  await firm.system.end()
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
  await database.stop()
})

test('a faulty network to PostgreSQL gives plain errors, and everything recovers', {
  timeout: 300_000,
}, async (context) => {
  const folder = newFolder(context)
  const database = await startEmbedded(join(folder, 'database'), { report, durable: true })
  const proxy = await startFaultProxy(parseAddress(database.url))
  const address = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` })
  const server = await createServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: address.href,
    DATABASE_STATEMENT_TIMEOUT_MS: '3000',
    DATABASE_WAIT_TIMEOUT_MS: '3000',
  })
  await server.start()
  const firm = await openFirm(server.base, database.url)
  const faults: Fault[] = [{ latency: 20 }, 'reset', 'hole', 'reset', { latency: 100 }]
  for (const fault of faults) {
    const drafts = await firm.drafts(3)
    proxy.set(fault)
    const sends = drafts.map(firm.send)
    await sleep(1_500)
    proxy.set('none')
    const since = performance.now()
    for (const answer of await Promise.all(sends)) expect([200, 503], JSON.stringify(fault)).toContain(answer?.status)
    await sentInTheEnd(firm, server, drafts, since)
    await firm.expectWhole()
  }
  expect(await firm.mailed()).toHaveLength(faults.length * 3)
  await firm.system.end()
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
  await proxy.close()
  await database.stop()
})
