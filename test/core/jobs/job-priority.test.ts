import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Role } from '#core/access/policy'
import { createJobs, type JobKind, type JobOptions } from '#core/jobs/jobs'
import { queueNotificationMail } from '#core/mail/notification-mail'
import { createMailJob } from '#core/mail/queue'
import { operateAsSystem } from '#core/operation/operation'
import { createPeople } from '../../harness/browser-session.ts'
import { openHouse, startApp } from '../../harness/house.ts'

let started: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  started = await startApp()
})
afterAll(() => started.stop())

const createJobsOf = <Data extends object>(kind: JobKind<Data>) =>
  createJobs(started.url, started.app.system, started.app.services.bus, [kind], pino({ level: 'silent' }))

const organization = async () => (await openHouse(started.app)).organizationId

/** Jobs of an organization, one at a time. */
async function lineOf(name: string) {
  const begun: string[] = []
  const jobs = await createJobsOf({
    name,
    async run({ label }: { label: string }) {
      begun.push(label)
      jobs.wake(name)
    },
  })
  return {
    jobs,
    begun,
    enqueue: (organizationId: string, labels: readonly string[], options: JobOptions = {}) =>
      started.app.services.database.tenant(organizationId, async (transaction) => {
        for (const label of labels) await jobs.enqueue(transaction, name, { label }, options)
      }),
    done: async (count: number) => expect.poll(() => begun.length, { timeout: 20_000 }).toBe(count),
  }
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

test('serves organizations in rotation, each in its own order', async () => {
  const [a, b, c] = [await organization(), await organization(), await organization()]
  const { jobs, begun, enqueue, done } = await lineOf('in-turns')
  await enqueue(a, numbered('a', 3))
  await enqueue(a, ['a4'])
  await enqueue(b, numbered('b', 2))
  await enqueue(c, ['c1'])
  await jobs.work()
  await done(7)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  await jobs.stop()
}, 30_000)

test('a long queue in progress neither delays others nor is delayed by them', async () => {
  const [a, b] = [await organization(), await organization()]
  const begun: string[] = []
  const jobs = await createJobsOf({
    name: 'joined',
    async run({ label }: { label: string }) {
      if (label === 'a5') await enqueue(b, numbered('b', 4))
      begun.push(label)
      jobs.wake('joined')
    },
  })
  const enqueue = (organizationId: string, labels: readonly string[]) =>
    started.app.services.database.tenant(organizationId, async (transaction) => {
      for (const label of labels) await jobs.enqueue(transaction, 'joined', { label })
    })
  await enqueue(a, numbered('a', 9))
  await jobs.work()
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(13)
  expect(begun.slice(5)).toEqual(['a6', 'b1', 'a7', 'b2', 'a8', 'b3', 'a9', 'b4'])
  await jobs.stop()
}, 30_000)

test('a queue interrupted by a stop continues in rotation with newer jobs', async () => {
  const [a, b, c] = [await organization(), await organization(), await organization()]
  const begun: string[] = []
  const cut = Promise.withResolvers<void>()
  const work = async () => {
    const jobs = await createJobsOf({
      name: 'cut',
      async run({ label }: { label: string }) {
        if (label === 'a8') cut.resolve(jobs.stop())
        begun.push(label)
        jobs.wake('cut')
      },
    })
    return jobs
  }
  const first = await work()
  const enqueue = (organizationId: string, labels: readonly string[]) =>
    started.app.services.database.tenant(organizationId, async (transaction) => {
      for (const label of labels) await second.enqueue(transaction, 'cut', { label })
    })
  const second = await work()
  await enqueue(a, numbered('a', 12))
  await first.work()
  await cut.promise
  expect(begun).toEqual(numbered('a', 8))
  await enqueue(b, numbered('b', 4))
  await enqueue(c, numbered('c', 2))
  await second.work()
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(18)
  expect(begun.slice(8)).toEqual(['a9', 'b1', 'c1', 'a10', 'b2', 'c2', 'a11', 'b3', 'a12', 'b4'])
  await second.stop()
}, 30_000)

test("a slow job does not reserve slots for other organizations' queues", async () => {
  const [a, b] = [await organization(), await organization()]
  const begun: string[] = []
  const ended = Promise.withResolvers<void>()
  const jobs = await createJobsOf({
    name: 'held',
    concurrency: 2,
    async run({ label }: { label: string }) {
      begun.push(label)
      if (label === 'a1') return ended.promise
      if (label === 'a8') await enqueue(b, numbered('b', 4))
      jobs.wake('held')
    },
  })
  const enqueue = (organizationId: string, labels: readonly string[]) =>
    started.app.services.database.tenant(organizationId, async (transaction) => {
      for (const label of labels) await jobs.enqueue(transaction, 'held', { label })
    })
  await enqueue(a, numbered('a', 12))
  await jobs.work()
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(16)
  expect(begun.slice(8)).toEqual(['a9', 'b1', 'a10', 'b2', 'a11', 'b3', 'a12', 'b4'])
  ended.resolve()
  await jobs.stop()
}, 30_000)

test('interactive, programmatic and scheduled jobs have separate queues', async () => {
  const [a, b] = [await organization(), await organization()]
  const { jobs, begun, enqueue, done } = await lineOf('by-origin')
  await enqueue(a, numbered('clock', 4), { origin: 'service' })
  await enqueue(b, numbered('b', 3), { origin: 'service' })
  await enqueue(a, numbered('program', 3), { origin: 'program' })
  await enqueue(a, numbered('person', 2), { origin: 'browser' })
  await jobs.work()
  await done(12)
  expect(begun).toEqual([
    ...['clock1', 'b1', 'program1', 'person1'],
    ...['clock2', 'b2', 'program2', 'person2'],
    ...['clock3', 'b3', 'program3', 'clock4'],
  ])
  await jobs.stop()
}, 30_000)

test('delayed jobs are queued too', async () => {
  const [a, b] = [await organization(), await organization()]
  const { jobs, begun, enqueue, done } = await lineOf('for-later')
  await enqueue(a, numbered('a', 5), { afterSeconds: 1 })
  await enqueue(b, ['b1'], { afterSeconds: 1 })
  await started.app.system.query("update pgboss.job set start_after = now() where name = 'for-later'")
  await jobs.work()
  await done(6)
  expect(begun.slice(0, 2)).toEqual(['a1', 'b1'])
  await jobs.stop()
}, 30_000)

test('one organization cannot take all slots of a kind that reserves some', async () => {
  const [a, b] = [await organization(), await organization()]
  const begun: string[] = []
  const ended = Promise.withResolvers<void>()
  const jobs = await createJobsOf({
    name: 'shared',
    concurrency: 6,
    maxPerOrganization: 2,
    async run({ label }: { label: string }) {
      begun.push(label)
      await ended.promise
    },
  })
  const enqueue = (organizationId: string, labels: readonly string[]) =>
    started.app.services.database.tenant(organizationId, async (transaction) => {
      for (const label of labels) await jobs.enqueue(transaction, 'shared', { label })
    })
  await enqueue(a, numbered('a', 9))
  await jobs.work()
  await expect.poll(() => begun.length, { timeout: 5_000 }).toBeGreaterThan(1)
  await enqueue(b, ['b1'])
  jobs.wake('shared')
  await expect.poll(() => begun, { timeout: 5_000 }).toContain('b1')
  expect(begun.length).toBeLessThan(6)
  ended.resolve()
  await jobs.stop()
}, 40_000)

const mail = { kind: 'test', subjectId: null, subject: 'Ein Brief', language: 'de', paragraphs: ['x'] } as const

/** A slow mail server, and what it has received. */
function slowServer(tell: (mail: { to: readonly string[]; subject: string }) => string) {
  const sent: string[] = []
  const transport = {
    async send(letter: { to: readonly string[]; subject: string }) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      sent.push(tell(letter))
      return []
    },
    check: async () => {},
    close() {},
  }
  return { sent, kind: createMailJob(() => started.app.services, transport, 'Kontor <a@b.example>') }
}

