import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays } from '#core/time/clock'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { reminderBody, reminderTitle } from '#features/billing/reminders/document/reminder.texts'
import { runDunning } from '#features/billing/reminders/dunning-run'
import { read } from '../../../documents/reading.ts'
import { createPerson, type House, openHouse, startApp } from '../../../harness/house.ts'
import { firm, line } from '../invoices/firm.ts'

// The clock is injected: a day passes when the test says so.

let today = '2026-03-02'
let app: House['app']
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(`${today}T07:00:00Z`), today: () => today } })
  ;({ app, stop } = started)
})
afterAll(() => stop())

const levels = [0, 1, 2, 3].map((level) => ({ level, days: 7, fee_cents: level * 250, text: null }))

/** A firm with settings of its own, and a client who has an address. */
async function opened(dunning: object = { automatic: false, levels }) {
  const at = await openHouse(app)
  const the = firm(at)
  await the.open({ dunning, iban: 'DE02120300000000202051' })
  return { at, the, client: await the.client({ email: 'kunde@kontor.example' }) }
}
type Firm = Awaited<ReturnType<typeof opened>>

const sent = async ({ the }: Pick<Firm, 'the'>, client: string, due: string, cents = 100_000) => {
  const draft = await the.draft(client, [line(cents)], { issue_date: addDays(due, -14), due_date: due })
  return the.done('POST', `/invoices/${draft.id}/send`, { channel: 'none' })
}
const remind = ({ the }: Pick<Firm, 'the'>, id: string, body: object = { channel: 'none' }) =>
  the.call('POST', `/invoices/${id}/reminders`, body)
/** What the first level claims of interest where the friendly reminder comes on that day, too. */
async function interestAfter(firm: Firm, due: string, day: string) {
  today = day
  const { id } = await sent(firm, firm.client, due)
  await remind(firm, id)
  return (await remind(firm, id)).body.interest_segments
}
const mails = async ({ at }: Pick<Firm, 'at'>) =>
  (
    await app.system.query<{ subject: string; recipients: string[]; attachments: { filename: string }[] }>(
      `select subject, recipients, attachments from mails where organization_id = $1 and kind = 'reminder' order by created_at`,
      [at.organizationId],
    )
  ).rows

