import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { repetitions } from '../harness/nightly.ts'
import { type Moment, type PostgresProxy, type StatementFilter, startPostgresProxy } from '../peers/postgres-proxy.ts'
import { type SmtpSink, startSmtpSink } from '../peers/smtp-sink.ts'
import { type Firm, mailJobs, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// The server is killed with SIGKILL at named points of a booking. What must hold afterwards: the slot is free, or it is booked
// with its place in the calendar, its event and its mails, which arrive.

const rounds = repetitions('CRASH_ROUNDS', 1, 5)
const directory = mkdtempSync(join(tmpdir(), 'kontor-crash-'))
let database: { url: string; drop(): Promise<void> }
let proxy: PostgresProxy
let sink: SmtpSink
let server: Server
let firm: Firm
let page = ''

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  proxy = await startPostgresProxy(database.url)
  sink = await startSmtpSink()
  server = await createServer({ DATA_DIR: directory, DATABASE_URL: proxy.url, SMTP_URL: sink.url })
  await server.start()
  firm = await openFirm(server.base, database.url)
  const me = (await firm.call('GET', '/me'))?.body as unknown as { slug: string }
  await firm.call('POST', '/booking/event-types', { name: 'Gespräch', slug: 'gespraech', duration_minutes: 15 })
  page = `/public/booking/${me.slug}/gespraech`
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await proxy.close()
  await sink.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

const isHost: StatementFilter = (statement) => statement.startsWith('insert into booking_hosts')
const isMail: StatementFilter = (statement) => statement.startsWith('insert into mails')
const isMailRead: StatementFilter = (statement) => statement.startsWith('update mails set unknown_outcomes')
const isMailMark: StatementFilter = (statement) => statement.startsWith('update mails set status')
const isCommit: StatementFilter = (statement, previous) =>
  statement === 'commit' && previous.includes('insert into events')

type Kill = () => void
const at = (moment: Moment, fits: StatementFilter) => (kill: Kill) => void proxy.breakAt(moment, fits, kill)

/** Points that leave the slot free. */
const uncommitted: Record<string, (kill: Kill) => void> = {
  'before the host is taken': at('before', isHost),
  'after the host is taken': at('after', isHost),
  'after a mail is queued': at('after', isMail),
  'before the commit': at('before', isCommit),
}
const points: Record<string, (kill: Kill) => void> = {
  ...uncommitted,
  'after the commit': at('after', isCommit),
  'after a mail is taken': at('before', isMailRead),
  'after a mail is answered': at('before', isMailMark),
}

const slots = async () => {
  const from = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString()
  const to = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString()
  const answer = await firm.call('GET', `${page}/slots?from=${from}&to=${to}`)
  const body = answer?.body as unknown as { slots: { start: string }[] } | undefined
  return (body?.slots ?? []).map(({ start }) => start)
}
let guests = 0
const book = (start: string) => {
  guests += 1
  return firm.call('POST', `${page}/book`, { start, name: 'Gast', email: `gast-${guests}@gast.example` })
}

/** How many bookings there are; each with its host, its place in the calendar, its event, link and two mails. */
async function expectWhole(): Promise<number> {
  const jobs = await mailJobs(firm.system)
  const { rows } = await firm.system.query<{ id: string }>(
    `select b.id,
       (select count(*)::int from booking_hosts where organization_id = $1 and booking_id = b.id) as hosts,
       (select count(*)::int from calendar_events where organization_id = $1 and booking_id = b.id) as places,
       (select count(*)::int from events where organization_id = $1 and name = 'booking.created'
          and body::json->'data'->>'id' = b.id::text) as events,
       (select count(*)::int from booking_links where organization_id = $1 and booking_id = b.id) as links,
       (select count(*)::int from mails where organization_id = $1 and subject_id = b.id
          and (status = 'sent' or id = any ($2))) as mails
     from bookings b where b.organization_id = $1`,
    [firm.organizationId, jobs],
  )
  for (const booking of rows)
    expect(booking).toEqual({ id: booking.id, hosts: 1, places: 1, events: 1, links: 1, mails: 2 })
  const { rows: all } = await firm.system.query<{ hosts: number; places: number; mails: number }>(
    `select (select count(*)::int from booking_hosts where organization_id = $1) as hosts,
       (select count(*)::int from calendar_events where organization_id = $1) as places,
       (select count(*)::int from mails where organization_id = $1) as mails`,
    [firm.organizationId],
  )
  expect(all).toEqual([{ hosts: rows.length, places: rows.length, mails: 2 * rows.length }])
  return rows.length
}

const schedule = Array.from({ length: rounds }, () => Object.keys(points)).flat()

test(`killed ${schedule.length} times at named points of a booking: whole, or the slot is free`, {
  timeout: 600_000,
}, async () => {
  for (const point of schedule) {
    const before = await expectWhole()
    const [start = ''] = await slots()
    const killed = new Promise<void>((resolve) =>
      points[point]?.(() => {
        server.kill('SIGKILL')
        resolve()
      }),
    )
    await Promise.all([book(start), killed])
    await server.exited()
    await server.start()
    const gain = (await expectWhole()) - before
    expect([gain, (await slots()).includes(start)], point).toEqual(point in uncommitted ? [0, true] : [1, false])
    expect((await book(start))?.status, point).toBe(point in uncommitted ? 201 : 409)
  }
  server.kill('SIGTERM')
  await server.exited()
  await firm.passTime()
  await server.start()
  await firm.mailed()
  const bookings = await expectWhole()
  const arrived = new Set(sink.all.map(({ headers }) => headers['message-id']))
  expect([bookings, arrived.size]).toEqual([schedule.length, 2 * schedule.length])
})
