import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { startEmbedded } from '#core/database/embedded'
import { openCluster } from '#core/database/embedded/cluster'
import { type Fits, postgresProxy } from '../peers/postgres-proxy.ts'
import { type Answer, type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// PostgreSQL is killed with SIGKILL inside sends: its first process, or one of a connection, after which it ends all
// others and recovers. The server stays, and works again within ten seconds, its own database started again by itself.

const most = 10_000
const say = () => {}

/** A folder that PostgreSQL's own user may pass through. */
function newFolder({ onTestFinished }: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-killed-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Victim = 'postmaster' | 'backend'

/** The process to kill of the cluster in a data directory. */
async function pidOf(victim: Victim, dataDir: string, { system }: Firm): Promise<number> {
  if (victim === 'postmaster')
    return Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  const { rows } = await system.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'kontor app' order by state_change desc limit 1",
  )
  return rows[0]?.pid ?? 0
}

/** Sends what was cut off until it is sent; fails where that takes longer than `most`, or is refused for good. */
async function sentInTheEnd(firm: Firm, server: Server, drafts: string[], since: number) {
  for (const id of drafts)
    for (;;) {
      const answer = await firm.send(id)
      if (answer?.status === 200) break
      const passing = answer === null || answer.status === 503 || answer.body.error === 'request_in_progress'
      expect({ passing, answer }).toMatchObject({ passing: true })
      expect(performance.now() - since, 'milliseconds until it works again').toBeLessThan(most)
      await sleep(50)
    }
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
  expect(performance.now() - since, 'milliseconds until it is ready').toBeLessThan(most)
}

/** Whoever was cut off is told so, and not that something is wrong with the request or the service. */
function expectPlain(answers: (Answer | null)[]) {
  for (const answer of answers) expect([200, 503]).toContain(answer?.status)
}

async function firmOn(settings: NodeJS.ProcessEnv, databaseUrl: () => Promise<string>) {
  const server = await createServer(settings)
  await server.start()
  const { pid } = server
  const firm = await openFirm(server.base, await databaseUrl())
  const close = async () => {
    await firm.system.end()
    server.kill('SIGTERM')
    expect(await server.exited()).toBe(0)
  }
  return { server, firm, pid, close }
}

/** Every mail has left for the outbox, and all that was committed is whole. */
async function expectWholeInTheEnd(firm: Firm, dataDir: string, count: number) {
  const mails = await firm.mailed()
  expect(mails).toHaveLength(count)
  const files = readdirSync(join(dataDir, 'outbox'))
  for (const { id } of mails) expect(files.filter((name) => name.includes(id))).not.toEqual([])
  await firm.expectWhole()
}

// Most of their time both wait.
test.concurrent('the embedded PostgreSQL, killed five times', { timeout: 120_000 }, async (context) => {
  const dataDir = join(newFolder(context), 'data')
  const { server, firm, pid, close } = await firmOn({ DATA_DIR: dataDir, DATABASE_URL: '' }, async () =>
    (await openCluster(dataDir, { say, durable: true })).url('kontor'),
  )
  const victims: Victim[] = ['postmaster', 'backend', 'postmaster', 'backend', 'postmaster']
  for (const victim of victims) {
    const drafts = await firm.drafts(4)
    const target = await pidOf(victim, dataDir, firm)
    const sends = drafts.map(firm.send)
    // One is through, the others are on their way.
    await Promise.race(sends)
    const killed = performance.now()
    process.kill(target, 'SIGKILL')
    expectPlain(await Promise.all(sends))
    await sentInTheEnd(firm, server, drafts, killed)
    await firm.expectWhole()
  }
  expect(server.pid).toBe(pid)
  await expectWholeInTheEnd(firm, dataDir, victims.length * 4)
  await close()
})

const isNumber: Fits = (statement) => statement.startsWith('insert into counters')
const isSendCommit: Fits = (statement, previous) => statement === 'commit' && previous.includes('insert into events')

test.concurrent('a PostgreSQL of its own, killed five times at named points', { timeout: 120_000 }, async (context) => {
  const folder = newFolder(context)
  const dataDir = join(folder, 'data')
  // This process starts it again, as a service manager would.
  const database = await startEmbedded(join(folder, 'database'), { say, durable: true })
  const proxy = await postgresProxy(database.url)
  const { server, firm, pid, close } = await firmOn(
    { DATA_DIR: dataDir, DATABASE_URL: proxy.url },
    async () => database.url,
  )
  const kills = [
    ['backend', 'after', isNumber],
    ['backend', 'before', isSendCommit],
    ['backend', 'after', isSendCommit],
    ['postmaster', 'before', isSendCommit],
    ['postmaster', 'after', isSendCommit],
  ] as const
  for (const [victim, moment, fits] of kills) {
    const drafts = await firm.drafts(4)
    const target = await pidOf(victim, join(folder, 'database'), firm)
    const killed = new Promise<number>((resolve) =>
      proxy.breakAt(moment, fits, () => {
        process.kill(target, 'SIGKILL')
        resolve(performance.now())
      }),
    )
    expectPlain(await Promise.all(drafts.map(firm.send)))
    await sentInTheEnd(firm, server, drafts, await killed)
    await firm.expectWhole()
  }
  expect(server.pid).toBe(pid)
  await expectWholeInTheEnd(firm, dataDir, kills.length * 4)
  await close()
  await proxy.close()
  await database.stop()
})
