import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { repetitions } from '../harness/nightly.ts'
import { type ObjectStore, startObjectStore } from '../peers/object-store.ts'
import { type Moment, type PostgresProxy, type StatementFilter, startPostgresProxy } from '../peers/postgres-proxy.ts'
import { type SmtpSink, startSmtpSink } from '../peers/smtp-sink.ts'
import { type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// The server is killed with SIGKILL at named points of a send. What must hold afterwards: no number without its
// document, no event without its change and none missing, no mail lost, numbers without gap. Who sends again what was
// cut off, under the same Idempotency-Key, gets it sent once.

const rounds = repetitions('CRASH_ROUNDS', 1, 5)
const directory = mkdtempSync(join(tmpdir(), 'kontor-crash-'))
let database: { url: string; drop(): Promise<void> }
let proxy: PostgresProxy
let store: ObjectStore
let sink: SmtpSink
let server: Server
/** Milliseconds that a start takes which nothing went before, on this machine as busy as it is. */
let undisturbed = 0
let firm: Firm

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  proxy = await startPostgresProxy(database.url)
  store = await startObjectStore()
  sink = await startSmtpSink()
  server = await createServer({
    DATA_DIR: directory,
    DATABASE_URL: proxy.url,
    SMTP_URL: sink.url,
    ...store.settings,
  })
  await server.start()
  firm = await openFirm(server.base, database.url)
  // The first process ends by itself, and leaves the compiled code of a send for those that are killed.
  const [first = ''] = await firm.drafts(1)
  expect(await firm.send(first), 'the first send').toMatchObject({ status: 200 })
  server.kill('SIGTERM')
  await server.exited()
  undisturbed = await server.start()
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await proxy.close()
  await store.close()
  await sink.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

const isNumber: StatementFilter = (statement) => statement.startsWith('insert into counters')
const isMailRead: StatementFilter = (statement) => statement.startsWith('update mails set unknown_outcomes')
const isMailMark: StatementFilter = (statement) => statement.startsWith('update mails set status')
const isMailFetch: StatementFilter = (statement) =>
  statement.includes("j.name = 'mail'") && statement.includes('SKIP LOCKED')
const isCommitOf =
  (fits: StatementFilter): StatementFilter =>
  (statement, previous) =>
    statement === 'commit' && fits(previous, '')
const isSendCommit = isCommitOf((statement) => statement.includes('insert into events'))

/** The first statement that fits after another has been seen. */
function following(first: StatementFilter, fits: StatementFilter): StatementFilter {
  let seen = false
  return (statement, previous) => {
    seen ||= first(statement, previous)
    return seen && fits(statement, previous)
  }
}

type Kill = () => void
const atStatement = (moment: Moment, fits: () => StatementFilter) => (kill: Kill) =>
  void proxy.breakAt(moment, fits(), kill)
const atMail = (kill: Kill) =>
  sink.reply((command) => {
    if (command !== 'DATA.') return undefined
    sink.reply(() => undefined)
    kill()
    return 'hang'
  })

/** Points that leave nothing of a send. */
const uncommitted = {
  'before the number': atStatement('before', () => isNumber),
  'after the number': atStatement('after', () => isNumber),
  // A send that did not wait for the store would commit meanwhile.
  'before the document is kept': (kill: Kill) => void store.breakAt('arrived', '.pdf', () => setTimeout(kill, 250)),
  'after the document is kept': (kill: Kill) => void store.breakAt('kept', '.pdf', kill),
  'before the commit': atStatement('before', () => isSendCommit),
}

/** Where the server is killed. At those of the mail it may be the mail of an earlier round that is tried again. */
const points: Record<string, (kill: Kill) => void> = {
  ...uncommitted,
  'after the commit': atStatement('after', () => isSendCommit),
  'before the mail is taken': atStatement('before', () => following(isSendCommit, isMailFetch)),
  'after the mail is taken': atStatement('before', () => isMailRead),
  'before the mail is answered': atMail,
  'after the mail is answered': atStatement('before', () => isMailMark),
  'after the mail is marked': atStatement('after', () => isCommitOf(isMailMark)),
}

const numbered = async () => {
  const { rows } = await firm.system.query<{ count: number }>(
    'select count(*)::int from invoices where organization_id = $1 and number is not null',
    [firm.organizationId],
  )
  return rows[0]?.count ?? 0
}

const schedule = Array.from({ length: rounds }, () => Object.keys(points)).flat()

test(`killed ${schedule.length} times at named points of a send: whole or not at all`, {
  timeout: 600_000,
}, async () => {
  const slowest = { ms: 0, point: '' }
  for (const point of schedule) {
    const drafts = await firm.drafts(2)
    const before = await numbered()
    const killed = new Promise<void>((resolve) =>
      points[point]?.(() => {
        server.kill('SIGKILL')
        resolve()
      }),
    )
    const answers = await Promise.all([...drafts.map(firm.send), killed])
    await server.exited()
    const ms = await server.start()
    if (ms > slowest.ms) Object.assign(slowest, { ms, point })
    const gain = (await numbered()) - before
    if (point in uncommitted) expect([gain, ...answers], point).toEqual([0, null, null, undefined])
    if (point === 'after the commit') expect([gain, ...answers], point).toEqual([1, null, null, undefined])
    await firm.expectWhole()
    for (const id of drafts) expect(await firm.send(id), `sent again after "${point}"`).toMatchObject({ status: 200 })
  }
  expect(slowest.ms, `ready again, ${slowest.point}`).toBeLessThan(Math.max(10_000, 4 * undisturbed))

  await firm.expectWhole()
  expect(await numbered()).toBe(1 + schedule.length * 2)
  server.kill('SIGTERM')
  await server.exited()
  await firm.passTime()
  await server.start()
  const mails = await firm.mailed()
  await firm.expectWhole()
  const arrived = sink.all.map(({ headers, attachments }) => ({
    id: headers['message-id']?.slice(1).split('@')[0],
    sha256: createHash('sha256')
      .update(attachments[0]?.content ?? '')
      .digest('hex'),
  }))
  const distinct = [...new Map(arrived.map((mail) => [mail.id, mail])).values()]
  expect(distinct.toSorted(byId), 'every mail has arrived, with its document').toEqual(mails.toSorted(byId))
  // Only what was cut between the other side's answer and our mark comes twice, under the same Message-ID.
  expect(arrived.length - mails.length).toBeLessThanOrEqual(schedule.length)
})

const byId = (one: { id?: string | undefined }, other: { id?: string | undefined }) =>
  (one.id ?? '') < (other.id ?? '') ? -1 : 1