describe('a reminder', () => {
  test('goes from the friendly reminder to the third level, each with its mail, PDF and event', async () => {
    today = '2026-03-02'
    const the = await opened()
    const { id } = await sent(the, the.client, '2026-02-20')
    await the.at.events()
    const first = await remind(the, id, {})
    expect([first.status, first.body]).toMatchObject([
      201,
      {
        invoice_id: id,
        invoice: { id },
        client: { id: the.client, name: 'Kunde' },
        level: 0,
        open_cents: 119_000,
        fee_cents: 0,
        interest_cents: 0,
        flat_fee_cents: 0,
        charges_cents: 0,
        total_cents: 119_000,
        due_date: '2026-03-09',
        default_since: '2026-03-03',
        interest_segments: [],
      },
    ])
    expect(await the.at.events()).toEqual(['reminder.sent'])
    expect(await the.the.get(`/invoices/${id}`)).toMatchObject({ reminder_level: 0, open_cents: 119_000 })
    today = '2026-03-12'
    const second = await remind(the, id, { to: ['andere@kontor.example'], subject: 'Mahnung' })
    // 1190.00 × (1.27 + 9) % × 10 days / 365
    expect(second.body).toMatchObject({
      level: 1,
      fee_cents: 250,
      interest_cents: 335,
      flat_fee_cents: 4000,
      // The fee and the flat sum are one damage.
      charges_cents: 4335,
      total_cents: 123_335,
      default_since: '2026-03-03',
      interest_segments: [
        { from: '2026-03-03', to: '2026-03-12', days: 10, open_cents: 119_000, base_rate: 1.27, rate: 10.27 },
      ],
    })
    expect((await remind(the, id)).body).toMatchObject({
      level: 2,
      fee_cents: 500,
      flat_fee_cents: 0,
      interest_cents: 335,
      charges_cents: 4335,
    })
    expect((await remind(the, id)).body).toMatchObject({ level: 3, fee_cents: 750, charges_cents: 4335 })
    expect(await remind(the, id)).toMatchObject({ status: 409, body: { error: 'invalid_state' } })
    const list = await the.the.get(`/reminders?invoice_id=${id}`)
    expect(list.reminders.map(({ level }: { level: number }) => level)).toEqual([3, 2, 1, 0])
    expect([list.total, (await the.the.get('/reminders?level=1')).total]).toEqual([4, 1])

    const queued = await mails(the)
    expect(queued).toMatchObject(
      [
        { recipients: ['kunde@kontor.example'], attachments: [{ filename: /^Zahlungserinnerung_RE-.*\.pdf$/ }] },
        { subject: 'Mahnung', recipients: ['andere@kontor.example'] },
      ].map((mail) => ({
        ...mail,
        ...(mail.attachments && {
          attachments: [{ filename: expect.stringMatching(mail.attachments[0]?.filename as RegExp) }],
        }),
      })),
    )
    for (const { id, level, pdf_sha256 } of list.reminders) {
      const pdf = await the.the.call('GET', `/reminders/${id}/pdf`)
      expect([pdf.status, createHash('sha256').update(pdf.raw).digest('hex')]).toEqual([200, pdf_sha256])
      // The friendly reminder does not speak of default.
      expect(/In Verzug seit\n(.*)/.exec((await read(pdf.raw)).text)?.[1]).toBe(level ? '03.03.2026' : undefined)
    }
    const { data } = await the.at.auditor.graphql(
      `{ invoice(id: "${id}") { reminders(perPage: 1) { level invoice { number } pdfUrl } } }`,
    )
    const { pathname, search } = new URL(data.invoice.reminders[0].pdfUrl)
    expect((await app.server.inject({ url: pathname + search })).headers['content-type']).toBe('application/pdf')
  })

  test('is refused if nothing is due or open, or dunning is blocked', async () => {
    today = '2026-03-02'
    const the = await opened()
    const { owner, accountant, auditor, member, viewer } = the.at
    const refused = async (id: string) => {
      const { status, body } = await remind(the, id)
      return [status, body.error]
    }
    const draft = await the.the.draft(the.client, [line(100)])
    expect(await refused(draft.id)).toEqual([409, 'invalid_state'])
    expect(await refused((await sent(the, the.client, '2026-03-02')).id)).toEqual([409, 'invalid_state'])
    const paid = await sent(the, the.client, '2026-02-01')
    expect((await the.the.pay(paid.id, 119_000, { paid_at: '2026-03-01' })).status).toBe(201)
    expect(await refused(paid.id)).toEqual([409, 'invalid_state'])
    const credited = await sent(the, the.client, '2026-02-01')
    const note = (await the.the.credit(credited.id)).body
    expect([await refused(credited.id), await refused(note.id)]).toEqual([
      [409, 'invalid_state'],
      [409, 'invalid_state'],
    ])
    const { id } = await sent(the, the.client, '2026-02-01')
    await the.the.done('PUT', `/invoices/${id}`, { dunning_blocked: true })
    expect(await refused(id)).toEqual([409, 'invalid_state'])
    await the.the.done('PUT', `/invoices/${id}`, { dunning_blocked: false })
    const nameless = await sent(the, await the.the.client(), '2026-02-01')
    expect((await remind(the, nameless.id, {})).body).toMatchObject({ field: 'client.email' })
    for (const one of [auditor, member, viewer])
      expect((await one.rest('POST', `/invoices/${id}/reminders`)).status).toBe(403)
    const other = await opened()
    expect((await remind(other, id)).status).toBe(404)
    await the.at.events()
    expect((await accountant.rest('POST', `/invoices/${id}/reminders`, { channel: 'none' })).status).toBe(201)
    const [reminder] = (await owner.rest('GET', '/reminders')).body.reminders
    expect((await other.at.owner.rest('GET', `/reminders/${reminder.id}`)).status).toBe(404)
    expect((await other.at.owner.rest('GET', `/reminders/${reminder.id}/pdf`)).status).toBe(404)
    expect((await auditor.rest('GET', `/reminders/${reminder.id}/pdf`)).status).toBe(200)
    expect((await member.rest('GET', '/reminders')).status).toBe(403)
    expect((await member.rest('POST', '/dunning/preview')).status).toBe(403)
    expect((await auditor.rest('POST', '/dunning/preview')).status).toBe(200)
    const { token } = (await auditor.rest('POST', '/tokens', { name: 'Bericht', scope: 'read' })).body
    const reader = createPerson(the.at.app, the.at.organizationId, auditor.id, token)
    const [first, again] = [
      await reader.rest('POST', '/dunning/preview', {}, { 'idempotency-key': 'vorschau' }),
      await reader.rest('POST', '/dunning/preview', {}, { 'idempotency-key': 'vorschau' }),
    ]
    expect([first.status, first.body, again.headers['idempotent-replayed']]).toEqual([200, again.body, 'true'])
    expect(await the.at.events()).toEqual(['reminder.sent'])
    expect(await mails(the)).toEqual([])
  })

  test('is previewed to the cent, and refused as sending is', async () => {
    today = '2026-03-02'
    const the = await opened({ automatic: false, levels: [levels[0], levels[2]] })
    const { accountant, member, auditor } = the.at
    const { id } = await sent(the, the.client, '2026-01-10')
    const preview = (one = accountant) => one.rest('POST', `/invoices/${id}/reminders/preview`)
    for (const level of [0, 2]) {
      const { body: planned } = await preview(auditor)
      await the.at.events()
      const { body } = await remind(the, id)
      const { open_cents, fee_cents, flat_fee_cents, interest_cents, charges_cents, total_cents, default_since } = body
      expect(planned).toMatchObject({
        ...{ level, invoice_id: id, open_cents, fee_cents, flat_fee_cents, interest_cents, charges_cents, total_cents },
        default_since,
      })
      expect(fee_cents).toBe(level * 250)
      expect(await the.at.events()).toEqual(['reminder.sent'])
    }
    expect((await preview(member)).status).toBe(403)
    expect((await preview((await opened()).at.owner)).status).toBe(404)
    await the.the.done('PUT', `/invoices/${id}`, { dunning_blocked: true })
    expect(await preview()).toMatchObject({ status: 409, body: { error: 'invalid_state' } })
  })

  test('claims five points and no flat sum from consumers, from the day after a reminder', async () => {
    today = '2026-03-02'
    const the = await opened()
    const consumer = await the.the.client({ kind: 'consumer', email: 'privat@kontor.example' })
    const [theirs, business] = [await sent(the, consumer, '2025-12-31'), await sent(the, the.client, '2025-12-31')]
    const since = async ({ id }: { id: string }) => (await remind(the, id)).body.default_since
    expect([await since(theirs), await since(business)]).toEqual(['2026-03-03', '2026-01-31'])
    // Whoever is no consumer is in default after 30 days by law; for a consumer the reminder of today counts from tomorrow.
    expect((await remind(the, theirs.id)).body).toMatchObject({ interest_cents: 0, flat_fee_cents: 0, fee_cents: 250 })
    const { body } = await remind(the, business.id)
    expect(body).toMatchObject({
      flat_fee_cents: 4000,
      interest_segments: [{ from: '2026-01-31', to: today, days: 31 }],
    })
    today = '2026-03-12'
    expect((await remind(the, theirs.id)).body).toMatchObject({
      level: 2,
      interest_segments: [{ from: '2026-03-03', to: '2026-03-12', days: 10, rate: 6.27 }],
      // 1190.00 × 6.27 % × 10 / 365
      interest_cents: 204,
      charges_cents: 954,
    })
  })

  test('splits interest at payments, credits and base rates, and shows settled charges', async () => {
    today = '2025-08-10'
    const the = await opened()
    const { id } = await sent(the, the.client, '2025-05-01')
    const paid = { paid_at: '2025-06-10', cash_discount_cents: 1000 }
    expect((await the.the.pay(id, 20_000, paid)).status).toBe(201)
    const { body: returned } = await the.the.pay(id, 5_000, { paid_at: '2025-06-20' })
    await the.the.call('DELETE', `/payments/${returned.id}?returned_at=2025-06-25`)
    const { body: mistaken } = await the.the.pay(id, 7_000, { paid_at: '2025-07-20' })
    await the.the.call('DELETE', `/payments/${mistaken.id}`)
    await the.the.credit(id, [line(10_000)])
    await remind(the, id)
    today = '2025-08-20'
    const charged = await the.the.pay(id, 3_000, { paid_at: today, charges_cents: 3_000 })
    expect(charged.body.warnings).toEqual([{ field: 'charges_cents', message: expect.stringContaining('0,00 €') }])
    const { body } = await remind(the, id)
    expect(body.interest_segments).toMatchObject([
      // 119.00 were credited in August: they were never owed.
      // Due on 1 May, a holiday: in time on 2 May, and the 30 days end on Monday, 2 June.
      { from: '2025-06-03', to: '2025-06-10', days: 8, open_cents: 107_100, rate: 11.27, interest_cents: 265 },
      { from: '2025-06-11', to: '2025-06-20', days: 10, open_cents: 86_100, rate: 11.27, interest_cents: 266 },
      { from: '2025-06-21', to: '2025-06-25', days: 5, open_cents: 81_100, rate: 11.27, interest_cents: 125 },
      { from: '2025-06-26', to: '2025-06-30', days: 5, open_cents: 86_100, rate: 11.27, interest_cents: 133 },
      { from: '2025-07-01', to: '2025-08-20', days: 51, open_cents: 86_100, rate: 10.27, interest_cents: 1236 },
    ])
    expect(body).toMatchObject({
      open_cents: 86_100,
      interest_cents: 2025,
      settled_charges_cents: 3000,
      charges_cents: 4000 + 2025 - 3000,
    })
    expect((await the.the.get(`/invoices/${id}`)).open_cents).toBe(86_100)
    const charge = async (cents: number) =>
      (await the.the.pay(id, cents, { paid_at: today, charges_cents: cents })).body.warnings
    const left = async () => {
      const { data } = await the.at.owner.graphql('query ($id: UUID!) { invoice(id: $id) { claimedChargesCents } }', {
        id,
      })
      return data.invoice.claimedChargesCents
    }
    expect(await left()).toBe(3025)
    expect(await charge(100)).toEqual([])
    expect(await left()).toBe(2925)
    expect(await charge(3423)).toEqual([{ field: 'charges_cents', message: expect.stringContaining('29,25 €') }])
    expect(await left()).toBe(0)
    today = '2026-03-02'
  })

  test('claims the larger of fees and flat sum', async () => {
    today = '2026-03-02'
    const dear = levels.map((each) => ({ ...each, fee_cents: each.level * 2000 }))
    const the = await opened({ automatic: false, levels: dear })
    const { id } = await sent(the, the.client, '2026-02-20')
    const claimed: number[] = []
    for (let sent = 0; sent < dear.length; sent++) claimed.push((await remind(the, id)).body.charges_cents)
    expect(claimed).toEqual([0, 4000, 6000, 12_000])
  })

  test('is titled by the reminders sent, whatever levels are configured', () => {
    const invoiced = ['RE-1', '01.02.2026', '15.02.2026'] as const
    const told = (level: number, earlierLevels: number[]) => {
      const step = { level, earlierLevels }
      return [reminderTitle(step, 'de'), /trotz[^.]*/i.exec(reminderBody(step, 'de', invoiced))?.[0] ?? null]
    }
    expect([1, 2, 3].map((level) => told(level, []))).toEqual([
      ['1. Mahnung', null],
      ['1. Mahnung', null],
      ['Letzte Mahnung', null],
    ])
    expect(told(1, [0])).toEqual(['1. Mahnung', 'Trotz unserer Zahlungserinnerung ist sie noch offen'])
    expect(told(2, [0, 1])).toEqual(['2. Mahnung', 'Trotz unserer Mahnung ist sie weiter offen'])
    expect(told(3, [2])).toEqual(['2. und letzte Mahnung', 'Trotz unserer Mahnung ist sie weiter offen'])
    expect(told(3, [0, 1, 2])).toEqual(['3. und letzte Mahnung', 'Trotz mehrerer Mahnungen ist sie weiter offen'])
  })

  test('waits for the next working day after a due date on a weekend or holiday of the region (§ 193 BGB)', async () => {
    const the = await opened({ automatic: true, levels: [{ level: 0, days: 1, fee_cents: 0 }] })
    const runSends = async (id: string) =>
      (await the.the.done('POST', '/dunning/preview')).reminders.some(
        (planned: { invoice_id: string }) => planned.invoice_id === id,
      )
    const lastDays = [
      // A Saturday; Good Friday; Corpus Christi, which is a holiday in Bavaria; 24 December, which is none.
      ['2026-02-28', null, '2026-03-02'],
      ['2026-04-03', null, '2026-04-07'],
      ['2026-04-03', 'DE-HH', '2026-04-07'],
      ['2026-06-04', 'DE-BY', '2026-06-05'],
      ['2026-06-04', 'DE-HH', '2026-06-04'],
      ['2025-12-24', 'DE-HH', '2025-12-24'],
    ] as const
    for (const [due, holiday_region, lastDay] of lastDays) {
      await the.the.done('PUT', '/organization', { holiday_region })
      today = addDays(due, 1)
      const { id } = await sent(the, the.client, due)
      today = lastDay
      expect([due, (await remind(the, id)).status, await runSends(id)]).toEqual([due, 409, false])
      await runDunning(app.services, app.system)
      today = addDays(lastDay, 1)
      // Level 0: the run on the last day has sent nothing.
      expect([due, await runSends(id), (await remind(the, id)).body.level]).toEqual([due, true, 0])
    }
    today = '2026-03-02'
  })

  test('ends the 30 days of § 286 (3) BGB on a working day, as the due date they count from is one', async () => {
    const the = await opened()
    const begins = async (due: string, day: string) => (await interestAfter(the, due, day))[0].from
    expect(await begins('2026-02-28', '2026-05-04')).toBe('2026-04-02')
    expect(await begins('2026-04-03', '2026-05-20')).toBe('2026-05-08')
    expect(await begins('2026-05-01', '2026-06-20')).toBe('2026-06-04')
    // The thirtieth day is a Saturday; or 31 October, a holiday in Hamburg and none in Bavaria.
    expect(await begins('2026-09-10', '2026-10-20')).toBe('2026-10-13')
    await the.the.done('PUT', '/organization', { holiday_region: 'DE-HH' })
    expect(await begins('2025-10-01', '2025-11-20')).toBe('2025-11-04')
    await the.the.done('PUT', '/organization', { holiday_region: 'DE-BY' })
    expect(await begins('2025-10-01', '2025-11-20')).toBe('2025-11-01')
    today = '2026-03-02'
  })

  test('is sent once of two concurrent calls; the other gets 409', async () => {
    today = '2026-03-02'
    const the = await opened()
    const { id } = await sent(the, the.client, '2026-02-20')
    await the.at.events()
    const answers = await Promise.all([remind(the, id, {}), remind(the, id, {}), remind(the, id, {})])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'conflict' })
    expect(await the.at.events()).toEqual(['reminder.sent'])
    expect(await mails(the)).toHaveLength(1)
  })

  test('claims the open amount beside a concurrent payment, or gets 409', async () => {
    const the = await opened()
    for (const cents of [19_000, 119_000]) {
      const { id } = await sent(the, the.client, '2026-02-20')
      const [reminded, paid] = await Promise.all([remind(the, id), the.the.pay(id, cents, { paid_at: today })])
      expect(paid.status).toBe(201)
      if (reminded.status === 409) expect([cents, reminded.body.error]).toEqual([119_000, 'invalid_state'])
      else expect([119_000, 100_000]).toContain(reminded.body.open_cents)
    }
  })
})

