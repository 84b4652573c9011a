import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { startEmbedded } from '#core/database/embedded'
import { openCluster } from '#core/database/embedded/cluster'
import { type StatementFilter, startPostgresProxy } from '../peers/postgres-proxy.ts'
import { type Answer, type Firm, openFirm, pidOf, sentInTheEnd, type Victim } from './firm.ts'
import { createServer } from './server.ts'

// PostgreSQL is killed with SIGKILL inside sends: its first process, or one of a connection, after which it ends all
// others and recovers. The server stays, and works again within ten seconds, its own database started again by itself.

const report = () => {}

/** A folder that PostgreSQL's own user may pass through. */
function newFolder({ onTestFinished }: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-killed-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
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
test.concurrent('the embedded PostgreSQL recovers from five kills', { timeout: 120_000 }, async (context) => {
  const dataDir = join(newFolder(context), 'data')
  const { server, firm, pid, close } = await firmOn({ DATA_DIR: dataDir, DATABASE_URL: '' }, async () =>
    (await openCluster(dataDir, { report, durable: true })).url('kontor'),
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

const isNumber: StatementFilter = (statement) => statement.startsWith('insert into counters')
const isSendCommit: StatementFilter = (statement, previous) =>
  statement === 'commit' && previous.includes('insert into events')

test.concurrent('an external PostgreSQL recovers from five kills at named points', {
  timeout: 120_000,
}, async (context) => {
  const folder = newFolder(context)
  const dataDir = join(folder, 'data')
  // This process starts it again, as a service manager would.
  const database = await startEmbedded(join(folder, 'database'), { report, durable: true })
  const proxy = await startPostgresProxy(database.url)
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
