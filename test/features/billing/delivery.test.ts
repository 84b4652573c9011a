import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailJob } from '#core/mail/queue'
import { MailRefused } from '#core/mail/transport'
import { addDays } from '#core/time/clock'
import { runDunning } from '#features/billing/reminders/dunning-run'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { mailsAbout } from '../../harness/mails.ts'
import { firm, line } from './invoices/firm.ts'

// What became of the mail of everything that is mailed: on the resource, in lists, in the feed; and what does not follow from
// a document that never arrived.

let today = '2026-03-02'
let app: House['app']
let stop: () => Promise<void>
let at: House
let the: ReturnType<typeof firm>
let client: string

beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(`${today}T07:00:00Z`), today: () => today } })
  ;({ app, stop } = started)
  at = await openHouse(app)
  the = firm(at)
  const levels = [0, 1, 2, 3].map((level) => ({ level, days: 7, fee_cents: level * 250, text: null }))
  await the.open({ dunning: { automatic: true, levels }, iban: 'DE02120300000000202051' })
  client = await the.client({ email: 'kunde@gone.example' })
})
afterAll(() => stop())

const reason = '550 5.1.1 unknown'

/** Gives the mails that wait to a mail server that refuses them, or takes them. */
async function deliver(refused = true) {
  const transport = {
    async send() {
      if (refused) throw new MailRefused(reason)
      return []
    },
    check: async () => {},
    close: () => {},
  }
  const job = createMailJob(() => app.services, transport, 'Kontor <kontor@kontor.example>')
  const { rows } = await app.system.query<{ id: string }>(
    `select id from mails where status = 'queued' and organization_id = $1`,
    [at.organizationId],
  )
  for (const { id: mailId } of rows) await job.run({ organizationId: at.organizationId, mailId })
}

const none = { state: 'none', at: null, to: [], reason: null }
const queued = (to = 'kunde@gone.example') => ({ state: 'queued', at: expect.any(String), to: [to], reason: null })
const failed = (to?: string) => ({ ...queued(to), state: 'failed', reason })
const sent = (to?: string) => ({ ...queued(to), state: 'sent' })

const draftOf = (due = '2026-03-20') =>
  the.draft(client, [line(10_000)], { issue_date: addDays(due, -30), due_date: due })
const sentInvoice = async (due?: string, body: object = {}) =>
  the.done('POST', `/invoices/${(await draftOf(due)).id}/send`, body)
const idsOf = async (list: string, delivery: string) => {
  const name = list.slice(1)
  return (await the.get(`${list}?per_page=100&delivery=${delivery}`))[name].map(({ id }: { id: string }) => id)
}
const lastEvents = async () =>
  (await the.get('/events?sort=-created_at&per_page=5')).events as {
    event: string
    changes?: string[]
    actor: { type: string }
    data: { id: string; delivery: { state: string } }
  }[]

describe('a document', () => {
  test('says what became of its last mail, and is found by it', async () => {
    const draft = await draftOf()
    expect(draft.delivery).toEqual(none)
    const { id, delivery } = await the.done('POST', `/invoices/${draft.id}/send`, {})
    expect(delivery).toEqual(queued())
    expect(await idsOf('/invoices', 'queued')).toContain(id)
    await deliver()
    const { body, headers } = await at.owner.rest('GET', `/invoices/${id}`)
    expect(body).toMatchObject({ status: 'sent', delivery: failed() })
    expect(headers.etag).not.toBe('"1"')
    expect(await idsOf('/invoices', 'failed')).toContain(id)
    expect(await idsOf('/invoices', 'failed,none')).toContain(id)
    expect(await idsOf('/invoices', 'sent,queued')).not.toContain(id)
    await the.done('POST', `/invoices/${id}/resend`, { to: ['neu@kunde.example'] })
    await deliver(false)
    expect((await the.get(`/invoices/${id}`)).delivery).toEqual(sent('neu@kunde.example'))
    expect(await idsOf('/invoices', 'failed')).not.toContain(id)
    expect(await idsOf('/invoices', 'sent')).toContain(id)
  })

  test('that was handed over otherwise was not mailed', async () => {
    const { id, delivery } = await sentInvoice(undefined, { channel: 'none' })
    expect(delivery).toEqual(none)
    expect(await idsOf('/invoices', 'none')).toContain(id)
  })

  test('that does not arrive is told in the feed, as a change of its delivery by the service', async () => {
    const { id } = await sentInvoice()
    await deliver()
    expect((await lastEvents())[0]).toMatchObject({
      event: 'invoice.updated',
      changes: ['delivery'],
      actor: { type: 'system' },
      data: { id, delivery: failed() },
    })
  })

  test('that arrives is not', async () => {
    const { id } = await sentInvoice()
    await deliver(false)
    expect((await lastEvents())[0]).toMatchObject({ event: 'invoice.sent', data: { id } })
  })

  test('is a quote or a contract too', async () => {
    const quote = await the.done('POST', '/quotes', {
      client_id: client,
      issue_date: today,
      valid_until: '2026-04-01',
      line_items: [line(10_000)],
    })
    expect(quote.delivery).toEqual(none)
    expect((await the.done('POST', `/quotes/${quote.id}/send`, {})).delivery).toEqual(queued())
    await deliver()
    expect((await the.get(`/quotes/${quote.id}`)).delivery).toEqual(failed())
    expect(await idsOf('/quotes', 'failed')).toEqual([quote.id])
    expect((await lastEvents())[0]).toMatchObject({ event: 'quote.updated', changes: ['delivery'] })
    const contract = await the.done('POST', '/contracts', { client_id: client, title: 'Wartung', content: 'Text' })
    expect(contract.delivery).toEqual(none)
    expect((await the.done('POST', `/contracts/${contract.id}/send`, {})).delivery).toEqual(queued())
    await deliver()
    expect((await the.get(`/contracts/${contract.id}`)).delivery).toEqual(failed())
    expect(await idsOf('/contracts', 'failed')).toEqual([contract.id])
    expect(await idsOf('/contracts', 'bounced')).toEqual([])
  })

  test('is filtered by states that there are', async () => {
    for (const list of ['/invoices', '/quotes', '/contracts', '/reminders', '/bookings', '/members'])
      expect((await at.owner.rest('GET', `${list}?delivery=lost`)).status, list).toBe(422)
  })
})