describe('the daily run', () => {
  const run = () => runDunning(app.services, app.system)
  const levelsOf = async ({ the }: Firm, ids: string[]) =>
    Promise.all(ids.map(async (id) => (await the.get(`/invoices/${id}`)).reminder_level))

  test('continues if the settings of another organization are unreadable', async () => {
    const broken = [{ automatic: 'maybe' }, { automatic: true, levels: 'x' }]
    for (const dunning of broken) {
      const other = await opened({ automatic: true, levels })
      await sent(other, other.client, '2026-02-10')
      const values = [other.at.organizationId, JSON.stringify(dunning)]
      await app.system.query('update organizations set dunning = $2 where id = $1', values)
    }
    const the = await opened({ automatic: true, levels })
    const { id } = await sent(the, the.client, '2026-02-12')
    try {
      await run()
      expect(await levelsOf(the, [id])).toEqual([0])
    } finally {
      await app.system.query(
        `update organizations set dunning = '{"automatic": false, "levels": []}' where dunning = any($1::jsonb[])`,
        [broken],
      )
    }
  })

  test('claims no interest at the base rate of another half-year', async () => {
    today = '2026-07-01'
    const charged = levels.map((each) => ({ ...each, days: 7 })).filter(({ level }) => level > 0)
    const the = await opened({ automatic: true, levels: charged })
    const { id } = await sent(the, the.client, '2026-04-20')
    const previewed = () => the.the.done('POST', `/invoices/${id}/reminders/preview`)
    const missing = { level: 1, missing_base_rate_from: '2026-07-01', interest_cents: expect.any(Number) }
    expect(await previewed()).toMatchObject(missing)
    expect((await the.the.done('POST', '/dunning/preview')).reminders).toMatchObject([missing])
    await run()
    expect(await levelsOf(the, [id])).toEqual([null])
    await app.system.query("insert into base_rates (valid_from, percent) values ('2026-07-01', 1.5)")
    try {
      expect(await previewed()).toMatchObject({ missing_base_rate_from: null })
      await run()
      expect(await levelsOf(the, [id])).toEqual([1])
    } finally {
      await app.system.query("delete from base_rates where valid_from = '2026-07-01'")
      today = '2026-03-02'
    }
  })

  test('sends what the preview says, once a day, and nothing if switched off', async () => {
    today = '2026-03-02'
    const [the, off] = [await opened({ automatic: true, levels }), await opened()]
    const due = await sent(the, the.client, '2026-02-20')
    const early = await sent(the, the.client, '2026-02-28')
    const blocked = await sent(the, the.client, '2026-01-20')
    await the.the.done('PUT', `/invoices/${blocked.id}`, { dunning_blocked: true })
    const unreachable = await sent(the, await the.the.client(), '2026-01-20')
    const theirs = await sent(off, off.client, '2026-02-20')
    const ids = [due.id, early.id, blocked.id, unreachable.id]
    await the.at.events()
    const preview = () => the.the.done('POST', '/dunning/preview')
    expect(await preview()).toEqual({
      reminders: [
        {
          invoice_id: due.id,
          number: due.number,
          client: { id: the.client, name: 'Kunde' },
          level: 0,
          open_cents: 119_000,
          fee_cents: 0,
          interest_cents: 0,
          missing_base_rate_from: null,
          flat_fee_cents: 0,
          charges_cents: 0,
        },
      ],
    })
    expect((await off.the.done('POST', '/dunning/preview')).reminders).toMatchObject([{ invoice_id: theirs.id }])
    expect(await the.at.events()).toEqual([])
    await Promise.all([run(), run()])
    await run()
    expect(await levelsOf(the, ids)).toEqual([0, null, null, null])
    expect([await the.at.events(), await mails(the)]).toMatchObject([['reminder.sent'], [{}]])
    expect((await preview()).reminders).toEqual([])
    const feed = await the.the.get('/events?names=reminder.sent')
    expect(feed.events[0]).toMatchObject({ actor: { type: 'system' }, data: { invoice_id: due.id, level: 0 } })

    // After weeks without a run one step follows, not all that were missed.
    today = '2026-04-20'
    const { reminders: planned } = await preview()
    expect(planned).toMatchObject([
      { invoice_id: due.id, level: 1, fee_cents: 250, flat_fee_cents: 4000 },
      { invoice_id: early.id, level: 0 },
    ])
    await run()
    await run()
    expect(await levelsOf(the, ids)).toEqual([1, 0, null, null])
    const [latest] = (await the.the.get(`/reminders?invoice_id=${due.id}`)).reminders
    const { client: _, number: __, missing_base_rate_from: ___, ...claimed } = planned[0]
    expect(latest).toMatchObject(claimed)
    today = '2026-04-26'
    await run()
    expect(await levelsOf(the, ids)).toEqual([1, 0, null, null])
    today = '2026-04-27'
    await run()
    expect(await levelsOf(the, ids)).toEqual([2, 1, null, null])
    expect(await levelsOf(off, [theirs.id])).toEqual([null])
  })

  test('continues if an invoice or an organization fails', async () => {
    today = '2026-03-02'
    const firms = [await opened({ automatic: true, levels }), await opened({ automatic: true, levels })] as const
    const [one, two] = firms
    const ids = [await sent(one, one.client, '2026-02-10'), await sent(one, one.client, '2026-02-20')]
    const other = await sent(two, two.client, '2026-02-15')
    const level = Object.getOwnPropertyDescriptor(Invoice.prototype, 'clientId')
    const failing = vi.spyOn(Invoice.prototype, 'clientId', 'get').mockImplementation(function (this: Invoice) {
      if (this.id === ids[0]?.id) throw new Error('Kaputt')
      return level?.get?.call(this)
    })
    await run()
    failing.mockRestore()
    expect(
      await levelsOf(
        one,
        ids.map(({ id }) => id),
      ),
    ).toEqual([null, 0])
    expect(await levelsOf(two, [other.id])).toEqual([0])
    await run()
    expect(
      await levelsOf(
        one,
        ids.map(({ id }) => id),
      ),
    ).toEqual([0, 0])
  })
})
