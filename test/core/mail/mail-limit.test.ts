import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailOwnersNearMailLimit } from '#features/people/organizations/mail-limit.mail'
import { office, tokenOf } from '../../features/calendar/bookings/office.ts'
import { createBrowserSession } from '../../harness/browser-session.ts'
import { createFixtures } from '../../harness/fixtures.ts'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { mailsAbout, readMails } from '../../harness/mails.ts'

let app: House['app']
let stop: () => Promise<void>
let at: House
beforeAll(async () => {
  const started = await startApp({ env: { MAIL_LIMIT_PER_HOUR: '10' } })
  ;({ app, stop } = started)
})
afterAll(() => stop())

const guests = (count: number) => Array.from({ length: count }, (_, index) => `gast-${index}@gast.example`)
const event = (count: number, by = at.owner) =>
  by.rest('POST', '/calendar/events', {
    ...{ title: 'Runde', start_time: '2199-12-01T09:00:00Z', end_time: '2199-12-01T10:00:00Z' },
    attendee_emails: guests(count),
  })
const outgoing = () => readMails(app, 'organization_id = $1 and not is_system', [at.organizationId])

const openOffice = async (type: object = {}) => {
  await at.owner.rest('PUT', '/booking/availability', {
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })),
  })
  return office(at, at.owner, type)
}
const useUpLimit = async () => {
  const left = 10 - (await outgoing()).reduce((sum, { to }) => sum + [to].flat().length, 0)
  expect((await event(left)).status).toBe(201)
}
const waiting = async () => {
  const { rows } = await app.system.query(
    `select kind from mails where organization_id = $1 and send_after > now() + interval '55 minutes' order by kind`,
    [at.organizationId],
  )
  return rows.map(({ kind }) => kind)
}