test('an invitation says to those who invite, and to nobody else, that it did not arrive', async () => {
  const email = `${crypto.randomUUID()}@gone.example`
  const { id, delivery } = await the.done('POST', '/members', { email, name: 'Neu', role: 'viewer' })
  expect(delivery).toEqual(queued(email))
  await deliver()
  expect((await the.get(`/members/${id}`)).delivery).toEqual(failed(email))
  expect(await idsOf('/members', 'failed')).toEqual([id])
  expect((await at.viewer.rest('GET', `/members/${id}`)).body.delivery).toBeNull()
  expect((await at.viewer.rest('GET', '/members?delivery=failed')).status).toBe(403)
})

describe('dunning', () => {
  const remind = (id: string, body: object = {}) => the.call('POST', `/invoices/${id}/reminders`, body)
  const planned = async () => {
    const { reminders } = await the.done('POST', '/dunning/preview')
    return reminders.map(({ invoice_id }: { invoice_id: string }) => invoice_id)
  }
  const overdue = async () => {
    today = '2026-03-02'
    const { id } = await sentInvoice('2026-02-10')
    await deliver()
    return id
  }

  test('does not count from an invoice that did not arrive, without a word', async () => {
    const id = await overdue()
    expect(await remind(id)).toMatchObject({
      status: 409,
      body: { error: 'invalid_state', field: 'despite_failed_delivery' },
    })
    expect(await remind(id, { despite_failed_delivery: false })).toMatchObject({ status: 409 })
    expect((await the.done('POST', `/invoices/${id}/reminders/preview`)).is_undelivered).toBe(true)
    const { status, body } = await remind(id, { despite_failed_delivery: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({ level: 0, delivery: queued() })
  })

  test('goes on by itself once the invoice was sent again', async () => {
    const id = await overdue()
    await the.done('POST', `/invoices/${id}/resend`, { to: ['neu@kunde.example'] })
    await deliver(false)
    expect((await the.done('POST', `/invoices/${id}/reminders/preview`)).is_undelivered).toBe(false)
    expect((await remind(id)).status).toBe(201)
  })

  test('by the clock leaves it to people', async () => {
    const id = await overdue()
    expect(await planned()).not.toContain(id)
    await runDunning(app.services, app.system)
    expect((await the.get(`/reminders?invoice_id=${id}`)).total).toBe(0)
  })

  test('does not go on from a reminder that did not arrive either, and from one by word it does', async () => {
    today = '2026-03-02'
    const { id } = await sentInvoice('2026-02-10')
    await deliver(false)
    const { body: first } = await remind(id)
    await deliver()
    expect((await the.get(`/reminders/${first.id}`)).delivery).toEqual(failed())
    expect(await idsOf('/reminders', 'failed')).toContain(first.id)
    expect((await lastEvents())[0]).toMatchObject({ event: 'invoice.updated', changes: ['reminders'] })
    today = '2026-03-20'
    expect(await planned()).not.toContain(id)
    expect((await remind(id)).status).toBe(409)
    expect((await remind(id, { despite_failed_delivery: true, channel: 'none' })).status).toBe(201)
    today = '2026-03-30'
    expect((await remind(id)).status).toBe(201)
  })
})

describe('a reminder', () => {
  test('is sent again by those who may remind, the same one, until another follows or nothing is open', async () => {
    today = '2026-04-10'
    const { id: invoice, total_cents } = await sentInvoice('2026-03-20')
    const first = await the.done('POST', `/invoices/${invoice}/reminders`)
    await deliver()
    expect((await the.get(`/reminders/${first.id}`)).delivery).toEqual(failed())
    expect((await at.auditor.rest('POST', `/reminders/${first.id}/resend`)).status).toBe(403)
    const again = await the.done('POST', `/reminders/${first.id}/resend`, { to: ['neu@kunde.example'] })
    expect(again).toMatchObject({ id: first.id, delivery: queued('neu@kunde.example') })
    const [one, other] = await mailsAbout(app, first.id)
    expect(other).toMatchObject({ subject: one.subject, text: one.text, attachments: one.attachments })
    await deliver(false)
    const second = await the.done('POST', `/invoices/${invoice}/reminders`)
    expect((await at.owner.rest('POST', `/reminders/${first.id}/resend`)).body.error).toBe('invalid_state')
    const paid = { amount_cents: total_cents, paid_at: today, method: 'bank_transfer' }
    await the.done('POST', `/invoices/${invoice}/payments`, { ...paid, overpayment: 'credit' })
    expect((await at.owner.rest('POST', `/reminders/${second.id}/resend`)).body.error).toBe('invalid_state')
  })
})

test('one thing is mailed twenty times a day at most', async () => {
  const { id } = await sentInvoice()
  for (let more = 1; more < 20; more++) await the.done('POST', `/invoices/${id}/resend`)
  const refused = await at.owner.rest('POST', `/invoices/${id}/resend`)
  expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  await app.system.query(`update mails set created_at = created_at - interval '1 day' where subject_id = $1`, [id])
  await the.done('POST', `/invoices/${id}/resend`)
})