test("a user's mail does not wait for scheduled ones, nor one of the app for those of a program", async () => {
  const { services } = started.app
  const at = await openHouse(started.app)
  const { page } = await createPeople(at).signedIn(Role.admin)
  const { sent, kind } = slowServer(({ to: [to = ''] }) => to)
  await operateAsSystem(services, at.organizationId, async (context) => {
    for (let number = 0; number < 60; number++)
      await queueNotificationMail(context, { ...mail, to: `clock-${number}@b.example` })
  })
  const invited = (email: string) => ({ email, name: 'Neu', role: 'member' })
  for (let number = 0; number < 30; number++)
    await at.owner.rest('POST', '/members', invited(`program-${number}@b.example`))
  const invite = 'mutation ($input: CreateMemberInput!) { createMember(input: $input) { id } }'
  await page.send(invite, { input: { email: 'person@b.example', name: 'Neu', role: 'member' } })
  const jobs = await createJobsOf(kind)
  await jobs.work()
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(91)
  // One per queue, beside running ones.
  expect(sent.indexOf('program-0@b.example')).toBeLessThan(6)
  expect(sent.indexOf('person@b.example')).toBeLessThan(6)
  await jobs.stop()
}, 60_000)

test('many slow mails of one organization do not delay others', async () => {
  const { services } = started.app
  const [a, b] = [await organization(), await organization()]
  const { sent, kind } = slowServer(({ subject }) => subject)
  const jobs = await createJobsOf(kind)
  // Also on failure; otherwise it would run the retry's jobs.
  onTestFinished(() => jobs.stop())
  const queue = (organizationId: string, subject: string, count: number, isAwaited = false) =>
    operateAsSystem(services, organizationId, async (context) => {
      for (let number = 0; number < count; number++)
        await queueNotificationMail(context, { ...mail, to: 'a@b.example', subject, isAwaited })
    })
  await queue(a, 'a', 40)
  await jobs.work()
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBeGreaterThan(2)
  await queue(b, 'b', 1)
  const untilB = sent.length
  await expect.poll(() => sent, { timeout: 20_000 }).toContain('b')
  await queue(a, 'awaited', 1, true)
  const untilAwaited = sent.length
  await expect.poll(() => sent, { timeout: 20_000 }).toContain('awaited')
  // Jobs that run at the commit, and as many started before it was noticed.
  const passed = 2 * (kind.concurrency ?? 1) + 1
  expect(sent.indexOf('b') - untilB).toBeLessThan(passed)
  expect(sent.indexOf('awaited') - untilAwaited).toBeLessThan(passed)
}, 60_000)
