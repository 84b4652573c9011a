import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expireHolds } from '../../../../src/features/calendar/bookings/expire-holds.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { office } from './office.ts'

// A service behind a proxy, with limits.
let service: Awaited<ReturnType<typeof startApp>>
let at: House
beforeAll(async () => {
  const env = {
    ...{ TRUST_PROXY: '127.0.0.1', BOOKINGS_PER_NETWORK_PER_DAY: '8', BOOKINGS_PER_HOST_PER_DAY: '60' },
    BOOKINGS_PER_ORGANIZATION_PER_HOUR: '120',
  }
  service = await startApp({ env })
})
afterAll(() => service.stop())

let guests = 0
/** A desk in a house of its own, whose guests come from the networks that they are said to come from. */
async function desk(type: object = {}) {
  at = await openHouse(service.app)
  await at.member.rest('PUT', '/booking/availability', {
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })),
  })
  const made = await office(at, at.member, { duration_minutes: 15, ...type })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  return {
    ...made,
    /** Whom a busy machine sends away for now (503), comes again. */
    async bookFrom(address: string, start: string | undefined, more: object = {}) {
      const body = { start, name: 'Kim Gast', email: `gast-${++guests}@gast.example`, ...more }
      for (;;) {
        const answer = await at.nobody.rest('POST', `${made.page}/book`, body, from(address))
        if (answer.status !== 503) return answer
      }
    },
    async post(path: string, body: object = {}, address = '192.0.2.200') {
      for (;;) {
        const answer = await at.nobody.rest('POST', path, body, from(address))
        if (answer.status !== 503) return answer
      }
    },
  }
}
const held = (type: object = {}) => desk({ requires_email_verification: true, ...type })

/** The link in the mail to a guest. */
async function linkOf(id: string): Promise<string> {
  const mails = await mailsAbout(service.app, id)
  const [mail] = mails.filter(({ kind }) => kind === 'booking_verification')
  return /\/booking\/([0-9A-Za-z]{65})/.exec(mail?.text)?.[1] ?? ''
}
const told = (answer: { status: number; body: { error?: string } }) => [answer.status, answer.body.error]
const count = async (table: string) =>
  (
    await service.app.system.query(`select count(*)::int as n from ${table} where organization_id = $1`, [
      at.organizationId,
    ])
  ).rows[0].n
