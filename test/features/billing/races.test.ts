import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireQuotes } from '#features/billing/quotes/expire-quotes'
import { runDunning } from '#features/billing/reminders/dunning-run'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { mailsAbout } from '../../harness/mails.ts'
import { firm, line } from './invoices/firm.ts'

// Two who want what only one can have: exactly one wins, and the other is told why. Races of one feature alone stand with it. The
// clock works over every organization: this file has a database and an app of its own, and stands in time.

let today = '2026-03-02'
let at: House
let the: ReturnType<typeof firm>
let client = ''
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(`${today}T12:00:00Z`), today: () => today } })
  stop = started.stop
  at = await openHouse(started.app)
  the = firm(at)
  await the.open({ dunning: { automatic: true, levels: [{ level: 0, days: 7, fee_cents: 0 }] } })
  client = await the.client({ email: 'kim@acme.example' })
})
afterAll(() => stop())

type Answer = Awaited<ReturnType<House['owner']['rest']>>
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted()
const refused = (answers: Answer[]) => answers.find(({ status }) => status >= 400)?.body

/** What was mailed to be signed, with the secret of its link. */
async function mailed(path: 'quotes' | 'contracts', more: object): Promise<{ id: string; link: string }> {
  const { id } = await the.done('POST', `/${path}`, { client_id: client, ...more })
  await the.done('POST', `/${path}/${id}/send`)
  const [mail] = await mailsAbout(at.app, id)
  await at.events()
  return { id, link: /\/sign\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}
const quote = (valid_until: string) => mailed('quotes', { valid_until, line_items: [line(10_000)] })
const contract = () => mailed('contracts', { title: 'Wartung', content: '# Pflege', notice_period_days: 30 })
const sign = (link: string, name = 'Kim') =>
  at.nobody.rest('POST', `/public/sign/${link}/sign`, { name, signature: name })

test('a quote is signed until its last day is over, whether the clock has told it or not', async () => {
  const { id, link } = await quote(today)
  const other = await quote(today)
  const expire = () => expireQuotes(at.app.services, at.app.system)
  const [signed] = await Promise.all([sign(link), expire()])
  expect([signed.status, (await the.get(`/quotes/${id}`)).status, await at.events()]).toEqual([
    200,
    'signed',
    ['quote.signed'],
  ])
  today = '2026-03-03'
  const [late] = await Promise.all([sign(other.link), expire(), sign(other.link)])
  expect([late.status, late.body.error]).toEqual([410, 'expired'])
  expect([(await the.get(`/quotes/${other.id}`)).status, await at.events()]).toEqual(['expired', ['quote.expired']])
})

test('two sign a contract: one has, and the other is told', async () => {
  const { id, link } = await contract()
  const answers = await Promise.all([sign(link, 'Eins'), sign(link, 'Zwei')])
  expect(statuses(answers)).toEqual([200, 409])
  expect(refused(answers)).toMatchObject({ error: 'invalid_state', message: expect.stringContaining('schon') })
  expect(await at.events()).toEqual(['contract.signed'])
  const { signer_name } = await the.get(`/contracts/${id}`)
  expect(signer_name).toBe(answers[0]?.status === 200 ? 'Eins' : 'Zwei')
})

test('a contract is signed as it was sent, whoever revises it meanwhile', async () => {
  const { id, link } = await contract()
  const answers = await Promise.all([sign(link), the.call('PUT', `/contracts/${id}`, { content: '# Teurer' })])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(refused(answers)).toMatchObject({ error: 'invalid_state', message: expect.stringMatching(/./) })
  expect(await the.get(`/contracts/${id}`)).toMatchObject({ status: 'signed', content: '# Pflege' })
})

test('a signed contract is cancelled once', async () => {
  const { id, link } = await contract()
  expect((await sign(link)).status).toBe(200)
  await at.events()
  const answers = await Promise.all([1, 2].map(() => the.call('POST', `/contracts/${id}/cancel`)))
  expect(statuses(answers)).toEqual([200, 409])
  expect(refused(answers)).toMatchObject({ error: 'invalid_state', message: expect.stringMatching(/./) })
  expect(await at.events()).toEqual(['contract.cancelled'])
})

test('two credit all of an invoice, or the same line of it: one note, and the other is told', async () => {
  for (const [lines, status, error] of [
    [undefined, 409, 'invalid_state'],
    [[line(60_000)], 422, 'validation_failed'],
  ] as const) {
    const { id } = await the.send(client, [line(60_000), line(500)])
    await at.events()
    const answers = await Promise.all([the.credit(id, lines && [...lines]), the.credit(id, lines && [...lines])])
    expect(statuses(answers)).toEqual([201, status])
    expect(refused(answers)).toMatchObject({ error, message: expect.stringMatching(/./) })
    expect((await at.events()).filter((name) => name === 'invoice.created')).toHaveLength(1)
  }
})

test('a reminder by hand beside the daily run is one reminder', async () => {
  const { id } = await the.send(client, [line(10_000)], { issue_date: '2026-01-05', due_date: '2026-01-19' })
  await at.events()
  const [answer] = await Promise.all([
    the.call('POST', `/invoices/${id}/reminders`, {}),
    runDunning(at.app.services, at.app.system),
  ])
  const { reminders } = await the.get(`/reminders?invoice_id=${id}`)
  expect(reminders).toHaveLength(1)
  expect((await at.events()).filter((name) => name === 'reminder.sent').length).toBeGreaterThan(0)
  if (answer.status !== 201) expect([answer.status, answer.body.error]).toEqual([409, 'conflict'])
  const { rows } = await at.app.system.query(
    "select count(*)::int as count from mails where organization_id = $1 and kind = 'reminder' and subject_id in (select id from reminders where invoice_id = $2)",
    [at.organizationId, id],
  )
  expect(rows).toEqual([{ count: 1 }])
})
