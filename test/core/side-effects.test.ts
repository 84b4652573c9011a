import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailJob, type QueuedMail, queueMail } from '#core/mail/queue'
import type { Mail, MailTransport } from '#core/mail/transport'
import { operateAsSystem } from '#core/operation/operation'
import { createObjectKey } from '#core/storage/object-key'
import { createRemoveObjectJob } from '#features/content/files/stored-object'
import { runDeliveryQueue } from '#features/platform/webhook-dispatcher/delivery-queue'
import { fanOutEvents } from '#features/platform/webhook-dispatcher/fan-out-events'
import { happen } from '../features/platform/webhooks/events.ts'
import { subscribe } from '../features/platform/webhooks/subscriber.ts'
import { type House, openHouse, startApp } from '../harness/house.ts'

// Side effects whose outcome cannot be stored must still end. The tests run each attempt themselves.

let app: House['app']
let stop: () => Promise<void>
let at: House
beforeAll(async () => {
  const started = await startApp({ log: pino({ level: 'silent' }) })
  ;({ app, stop } = started)
  at = await openHouse(app)
})
afterAll(() => stop())

/** Runs work with a constraint that rejects the write after the effect. */
async function without<T>(table: string, rule: string, work: () => Promise<T>): Promise<T> {
  await app.system.query(`alter table ${table} add constraint refused check (${rule}) not valid`)
  try {
    return await work()
  } finally {
    await app.system.query(`alter table ${table} drop constraint refused`)
  }
}

const tries = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work().catch(() => {})
}

describe('a mail', () => {
  const queued = async (attachments: QueuedMail['attachments'] = []) => {
    await operateAsSystem(app.services, at.organizationId, (context) =>
      queueMail(context, {
        kind: 'test',
        subjectId: null,
        senderName: 'Kontor',
        replyTo: null,
        to: ['a@b.example'],
        cc: [],
        subject: 'x',
        body: { language: 'de', paragraphs: ['x'] },
        attachments,
      }),
    )
    const { rows } = await app.system.query("select id from mails where kind = 'test' order by created_at desc limit 1")
    return rows[0].id as string
  }
  const transport = (send: (mail: Mail) => Promise<unknown>): MailTransport => ({
    send: async (mail) => {
      await send(mail)
      return []
    },
    check: async () => {},
    close() {},
  })
  const row = async (id: string) =>
    (await app.system.query('select status, outcomes from mails where id = $1', [id])).rows[0]

  test('whose success cannot be stored is sent three times, then fails', async () => {
    const mailId = await queued()
    let sent = 0
    const job = createMailJob(
      () => app.services,
      transport(async () => void sent++),
      'Kontor <a@b.example>',
    )
    await without('mails', "status <> 'sent'", () =>
      tries(20, () => job.run({ organizationId: at.organizationId, mailId })),
    )
    expect(sent).toBe(3)
    expect(await row(mailId)).toMatchObject({
      status: 'failed',
      outcomes: { 'a@b.example': { state: 'failed', cause: 'unknown_outcome' } },
    })
  })

  test('is not sent with an attachment that has changed since', async () => {
    const key = `test/${at.organizationId}`
    const { sha256 } = await app.services.storage.put(key, Buffer.from('as it was'), 'text/plain')
    const mailId = await queued([{ filename: 'a.txt', contentType: 'text/plain', key, sha256 }])
    const sent: string[] = []
    const takes = transport(async ({ attachments: [first] }) => void sent.push(String(first?.content)))
    const job = createMailJob(() => app.services, takes, 'Kontor <a@b.example>')
    const run = () => job.run({ organizationId: at.organizationId, mailId })
    await app.services.storage.put(key, Buffer.from('changed'), 'text/plain')
    await expect(run()).rejects.toThrow('has changed')
    await app.services.storage.put(key, Buffer.from('as it was'), 'text/plain')
    await run()
    expect(sent).toEqual(['as it was'])
  })

  test('is sent without a missing logo, but not without other attachments', async () => {
    const lost = { filename: 'a', contentType: 'image/png', key: 'files/none', sha256: 'x' }
    const sent: number[] = []
    const takes = transport(async ({ attachments }) => void sent.push(attachments.length))
    const job = createMailJob(() => app.services, takes, 'Kontor <a@b.example>')
    const run = (mailId: string) => job.run({ organizationId: at.organizationId, mailId })
    await run(await queued([{ ...lost, contentId: 'logo' }]))
    await expect(run(await queued([lost]))).rejects.toThrow()
    expect(sent).toEqual([0])
  })

  test('that the server temporarily refuses is retried as often as before', async () => {
    const mailId = await queued()
    let asked = 0
    const away = async () => {
      asked++
      if (asked < 10) throw new Error('421 later')
    }
    const job = createMailJob(() => app.services, transport(away), 'Kontor <a@b.example>')
    await tries(12, () => job.run({ organizationId: at.organizationId, mailId }))
    expect(asked).toBe(10)
    expect((await row(mailId)).status).toBe('sent')
  })
})

describe('a delivery', () => {
  test('whose outcome cannot be stored is made six times, then fails; the next one follows', async () => {
    const webhook = await subscribe(at, 'https://example.com/x')
    const ids = await happen(at, 'client.created', 2)
    while (await fanOutEvents(app.services.database, at.organizationId));
    const posted: string[] = []
    const receiver = {
      async post(_url: string, headers: Record<string, string>) {
        posted.push(headers['idempotency-key'] ?? '')
        return { status: 200, body: '', durationMs: 1 }
      },
      close: async () => {},
    }
    const services = { ...app.services, receiver, retryBaseMs: 1, mostPerMinute: 1000 }
    const queue = () =>
      runDeliveryQueue(services as never, at.organizationId, webhook.id, { canSend: () => true, retry() {} })
    const stuck = `event_id <> '${ids[0]}' or attempt_count = 0`
    await without('webhook_deliveries', stuck, () => tries(20, queue))
    expect(posted.filter((id) => id === ids[0])).toHaveLength(6)
    expect(posted.filter((id) => id === ids[1])).toHaveLength(1)
    const { rows } = await app.system.query(
      'select status from webhook_deliveries where webhook_id = $1 order by sequence',
      [webhook.id],
    )
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  })
})

test('a question to the assistant is retried three times, not twenty', async () => {
  const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body.id
  const columns = (await at.owner.rest('GET', `/projects/${project}/columns`)).body
  const task = (await at.owner.rest('POST', '/tasks', { title: 'x', project_id: project, column_id: columns[0].id }))
    .body.id
  expect((await at.owner.rest('POST', `/tasks/${task}/comments`, { content: '@assistant?' })).status).toBe(201)
  const { rows } = await app.system.query("select retry_limit from pgboss.job where name = 'assistant'")
  expect(rows).toEqual([{ retry_limit: 3 }])
})

test('an object that is removed once more is gone as before', async () => {
  const fileId = crypto.randomUUID()
  const { storage } = app.services
  await storage.put(createObjectKey(at.organizationId, fileId), Buffer.from('x'), 'text/plain')
  const job = createRemoveObjectJob(() => app.services, app.system)
  for (let n = 0; n < 3; n++) await job.run({ organizationId: at.organizationId, fileId })
  expect(await storage.exists(createObjectKey(at.organizationId, fileId))).toBe(false)
})