/** A time that many minutes later, as the service has it. */
async function later<Result>(minutes: number, work: () => Promise<Result>): Promise<Result> {
  const clock = vi
    .spyOn(service.app.services.clock, 'now')
    .mockImplementation(() => new Date(Date.now() + minutes * 60_000))
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}
const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`

describe('booking with email verification', () => {
  test('holds the slot without booking or notifying', async () => {
    const { bookFrom, slots, page } = await held({ create_client: true })
    const [start] = await slots(1)
    expect((await at.nobody.rest('GET', page)).body.requires_email_verification).toBe(true)
    await at.events()
    const answer = await bookFrom('192.0.2.1', start, { agenda: 'Siehe example.com', email: 'neu@gast.example' })
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { status: 'pending', start, title: 'Gespräch', manage_url: null, meet_url: null, expires_at: expect.any(String) },
    ])
    const minutes = (Date.parse(answer.body.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await at.events()).toEqual([])
    for (const table of ['bookings', 'booking_hosts', 'calendar_events', 'clients', 'booking_links'])
      expect(await count(table), table).toBe(0)
    expect(await slots(1)).not.toContain(start)
    expect(told(await bookFrom('192.0.2.2', start))).toEqual([409, 'slot_unavailable'])
    expect((await at.member.rest('GET', `/bookings/${answer.body.id}`)).status).toBe(404)
    const { rows } = await service.app.system.query(
      'select kind, recipients, body_text from mails where organization_id = $1',
      [at.organizationId],
    )
    expect(rows).toMatchObject([{ kind: 'booking_verification', recipients: ['neu@gast.example'] }])
    expect(rows[0].body_text).not.toContain('example.com')
  })

  test('is booked once, by confirming its link and not by opening it', async () => {
    const { bookFrom, slots, post } = await held({ create_client: true })
    const [start = '', other = ''] = await slots(1)
    const { id } = (await bookFrom('192.0.2.1', start, { agenda: 'Neu', timezone: 'America/New_York' })).body
    const token = await linkOf(id)
    const hashed = await service.app.system.query(
      "select count(*)::int as n from booking_holds where to_jsonb(booking_holds)::text like '%' || $1 || '%'",
      [token],
    )
    expect(hashed.rows[0].n).toBe(0)
    await at.events()
    const look = async () => (await at.nobody.rest('GET', `/public/bookings/${token}`)).body
    expect(await look()).toMatchObject({ id, status: 'pending', agenda: 'Neu', timezone: 'America/New_York' })
    for (const [path, body] of [
      ['cancel', {}],
      ['reschedule', { start: other }],
    ] as const)
      expect(told(await post(`/public/bookings/${token}/${path}`, body))).toEqual([409, 'invalid_state'])
    expect(await at.events()).toEqual([])
    expect(await count('bookings')).toBe(0)

    const confirmed = await post(`/public/bookings/${token}/confirm`)
    expect([confirmed.status, confirmed.body]).toMatchObject([
      200,
      { id, status: 'confirmed', start, expires_at: null, agenda: 'Neu' },
    ])
    expect(await at.events()).toEqual(['client.created', 'booking.created'])
    expect(await count('calendar_events')).toBe(1)
    expect(await count('booking_holds')).toBe(0)
    expect(told(await post(`/public/bookings/${token}/confirm`))).toEqual([409, 'invalid_state'])
    expect(await look()).toMatchObject({ id, status: 'confirmed', timezone: 'America/New_York' })
    expect((await post(`/public/bookings/${token}/reschedule`, { start: other })).body.start).toBe(other)
  })

  test('can be confirmed over GraphQL', async () => {
    const { bookFrom, slots } = await held()
    const [start] = await slots(1)
    const { id } = (await bookFrom('192.0.2.1', start)).body
    const token = await linkOf(id)
    const confirm = 'mutation ($token: String!) { confirmGuestBooking(token: $token) { id status expiresAt } }'
    expect((await at.nobody.graphql(confirm, { token })).data.confirmGuestBooking).toEqual({
      ...{ id, status: 'confirmed', expiresAt: null },
    })
    const again = await at.nobody.graphql(confirm, { token })
    expect(again.errors?.[0].extensions.code).toBe('invalid_state')
  })

  test('is booked once by ten concurrent confirmations', async () => {
    const { bookFrom, slots, post } = await held()
    const [start] = await slots(1)
    const { id } = (await bookFrom('192.0.2.1', start)).body
    const token = await linkOf(id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(`/public/bookings/${token}/confirm`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await count('bookings')).toBe(1)
    expect(await at.events()).toContain('booking.created')
  })

  test('is free again after it expires: the link returns 410 and the data is erased', async () => {
    const { bookFrom, slots, post } = await held()
    const [start] = await slots(1)
    const { id } = (await bookFrom('192.0.2.1', start, { email: 'vergessen@gast.example' })).body
    const token = await linkOf(id)
    await later(16, async () => {
      expect(await slots(1)).toContain(start)
      const expired = await post(`/public/bookings/${token}/confirm`)
      expect(told(expired)).toEqual([410, 'expired'])
      expect(expired.body.message).toContain('noch einmal')
      const next = (await bookFrom('192.0.2.2', start)).body
      expect(next.status).toBe('pending')
      expect((await post(`/public/bookings/${await linkOf(next.id)}/confirm`)).status).toBe(200)
      await expireHolds(service.app.services, service.app.system)
      expect(told(await post(`/public/bookings/${token}/confirm`))).toEqual([410, 'expired'])
      expect(told(await at.nobody.rest('GET', `/public/bookings/${token}`))).toEqual([410, 'expired'])
    })
    for (const table of ['booking_holds', 'mails'])
      expect(
        (
          await service.app.system.query(`select to_jsonb(t)::text as row from ${table} t where organization_id = $1`, [
            at.organizationId,
          ])
        ).rows.filter(({ row }) => row.includes('vergessen@gast.example')),
        table,
      ).toEqual([])
    await later(31 * 24 * 60, () => expireHolds(service.app.services, service.app.system))
    expect([await count('booking_holds'), await count('booking_requests')]).toEqual([0, 0])
    expect((await at.nobody.rest('GET', `/public/bookings/${token}`)).status).toBe(404)
  })

  test('goes to one of two guests when it expires', async () => {
    const { bookFrom, slots, post } = await held()
    const open = await slots(1)
    for (const [round, start] of open.slice(0, 4).entries()) {
      const { id, expires_at } = (await bookFrom(addressOf(round), start)).body
      const token = await linkOf(id)
      const left = (Date.parse(expires_at) - Date.now()) / 60_000
      // The clock strikes between them.
      let asked = 0
      const clock = vi
        .spyOn(service.app.services.clock, 'now')
        .mockImplementation(() => new Date(Date.now() + (left + (asked++ % 2 ? 0.01 : -0.01)) * 60_000))
      const [confirmed, other] = await Promise.all([
        post(`/public/bookings/${token}/confirm`),
        bookFrom(addressOf(100 + round), start),
      ])
      clock.mockRestore()
      const pending =
        other.status === 201 ? await post(`/public/bookings/${await linkOf(other.body.id)}/confirm`) : other
      expect([confirmed.status, pending.status].filter((status) => status < 300).length).toBeLessThanOrEqual(1)
    }
  })

  test('is refused if the host has taken the time or no longer offers it', async () => {
    const { bookFrom, slots, post, type } = await held()
    const [start = '', other = ''] = await slots(1)
    const [one, two] = [(await bookFrom('192.0.2.1', start)).body, (await bookFrom('192.0.2.2', other)).body]
    const end_time = new Date(Date.parse(start) + 60_000).toISOString()
    await at.member.rest('POST', '/calendar/events', { title: 'Zahnarzt', start_time: start, end_time })
    const taken = await post(`/public/bookings/${await linkOf(one.id)}/confirm`)
    expect([...told(taken), taken.body.message]).toEqual([
      ...[
        409,
        'slot_unavailable',
        'Die Zeit wurde inzwischen anderweitig vergeben. Bitte buchen Sie einen anderen Termin.',
      ],
    ])
    await at.member.rest('PUT', `/booking/event-types/${type.id}`, { active: false })
    const withdrawn = await post(`/public/bookings/${await linkOf(two.id)}/confirm`)
    expect([...told(withdrawn), withdrawn.body.message]).toEqual([
      ...[409, 'slot_unavailable', 'Dieser Termin wird nicht mehr angeboten.'],
    ])
    expect(await count('bookings')).toBe(0)
  })

  test('explains a second confirmation in either language', async () => {
    const { bookFrom, slots, post } = await held()
    const [start = '', other = ''] = await slots(1)
    const again = async (token: string) => {
      const answers = await Promise.all(
        ['de', 'en'].map((language) =>
          at.nobody.rest('POST', `/public/bookings/${token}/confirm`, {}, { 'accept-language': language }),
        ),
      )
      expect(answers.map(told)).toEqual(Array(2).fill([409, 'invalid_state']))
      return answers.map(({ body }) => body.message)
    }
    const [one, two] = [(await bookFrom('192.0.2.1', start)).body, (await bookFrom('192.0.2.2', other)).body]
    const [kept, cancelled] = [await linkOf(one.id), await linkOf(two.id)]
    for (const token of [kept, cancelled]) expect((await post(`/public/bookings/${token}/confirm`)).status).toBe(200)
    expect(await again(kept)).toEqual(['Der Termin ist schon bestätigt.', 'The appointment is already confirmed.'])
    await post(`/public/bookings/${cancelled}/cancel`)
    expect(await again(cancelled)).toEqual(['Der Termin ist schon abgesagt.', 'The appointment is cancelled already.'])
    await later((Date.parse(start) - Date.now()) / 60_000 + 60, async () => {
      expect(await again(kept)).toEqual(['Der Termin ist vorbei.', 'The appointment is over.'])
    })
  })

  test('cannot be confirmed after its start', async () => {
    const { bookFrom, slots, post } = await held({ minimum_notice_minutes: 0 })
    const [start = ''] = await slots(1)
    const wait = (Date.parse(start) - Date.now()) / 60_000 - 5
    const { id } = await later(wait, async () => (await bookFrom('192.0.2.1', start)).body)
    const token = await linkOf(id)
    const late = await later(wait + 6, () => post(`/public/bookings/${token}/confirm`))
    expect([...told(late), late.body.message]).toEqual([
      409,
      'slot_unavailable',
      expect.stringContaining('schon vorbei'),
    ])
  })

  test('can be confirmed within the minimum notice', async () => {
    const { bookFrom, slots, post } = await held({ minimum_notice_minutes: 60 })
    const [start = ''] = await slots(1)
    const wait = (Date.parse(start) - Date.now()) / 60_000 - 61
    const { id } = await later(wait, async () => (await bookFrom('192.0.2.1', start)).body)
    const token = await linkOf(id)
    await later(wait + 10, async () => expect((await post(`/public/bookings/${token}/confirm`)).status).toBe(200))
  })

  test('limits holds to three per host and day, and two per network', async () => {
    const { bookFrom, slots } = await held()
    const open = await slots(1)
    const morrow = await slots(1, 2)
    expect((await bookFrom('192.0.2.1', open[0])).status).toBe(201)
    expect((await bookFrom('192.0.2.1', morrow[0])).status).toBe(201)
    const third = await bookFrom('192.0.2.1', morrow[1])
    expect(told(third)).toEqual([429, 'rate_limited'])
    expect(third.body.message).toContain('bestätigen')
    expect(Number(third.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    const answers = await Promise.all(open.slice(1, 21).map((start, index) => bookFrom(addressOf(index), start)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(18).fill(429)])
    expect((await slots(1)).length).toBeGreaterThanOrEqual(open.length - 3)
    // Of the half-hours of midnight each may be of the day before in the host's zone.
    await later(16, async () => expect((await bookFrom('192.0.2.9', open[5])).status).toBe(201))
  })
})

describe('booking limits', () => {
  test('count an IPv6 customer as one network and ignore forged headers', async () => {
    const { bookFrom, slots } = await desk()
    const open = await slots(3)
    const answers = await Promise.all(
      open.slice(0, 12).map((start, index) => bookFrom(`2001:db8:0:${index.toString(16)}::${index}`, start)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(4)
    expect(refused[0]?.body).toMatchObject({ error: 'rate_limited', message: expect.stringContaining('Anschluss') })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    // The address that the proxy has seen counts, and not what a guest has written before it.
    for (const forged of [
      '203.0.113.7, 2001:db8::5',
      'unknown, 2001:DB8:0:0ff::1',
      '::ffff:203.0.113.9,2001:db8::%eth0',
    ])
      expect((await bookFrom(forged, open[50])).status).toBe(429)
    expect((await bookFrom('2001:db8:0:100::1', open[50])).status).toBe(201)
    await later(24 * 60 + 1, async () =>
      expect((await bookFrom('2001:db8::5', (await slots(1, 9))[0])).status).toBe(201),
    )
  })

  test('apply to requests with a token too', async () => {
    const { bookFrom, slots, page } = await desk()
    const open = await slots(1)
    for (let index = 0; index < 8; index++) expect((await bookFrom('192.0.2.1', open[index])).status).toBe(201)
    const guest = { start: open[9], name: 'Kim Kollegin', email: 'kim@team.example' }
    const from = { 'x-forwarded-for': '192.0.2.1' }
    for (const who of [at.nobody, at.owner, at.member])
      expect(told(await who.rest('POST', `${page}/book`, guest, from))).toEqual([429, 'rate_limited'])
    expect((await at.owner.rest('POST', `${page}/book`, guest, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(201)
  })

  test('count bookings of a host from all networks, also cancelled ones', async () => {
    const { bookFrom, slots, post, type } = await desk({ maximum_new_bookings_per_day: 4 })
    const [start, ...open] = await slots(1)
    for (let index = 0; index < 4; index++) {
      const { manage_url } = (await bookFrom(addressOf(index), start)).body
      await post(`/public/bookings/${manage_url.split('/booking/')[1]}/cancel`)
    }
    const refused = await bookFrom(addressOf(9), open[0])
    expect([...told(refused), refused.body.message]).toEqual([
      429,
      'rate_limited',
      expect.stringContaining('4 Termine'),
    ])
    await at.member.rest('PUT', `/booking/event-types/${type.id}`, { maximum_new_bookings_per_day: 5 })
    expect((await bookFrom(addressOf(9), open[0])).status).toBe(201)
    expect((await bookFrom(addressOf(9), open[1])).status).toBe(429)
    await at.member.rest('PUT', `/booking/event-types/${type.id}`, { maximum_new_bookings_per_day: null })
    expect((await bookFrom(addressOf(9), open[1])).status).toBe(201)
  })

  test('count bookings and moves of an organization per hour', async () => {
    const { bookFrom, slots, post } = await desk({ maximum_new_bookings_per_day: 1000 })
    const open = await slots(3)
    const { manage_url } = (await bookFrom('192.0.2.1', open[0])).body
    // As many as an hour's bookings by many networks leave.
    await service.app.system.query(
      `insert into booking_requests (organization_id, id, requested_at, network, host_ids)
       select $1, gen_random_uuid(), now(), 'n' || n, '{}' from generate_series(1, 119) n`,
      [at.organizationId],
    )
    const refused = await bookFrom('192.0.2.2', open[130])
    expect([...told(refused), refused.body.message]).toEqual([429, 'rate_limited', expect.stringContaining('120')])
    const token = manage_url.split('/booking/')[1]
    expect(told(await post(`/public/bookings/${token}/reschedule`, { start: open[131] }))).toEqual([
      429,
      'rate_limited',
    ])
    await later(61, async () =>
      expect((await post(`/public/bookings/${token}/reschedule`, { start: open[131] })).status).toBe(200),
    )
  })

  test('do not count expired holds', async () => {
    const { bookFrom, slots, page } = await held({ maximum_new_bookings_per_day: 3 })
    for (let day = 0; day < 6; day++)
      await later(day * 16, async () =>
        expect((await bookFrom(addressOf(day), (await slots(1, day))[0])).status).toBe(201),
      )
    await later(6 * 16, async () => {
      const { body } = await bookFrom('192.0.2.1', (await slots(1))[3])
      expect(body.status, page).toBe('pending')
    })
  })
})