describe("an organization's mails", () => {
  test('are rejected beyond the hourly limit, with limit and retry time', async () => {
    at = await openHouse(app)
    expect((await event(8)).status).toBe(201)
    const refused = await event(3)
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    expect(refused.body.message).toContain('höchstens 10')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(await outgoing()).toHaveLength(8)
    expect((await event(2)).status).toBe(201)
    await app.system.query(`update mails set created_at = created_at - interval '1 hour' where organization_id = $1`, [
      at.organizationId,
    ])
    expect((await event(10)).status).toBe(201)
    // Others have a limit of their own.
    const { status } = await event(10, (await openHouse(app)).owner)
    expect(status).toBe(201)
    const events = async () => {
      const counting = 'select count(*)::int as count from calendar_events where organization_id = $1'
      return (await app.system.query(counting, [at.organizationId])).rows[0].count
    }
    expect((await event(1)).status).toBe(429)
    // Events with 8, 2 and 10 guests, without rejected ones.
    expect(await events()).toBe(3)
  })

  test('do not count mails of Kontor to members', async () => {
    at = await openHouse(app)
    await event(10)
    const { rows } = await app.system.query('select email from members where id = $1', [at.viewer.id])
    const reset = 'mutation ($email: String!) { requestPasswordReset(email: $email) }'
    expect((await createBrowserSession(app).send(reset, { email: rows[0].email })).data).toEqual({
      requestPasswordReset: true,
    })
    const sent = (await mailsAbout(app, at.viewer.id)).map(({ kind }) => kind)
    expect(sent).toEqual(['account_passwordReset'])
    const invited = { name: 'Ida Lund', email: 'ida@gast.example', role: 'viewer' }
    expect((await at.owner.rest('POST', '/members', invited)).status).toBe(429)
  })

  test('to new guests are rejected with advice, but without the figures', async () => {
    at = await openHouse(app)
    const { slots, page } = await openOffice()
    const [one] = await slots(1)
    await useUpLimit()
    const before = (await outgoing()).length
    const asking = (path: string, body: object, language: string) =>
      at.nobody.rest('POST', path, body, { 'accept-language': language })
    for (const [language, text] of [
      ['de', /^Zurzeit lässt sich keine E-Mail an Sie senden.* in \d+ Minuten noch einmal\.$/],
      ['en', /^No email can be sent to you at the moment.* in \d+ minutes\.$/],
    ] as const) {
      const refused = await asking(
        `${page}/book`,
        { start: one, name: 'Kim Gast', email: 'kim@gast.example' },
        language,
      )
      expect([refused.status, refused.body.error, refused.body.message]).toEqual([
        ...[429, 'rate_limited', expect.stringMatching(text)],
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    }
    expect(await slots(1)).toContain(one)
    expect(await outgoing()).toHaveLength(before)
  })

  test('wait if they announce a change or cancellation by guest or host', async () => {
    at = await openHouse(app)
    const { slots, book } = await openOffice()
    const [one, two, three] = await slots(1)
    const [moved, cancelled] = [await book(one), await book(two)]
    const invited = await event(1)
    await useUpLimit()
    const change = (booked: typeof moved, action: string, body: object) =>
      at.nobody.rest('POST', `/public/bookings/${tokenOf(booked)}/${action}`, body)
    expect(await change(moved, 'reschedule', { start: three })).toMatchObject({ status: 200, body: { start: three } })
    expect((await change(moved, 'cancel', {})).body).toMatchObject({ status: 'cancelled' })
    const byHost = `/bookings/${cancelled.body.id}/cancel`
    expect((await at.owner.rest('POST', byHost)).body).toMatchObject({ status: 'cancelled' })
    expect((await at.owner.rest('DELETE', `/calendar/events/${invited.body.id}`)).status).toBeLessThan(300)
    expect(await waiting()).toEqual([
      ...['booking_cancelled', 'booking_cancelled', 'booking_moved', 'calendar_cancelled'],
    ])
  })

  test('wait if a guest confirms a held slot, or a client signs', async () => {
    at = await openHouse(app)
    const { slots, book } = await openOffice({ requires_email_verification: true })
    const [one] = await slots(1)
    const held = await book(one)
    const [asked] = await mailsAbout(app, held.body.id)
    const { post } = createFixtures(at)
    const address = { street: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
    await at.owner.rest('PUT', '/organization', { ...address, tax_number: '1234567890' })
    const client = await post('/clients', { name: 'Kunde', email: 'kunde@kunde.example', ...address })
    const line_items = [{ description: 'Gestaltung', quantity: 2, unit_price_cents: 5000, tax_rate: 19 }]
    const quote = await post('/quotes', { client_id: client.id, valid_until: '2099-12-31', line_items })
    await post(`/quotes/${quote.id}/send`)
    const [offered] = await mailsAbout(app, quote.id)
    await useUpLimit()
    const linkIn = (text: string, page: string) => new RegExp(`/${page}/(\\w{65})\\b`).exec(text)?.[1]
    const confirm = `/public/bookings/${linkIn(asked.text, 'booking')}/confirm`
    expect((await at.nobody.rest('POST', confirm)).body).toMatchObject({ status: 'confirmed' })
    const sign = `/public/sign/${linkIn(offered.text, 'sign')}/sign`
    const signed = await at.nobody.rest('POST', sign, { name: 'Änne Kunde', signature: 'Änne Kunde' })
    expect(signed.body).toMatchObject({ status: 'signed' })
    expect(await waiting()).toEqual(['booking_booked', 'signed_quote'])
  })

  test.each([3, 5])('do not exceed the limit concurrently, with %i guests each', async (count) => {
    at = await openHouse(app)
    const made = await Promise.all(Array.from({ length: 8 }, () => event(count)))
    const possible = Math.floor(10 / count)
    expect(made.filter(({ status }) => status === 201)).toHaveLength(possible)
    expect(await outgoing()).toHaveLength(possible * count)
  })

  test('notify the owners once at 80 %', async () => {
    at = await openHouse(app)
    const notices = () => readMails(app, `organization_id = $1 and kind = 'mail_limit_near'`, [at.organizationId])
    await event(7)
    await mailOwnersNearMailLimit(app.services, app.system)
    expect(await notices()).toEqual([])
    await event(1)
    await mailOwnersNearMailLimit(app.services, app.system)
    await mailOwnersNearMailLimit(app.services, app.system)
    const told = await notices()
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('8 von höchstens 10')
  })
})

test('combines successive updates of an event into one mail per guest', async () => {
  at = await openHouse(app)
  const { body } = await event(2)
  const change = (hour: number) =>
    at.owner.rest('PUT', `/calendar/events/${body.id}`, {
      ...{ start_time: `2199-12-01T${hour}:00:00Z`, end_time: `2199-12-01T${hour + 1}:00:00Z` },
    })
  // Invitation and two changes leave at once, the next one waits.
  for (const hour of [10, 11, 12, 13, 14, 15]) expect((await change(hour)).status).toBe(200)
  const about = async () => (await mailsAbout(app, body.id)).map(({ kind, to }) => `${kind} ${to}`)
  expect(await about()).toHaveLength(8)
  const [last] = (await mailsAbout(app, body.id)).filter(({ to }) => to === guests(2)[1]).toReversed()
  expect(last.calendar.content).toContain('DTSTART:21991201T150000Z')
  expect(last.text).toContain('/invitation/')
  const { rows } = await app.system.query(
    `select count(*)::int as late from mails where subject_id = $1 and send_after is not null`,
    [body.id],
  )
  expect(rows).toEqual([{ late: 2 }])
  expect((await at.owner.rest('DELETE', `/calendar/events/${body.id}`)).status).toBeLessThan(300)
  expect((await about()).filter((each) => each.startsWith('calendar_cancelled'))).toHaveLength(2)
  expect(await about()).toHaveLength(8)
})
