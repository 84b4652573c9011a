import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobs, type JobKind } from '#core/jobs/jobs'
import { mailJob, queueMail } from '#core/mail/queue'
import { operateAsSystem } from '#core/operation/operation'
import { openHouse, startApp } from '../../harness/house.ts'

let started: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  started = await startApp()
})
afterAll(() => started.stop())

const createJobsOf = <Data extends object>(kind: JobKind<Data>) =>
  createJobs(started.url, started.app.system, started.app.services.bus, [kind], pino({ level: 'silent' }))

const organization = async () => (await openHouse(started.app)).organizationId

/** One at a time, each of which says whose it was. */
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
    enqueue: (organizationId: string, labels: readonly string[], afterSeconds = 0) =>
      started.app.services.database.tenant(organizationId, async (transaction) => {
        for (const label of labels) await jobs.enqueue(transaction, name, { label }, afterSeconds)
      }),
    done: async (count: number) => expect.poll(() => begun.length, { timeout: 20_000 }).toBe(count),
  }
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

test('organizations have their jobs done in turns, each its own in their order', async () => {
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

test('a long line that is being worked off neither holds up another nor is held up by it', async () => {
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
  expect(begun.slice(5)).toEqual(['b1', 'a6', 'b2', 'a7', 'b3', 'a8', 'b4', 'a9'])
  await jobs.stop()
}, 30_000)

test('jobs that are for later stand in line too', async () => {
  const [a, b] = [await organization(), await organization()]
  const { jobs, begun, enqueue, done } = await lineOf('for-later')
  await enqueue(a, numbered('a', 5), 1)
  await enqueue(b, ['b1'], 1)
  await started.app.system.query("update pgboss.job set start_after = now() where name = 'for-later'")
  await jobs.work()
  await done(6)
  expect(begun.slice(0, 2)).toEqual(['a1', 'b1'])
  await jobs.stop()
}, 30_000)

test('one organization does not fill all places of a kind that keeps some for others', async () => {
  const [a, b] = [await organization(), await organization()]
  const begun: string[] = []
  const ended = Promise.withResolvers<void>()
  const jobs = await createJobsOf({
    name: 'shared',
    concurrency: 6,
    mostOfOrganization: 2,
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

test('the mails of one organization, however many and slow, hold up nobody else’s', async () => {
  const { services } = started.app
  const [a, b] = [await organization(), await organization()]
  const sent: string[] = []
  const slow = {
    async send({ subject }: { subject: string }) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      sent.push(subject)
    },
    check: async () => {},
    close() {},
  }
  const kind = mailJob(() => services, slow, 'Kontor <a@b.example>')
  const jobs = await createJobsOf(kind)
  const queue = (organizationId: string, subject: string, count: number, isAwaited = false) =>
    operateAsSystem(services, organizationId, async (context) => {
      for (let number = 0; number < count; number++)
        await queueMail(context, {
          kind: 'test',
          subjectId: null,
          senderName: 'Kontor',
          replyTo: null,
          to: ['a@b.example'],
          cc: [],
          subject,
          letter: { language: 'de', paragraphs: ['x'] },
          attachments: [],
          isAwaited,
        })
    })
  await queue(a, 'a', 40)
  await jobs.work()
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBeGreaterThan(2)
  const before = sent.length
  await queue(b, 'b', 1)
  await expect.poll(() => sent, { timeout: 20_000 }).toContain('b')
  await queue(a, 'awaited', 1, true)
  await expect.poll(() => sent, { timeout: 20_000 }).toContain('awaited')
  // Those under way, and as many again that were begun before it was committed.
  const passed = 2 * (kind.concurrency ?? 1) + 1
  expect(sent.indexOf('b') - before).toBeLessThan(passed)
  expect(sent.indexOf('awaited') - sent.indexOf('b')).toBeLessThan(passed)
  await jobs.stop()
}, 60_000)
