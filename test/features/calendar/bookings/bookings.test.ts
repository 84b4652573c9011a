import { createClient } from 'graphql-ws'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { house, openHouse } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { socketUrl, waitForSubscriptions } from '../../../harness/subscriptions.ts'
import { office, tokenOf } from './office.ts'

const at = house()
let room: Awaited<ReturnType<typeof office>>
beforeAll(async () => {
  await at.member.rest('PUT', '/booking/availability', {
    timezone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
  })
  room = await office(at, at.member)
})

const mails = (id: string) => mailsAbout(at.app, id)
/** The one event of what was mailed for calendars: its unfolded lines by their names, and how it is meant. */
const sentTo = ({ calendar }: { calendar: { method: string; content: string } }) => {
  const lines = calendar.content.replaceAll('\r\n ', '').split('\r\n')
  const line = (name: string) => lines.find((each) => each.startsWith(name)) ?? null
  return { method: calendar.method, uid: line('UID:'), sequence: line('SEQUENCE:'), start: line('DTSTART:'), line }
}
/** What a clock in a zone shows. */
const clock = (moment: string, timeZone: string) =>
  new Date(moment).toLocaleTimeString('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' })
const events = async (id: string) =>
  (
    await at.app.system.query(
      'select title, (extract(epoch from start_time) * 1000)::float8 as start_time, user_id, meet_url, location, client_id from calendar_events where booking_id = $1 order by meet_url nulls last',
      [id],
    )
  ).rows

describe('booking a slot', () => {
  test('creates events, mails, a link and calendar entries', async () => {
    const [start = ''] = await room.slots()
    await at.events()
    const booked = await room.book(start, {
      ...{ email: 'kim@gast.example', agenda: 'Neue Website', timezone: 'America/New_York' },
    })
    expect([booked.status, booked.body]).toMatchObject([
      201,
      {
        ...{ status: 'confirmed', title: 'Gespräch', start, timezone: 'America/New_York', name: 'Kim Gast' },
        ...{ email: 'kim@gast.example', agenda: 'Neue Website', answers: [], location: 'meet' },
        meet_url: expect.stringMatching(/^https:\/\/meet\.jit\.si\//),
        type_slug: room.type.slug,
        user_slug: room.page.split('/')[3],
        hosts: [{ name: 'member', slug: expect.any(String) }],
        manage_url: expect.stringMatching(/\/booking\/[0-9A-Za-z]{65}$/),
      },
    ])
    expect(booked.body).not.toHaveProperty('client_id')
    expect(await at.events()).toEqual(['booking.created'])
    expect(await room.slots()).not.toContain(start)

    const own = (await at.viewer.rest('GET', `/bookings/${booked.body.id}`)).body
    expect(own).toMatchObject({
      ...{ start, user: { id: at.member.id, name: 'member' }, host_ids: [at.member.id], client: null },
      event_type: { id: room.type.id, name: 'Gespräch' },
    })
    expect(JSON.stringify(own)).not.toContain(tokenOf(booked))
    expect(await events(own.id)).toMatchObject([
      { title: 'Gespräch: Kim Gast', start_time: Date.parse(start), user_id: at.member.id, meet_url: own.meet_url },
    ])

    const [toGuest, toHost, ...others] = await mails(own.id)
    expect(others).toEqual([])
    expect(toGuest).toMatchObject({ kind: 'booking_booked', recipients: ['kim@gast.example'] })
    expect(toGuest.text).toContain(booked.body.manage_url)
    expect(toGuest.text).toContain(booked.body.meet_url)
    // In the guest's zone, New York's.
    const clock = { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' } as const
    expect(toGuest.subject).toContain(`, ${new Date(start).toLocaleTimeString('de-DE', clock)}–`)
    const { email } = (await at.member.rest('GET', '/me')).body
    const invitation = sentTo(toGuest)
    expect(invitation).toMatchObject({ method: 'REQUEST', uid: `UID:${own.id}@kontor`, sequence: 'SEQUENCE:0' })
    expect(invitation.line('ORGANIZER')).toBe(`ORGANIZER;CN="member":mailto:${email}`)
    expect(invitation.line('ATTENDEE')).toMatch(/;PARTSTAT=ACCEPTED;CN="Kim Gast":mailto:kim@gast\.example$/)
    // RFC 5546 §3.2.1: what is published asks nobody.
    const published = sentTo(toHost)
    expect(published).toMatchObject({ method: 'PUBLISH', uid: `UID:${own.id}@kontor`, sequence: 'SEQUENCE:0' })
    expect([published.line('ORGANIZER'), published.line('ATTENDEE')]).toEqual([invitation.line('ORGANIZER'), null])
    // Whoever books may have named the address of somebody else: what they write is not mailed there.
    expect(toGuest.text + toGuest.calendar.content).not.toContain('Neue Website')
    expect(toHost.kind).toBe('booking_booked_host')
    expect(toHost.text).toContain('Neue Website')
    expect(toHost.text).not.toContain(tokenOf(booked))
  })

  test('returns 409 for a taken slot and a time that is none', async () => {
    const [start = ''] = await room.slots()
    expect((await room.book(start)).status).toBe(201)
    const between = new Date(Date.parse(start) + 5 * 60_000).toISOString()
    for (const taken of [start, between, '2026-01-01T10:00:00Z']) {
      await at.events()
      const refused = await room.book(taken)
      expect([refused.status, refused.body.error]).toEqual([409, 'slot_unavailable'])
      expect(await at.events()).toEqual([])
    }
  })

  test('is not possible while the host has an event', async () => {
    const [start = ''] = await room.slots(7, 7)
    const end_time = new Date(Date.parse(start) + 60_000).toISOString()
    const event = await at.member.rest('POST', '/calendar/events', { title: 'Zahnarzt', start_time: start, end_time })
    expect(event.status, JSON.stringify(event.body)).toBe(201)
    expect(await room.slots(7, 7)).not.toContain(start)
    expect((await room.book(start)).body.error).toBe('slot_unavailable')
    await at.member.rest('DELETE', `/calendar/events/${event.body.id}`)
    expect(await room.slots(7, 7)).toContain(start)
  })

  test('finds the client by address, and creates one if the type says so', async () => {
    const [one = '', two = '', three = ''] = await room.slots()
    const known = { name: 'Kundin', email: 'Bekannt@Gast.example', language: 'en' }
    const client = (await at.owner.rest('POST', '/clients', known)).body
    const { id } = (await room.book(one, { email: 'bekannt@gast.EXAMPLE' })).body
    expect((await mails(id))[0].text).toContain('Hello Kim Gast')
    expect((await at.member.rest('GET', `/bookings/${id}`)).body).toMatchObject({
      client_id: client.id,
      client: { id: client.id, name: 'Kundin' },
    })
    expect(await events(id)).toMatchObject([{ client_id: client.id }])
    expect((await at.owner.rest('GET', `/bookings?client_id=${client.id}`)).body.total).toBe(1)
    await at.owner.rest('DELETE', `/clients/${client.id}`)
    expect((await at.member.rest('GET', `/bookings/${id}`)).body.client_id).toBeNull()

    await at.member.rest('PUT', `/booking/event-types/${room.type.id}`, { create_client: true })
    await at.events()
    const made = await room.book(two, { name: 'Neu Hier', email: 'neu@gast.example' })
    expect(await at.events()).toEqual(['client.created', 'booking.created'])
    const { client: its } = (await at.member.rest('GET', `/bookings/${made.body.id}`)).body
    expect(its.name).toBe('Neu Hier')
    expect((await at.owner.rest('GET', `/clients/${its.id}`)).body).toMatchObject({
      email: 'neu@gast.example',
      kind: 'consumer',
    })
    const again = await room.book(three, { name: 'Anders', email: 'NEU@gast.example' })
    expect((await at.member.rest('GET', `/bookings/${again.body.id}`)).body.client.id).toBe(its.id)
    await at.member.rest('PUT', `/booking/event-types/${room.type.id}`, { create_client: false })
  })

  test('validates answers', async () => {
    const asking = await office(at, at.member, {
      questions: [
        { key: 'thema', label: 'Worum geht es?', required: true },
        { key: 'wie', label: 'Wie?', kind: 'choice', choices: ['vor Ort', 'am Telefon'] },
      ],
    })
    const [start] = await asking.slots()
    const refused = async (answers: object) => {
      const { status, body } = await asking.book(start, { answers })
      return [status, body.field]
    }
    expect(await refused({})).toEqual([400, 'answers.thema'])
    expect(await refused({ thema: ' ' })).toEqual([400, 'answers.thema'])
    expect(await refused({ thema: 'x', wie: 'egal' })).toEqual([422, 'answers.wie'])
    expect(await refused({ thema: 'x', anders: 'x' })).toEqual([422, 'answers.anders'])
    expect(await refused({ thema: 'x'.repeat(5001) })).toEqual([422, 'answers.thema'])
    const booked = await asking.book(start, { answers: { wie: 'vor Ort', thema: 'Kera\u0000mik' } })
    expect(booked.body.answers).toEqual([
      { key: 'thema', label: 'Worum geht es?', answer: 'Keramik' },
      { key: 'wie', label: 'Wie?', answer: 'vor Ort' },
    ])
  })

  test.each([
    [{ name: ' ' }, 422, 'name'],
    [{ name: undefined }, 400, 'name'],
    [{ name: 'Kim\nGast' }, 422, 'name'],
    [{ name: 'Kim\u2028Gast' }, 422, 'name'],
    [{ name: 'Kim \u202etsaG' }, 422, 'name'],
    [{ name: 'Kim \u200fGast' }, 422, 'name'],
    [{ name: 'x'.repeat(101) }, 422, 'name'],
    [{ name: 'Ihr Konto ist gesperrt: example.com' }, 422, 'name'],
    [{ name: 'example。com' }, 422, 'name'],
    [{ name: 'exam\u00adple.c\u200dom' }, 422, 'name'],
    [{ name: 'kim＠gast.example' }, 422, 'name'],
    [{ phone: 'siehe example.com' }, 422, 'phone'],
    [{ phone: '040 12\n34' }, 422, 'phone'],
    [{ email: 'kim' }, 422, 'email'],
    [{ timezone: 'Mond' }, 422, 'timezone'],
    [{ start: '2026-02-30T10:00:00Z' }, 422, 'start'],
    [{ agenda: 'x'.repeat(5001) }, 422, 'agenda'],
    [{ answers: { x: 1 } }, 422, 'answers'],
  ])('is refused: %j', async (body, status, field) => {
    const [start] = await room.slots()
    const answer = await room.book(start, body)
    expect([answer.status, answer.body.field]).toEqual([status, field])
  })

  test('checks the length of a name first', async () => {
    const [start] = await room.slots()
    for (const name of ['example.com '.repeat(20), `a${'\u0301\u0327'.repeat(100_000)}`, '\ufdfa'.repeat(300_000)]) {
      const { status, body } = await room.book(start, { name })
      expect([status, body.errors]).toEqual([422, [{ field: 'name', message: expect.stringContaining('100 Zeichen') }]])
    }
  })

  test('accepts unusual names', async () => {
    const names = [
      "Dr. Anne-Marie O'Neill-Weiß, M.Sc.",
      'Nguyễn Thị Minh Khai',
      '山田太郎',
      'J. R. R. Tolkien',
      'Müller GmbH & Co. KG',
    ]
    const [first] = await room.slots()
    for (const name of names) {
      const { status, body } = await room.book(first, { name, phone: '+49 (0)40 / 123-45 Durchwahl 6' })
      expect([status, body.name]).toEqual([201, name])
      await at.member.rest('POST', `/bookings/${body.id}/cancel`)
    }
  })

  test('refuses a URL in a name over GraphQL, with an explanation', async () => {
    const [, , , user, type] = room.page.split('/')
    const { errors } = await at.nobody.graphql(
      'mutation ($u: String!, $t: String!, $i: BookInput!) { bookSlot(userSlug: $u, typeSlug: $t, input: $i) { id } }',
      { u: user, t: type, i: { start: '2026-12-01T10:00:00Z', name: 'Gewinn: bit.ly', email: 'kim@gast.example' } },
    )
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('Leerzeichen'),
      extensions: { code: 'validation_failed', field: 'name', status: 422 },
    })
  })

  test('applies the daily limit per type, and buffers before the window', async () => {
    const once = await office(at, at.member, { limit_per_day: 1, buffer_before_minutes: 60 })
    const day = (await once.slots(1, 45)).map((start) => Date.parse(start))
    const [first = 0, third = 0, fifth = 0] = [day[0], day[6], day[10]]
    const email = 'einmal@gast.example'
    const iso = (moment: number) => new Date(moment).toISOString()
    expect((await room.book(iso(first), { email })).status).toBe(201)
    // What ends before the window leaves no hour free within it.
    const asked = `${once.page}/slots?from=${iso(third)}&to=${iso(third + 1)}`
    expect((await at.nobody.rest('GET', asked)).body.slots).toEqual([
      { start: iso(third), end: iso(third + 30 * 60_000) },
    ])
    const sent = { title: 'Anruf', start_time: iso(third - 40 * 60_000), end_time: iso(third - 20 * 60_000) }
    const call = await at.member.rest('POST', '/calendar/events', sent)
    expect((await at.nobody.rest('GET', asked)).body.slots).toEqual([])
    expect((await once.book(iso(third), { email })).body.error).toBe('slot_unavailable')
    await at.member.rest('DELETE', `/calendar/events/${call.body.id}`)
    expect((await once.book(iso(third), { email })).status).toBe(201)
    expect((await once.book(iso(fifth), { email })).body.error).toBe('slot_unavailable')
  })

  test('is limited to 20 a day per address', async () => {
    const short = await office(at, at.member, { duration_minutes: 5, minimum_notice_minutes: 0 })
    const starts = await short.slots(7, 14)
    const email = 'viel@gast.example'
    for (const start of starts.slice(0, 20)) expect((await short.book(start, { email })).status).toBe(201)
    const refused = await short.book(starts[20], { email: 'Viel@gast.example' })
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(86_000)
    expect(wait).toBeLessThanOrEqual(86_400)
    const tagged = await short.book(starts[20], { email: 'viel+noch@gast.example' })
    expect(tagged.status).toBe(429)
    await at.app.system.query(
      `update bookings set told = jsonb_build_array(to_jsonb(now() - interval '25 hours')) where email = $1 and starts_at = $2`,
      [email, starts[0]],
    )
    expect((await short.book(starts[22], { email })).status).toBe(201)
    expect((await short.book(starts[20])).status).toBe(201)
  })
})

describe('booking page', () => {
  test('lists event types without a token', async () => {
    const { slug } = (await at.member.rest('GET', '/me')).body
    const shown = await at.nobody.rest('GET', `/public/booking/${slug}`)
    expect(shown.body).toMatchObject({ name: 'member', slug, timezone: 'Europe/Berlin' })
    expect(shown.body.event_types.map((type: { slug: string }) => type.slug)).toContain(room.type.slug)
    const type = (await at.nobody.rest('GET', room.page)).body
    expect(type).toEqual({
      ...{ name: 'Gespräch', slug: room.type.slug, duration: 30, description: null, color: null, location: 'meet' },
      ...{ host: { name: 'member', slug }, timezone: 'Europe/Berlin', questions: [] },
      requires_email_verification: false,
    })
    expect(shown.body.event_types).toContainEqual(type)
  })

  test('returns 404 for unknown hosts and inactive types', async () => {
    const { page, type, book, slots } = await office(at, at.member)
    const [start] = await slots()
    await at.member.rest('PUT', `/booking/event-types/${type.id}`, { active: false })
    const window = 'from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z'
    const asked = [
      ...['/public/booking/niemand-hier', '/public/booking/niemand-hier/x', page].map((path) =>
        at.nobody.rest('GET', path),
      ),
      at.nobody.rest('GET', `${page}/slots?${window}`),
      book(start),
    ]
    for (const { status, body } of await Promise.all(asked)) expect([status, body.error]).toEqual([404, 'not_found'])
  })

  test('returns 404 for invalid slugs', async () => {
    const host = room.page.split('/').slice(0, 4).join('/')
    for (const path of [
      '/public/booking/%00',
      `${host}/%00`,
      `${host}/%00/slots?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z`,
    ])
      expect((await at.nobody.rest('GET', path)).status).toBe(404)
    const { errors } = await at.nobody.graphql('{ bookingPage(userSlug: "\\u0000") { name } }')
    expect(errors?.[0].extensions.status).toBe(404)
    expect((await at.app.server.inject({ url: `${host.replace('/public/booking', '/book')}/%00` })).statusCode).toBe(
      404,
    )
  })

  test('disappears with a role that cannot be booked, from teams too', async () => {
    const { body: made } = await at.owner.rest('POST', '/members', {
      ...{ name: 'Uwe', email: `uwe-${crypto.randomUUID()}@team.example`, role: 'member' },
    })
    const type = { name: 'x', slug: 'uwe', duration_minutes: 30 }
    expect((await at.owner.rest('POST', '/booking/event-types', { ...type, user_id: made.id })).status).toBe(201)
    const team = await office(at, at.owner, { assignment: 'round_robin', member_ids: [made.id] })
    expect(await team.slots()).not.toEqual([])
    expect((await at.nobody.rest('GET', `/public/booking/${made.slug}`)).status).toBe(200)
    await at.owner.rest('PUT', `/members/${made.id}`, { role: 'auditor' })
    for (const path of [`/public/booking/${made.slug}`, `/public/booking/${made.slug}/uwe`])
      expect((await at.nobody.rest('GET', path)).status).toBe(404)
    expect(await team.slots()).toEqual([])
  })

  test('limits the window to 90 days', async () => {
    const slots = (from: string, to: string) => at.nobody.rest('GET', `${room.page}/slots?from=${from}&to=${to}`)
    expect((await slots('2027-01-01T00:00:00Z', '2027-04-01T00:00:00Z')).status).toBe(200)
    const wide = await slots('2027-01-01T00:00:00Z', '2027-04-01T00:00:01Z')
    expect([wide.status, wide.body.field]).toEqual([422, 'to'])
    const turned = await slots('2027-01-02T00:00:00Z', '2027-01-01T00:00:00Z')
    expect([turned.status, turned.body.field]).toEqual([422, 'to'])
    const bare = await at.nobody.rest('GET', `${room.page}/slots`)
    expect([bare.status, bare.body.error]).toEqual([400, 'validation_failed'])
    const none = await slots('2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
    expect(none.body).toEqual({ slots: [] })
  })
})

describe('manage link', () => {
  test('shows the booking, cancels it once and frees its slot', async () => {
    const [start = ''] = await room.slots()
    const booked = await room.book(start)
    const path = `/public/bookings/${tokenOf(booked)}`
    expect((await at.nobody.rest('GET', path)).body).toEqual({ ...booked.body, manage_url: null })
    await at.events()
    const cancelled = await at.nobody.rest('POST', `${path}/cancel`, { reason: 'krank' })
    expect([cancelled.status, cancelled.body]).toMatchObject([
      200,
      { status: 'cancelled', cancellation_reason: 'krank' },
    ])
    expect(await at.events()).toEqual(['booking.cancelled'])
    expect(await events(booked.body.id)).toEqual([])
    expect(await room.slots()).toContain(start)
    const sent = (await mails(booked.body.id)).slice(2)
    expect(sent.map(({ kind, calendar }) => [kind, calendar.method])).toEqual([
      ['booking_cancelled', 'CANCEL'],
      ['booking_cancelled_host', 'CANCEL'],
    ])
    // Whoever booked by the address of another has nothing of theirs mailed to it.
    expect(sent.map(({ text }) => text.includes('krank'))).toEqual([false, true])
    for (const mail of sent) {
      expect(sentTo(mail)).toMatchObject({ uid: `UID:${booked.body.id}@kontor`, sequence: 'SEQUENCE:1' })
    }
    for (const again of ['cancel', 'reschedule']) {
      const { status, body } = await at.nobody.rest('POST', `${path}/${again}`, { start })
      expect([status, body.error]).toEqual([409, 'invalid_state'])
    }
    expect((await room.book(start)).status).toBe(201)
  })

  test('moves it only to a free slot', async () => {
    const [start = '', next = '', taken = ''] = await room.slots()
    const booked = await room.book(start)
    await room.book(taken)
    const path = `/public/bookings/${tokenOf(booked)}/reschedule`
    const refused = await at.nobody.rest('POST', path, { start: taken })
    expect([refused.status, refused.body.error]).toEqual([409, 'slot_unavailable'])
    await at.events()
    expect((await at.nobody.rest('POST', path, { start })).status).toBe(200)
    expect(await at.events()).toEqual([])
    const moved = await at.nobody.rest('POST', path, { start: next })
    expect([moved.status, moved.body]).toMatchObject([200, { id: booked.body.id, status: 'confirmed', start: next }])
    expect(await at.events()).toEqual(['booking.rescheduled'])
    expect(await events(booked.body.id)).toMatchObject([{ start_time: Date.parse(next) }])
    const open = await room.slots()
    expect([open.includes(start), open.includes(next)]).toEqual([true, false])
    const [toGuest] = (await mails(booked.body.id)).slice(2)
    const link = /\/booking\/(\w{65})/.exec(toGuest.text)?.[1]
    expect((await at.nobody.rest('GET', `/public/bookings/${link}`)).body.start).toBe(next)
    expect(toGuest.calendar.content).toContain('SEQUENCE:1')
    expect(toGuest.text).toMatch(new RegExp(`Bisher: .*, ${clock(start, 'Europe/Berlin')}–`))
  })

  test('moves it to a slot that overlaps its own time', async () => {
    const often = await office(at, at.member, { slot_interval_minutes: 10, minimum_notice_minutes: 0 })
    const [start = ''] = await often.slots(7, 40)
    const booked = await often.book(start, { email: 'oft@gast.example' })
    const later = new Date(Date.parse(start) + 10 * 60_000).toISOString()
    const moved = await at.nobody.rest('POST', `/public/bookings/${tokenOf(booked)}/reschedule`, { start: later })
    expect([moved.status, moved.body.start]).toEqual([200, later])
  })

  test('offers slots of the booked duration, even if the type has changed', async () => {
    const changing = await office(at, at.member, { minimum_notice_minutes: 0 })
    const [start = '', next = ''] = await changing.slots(2, 45)
    const booked = await changing.book(start)
    const path = `/public/bookings/${tokenOf(booked)}`
    const day = `from=${start.slice(0, 10)}T00:00:00Z&to=${start.slice(0, 10)}T23:59:00Z`
    const put = (body: object) => at.member.rest('PUT', `/booking/event-types/${changing.type.id}`, body)
    await put({ duration_minutes: 10, slot_interval_minutes: 30 })
    const { slots } = (await at.nobody.rest('GET', `${path}/slots?${day}`)).body
    // Its own time, too, is one it may have.
    expect(slots.slice(0, 2)).toEqual([
      { start, end: booked.body.end },
      { start: next, end: new Date(Date.parse(next) + 30 * 60_000).toISOString() },
    ])
    const query = `query ($t: String!, $from: DateTime!, $to: DateTime!) { guestBookingSlots(token: $t, from: $from, to: $to) { slots { start end } } }`
    const { data } = await at.nobody.graphql(query, {
      t: tokenOf(booked),
      from: `${start.slice(0, 10)}T00:00:00Z`,
      to: `${start.slice(0, 10)}T23:59:00Z`,
    })
    expect(data.guestBookingSlots.slots).toEqual(slots)
    const moved = await at.nobody.rest('POST', `${path}/reschedule`, { start: next })
    expect([moved.status, moved.body.start, moved.body.end]).toEqual([200, next, slots[1].end])
    expect(
      (await at.nobody.rest('GET', `${path}/slots?from=2027-01-01T00:00:00Z&to=2027-06-01T00:00:00Z`)).status,
    ).toBe(422)
    await put({ active: false })
    expect((await at.nobody.rest('GET', `${path}/slots?${day}`)).body).toEqual({ slots: [] })
    expect((await at.nobody.rest('GET', path)).body).toMatchObject({ type_slug: null, user_slug: null })
    expect((await at.nobody.rest('GET', `/public/bookings/${'x'.repeat(65)}/slots?${day}`)).status).toBe(404)
  })

  test('moves a booking at most five times, and mails a mailbox at most 20 times a day', async () => {
    const short = await office(at, at.member, { duration_minutes: 5, minimum_notice_minutes: 0 })
    const starts = await short.slots(5, 50)
    const email = 'zieht@gast.example'
    const tokens: string[] = []
    const move = (token: string | undefined) =>
      at.nobody.rest('POST', `/public/bookings/${token}/reschedule`, { start: starts.pop() })
    for (let round = 0; round < 3; round++) {
      tokens.push(tokenOf(await short.book(starts[round], { email })))
      for (let count = 0; count < 5; count++) expect((await move(tokens[round])).status).toBe(200)
    }
    const often = await move(tokens[0])
    expect([often.status, often.body.error]).toEqual([409, 'invalid_state'])
    tokens.push(tokenOf(await short.book(starts[3], { email: 'Zieht+1@gast.example' })))
    expect((await move(tokens[3])).status).toBe(200)
    const query = `mutation { rescheduleGuestBooking(token: "${tokens[3]}", input: { start: "${starts.pop()}" }) { id } }`
    const refused = await at.app.server.inject({ method: 'POST', url: '/graphql', payload: { query } })
    expect(refused.json().errors[0].extensions.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    const count = async () =>
      (
        await at.app.system.query(`select 1 from mails where lower(recipients[1]) in ($1, 'zieht+1@gast.example')`, [
          email,
        ])
      ).rows.length
    expect(await count()).toBe(20)
    // It is cancelled all the same, and whoever does so sees it.
    expect((await at.nobody.rest('POST', `/public/bookings/${tokens[3]}/cancel`)).body.status).toBe('cancelled')
    expect(await count()).toBe(20)
  })

  test('cannot change a past booking', async () => {
    const [start = ''] = await room.slots()
    const booked = await room.book(start)
    const { id } = booked.body
    await at.app.system.query(
      "update bookings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [id],
    )
    const { status, body } = await at.nobody.rest('POST', `/public/bookings/${tokenOf(booked)}/cancel`)
    expect([status, body.error]).toEqual([409, 'invalid_state'])
  })
})

describe('booking', () => {
  test('can be mailed again by its hosts and administrators', async () => {
    const own = await office(at, at.member)
    const { body } = await own.book((await own.slots())[0])
    const id = (await at.member.rest('GET', '/bookings?sort=-created_at')).body.bookings[0].id
    const again = (by = at.member) => by.rest('POST', `/bookings/${id}/resend`)
    expect([(await again(at.viewer)).status, (await again(at.admin)).status, (await again()).status]).toEqual([
      403, 200, 200,
    ])
    const toGuest = async () => (await mails(id)).filter(({ kind }) => !kind.endsWith('_host'))
    const links = (await toGuest()).map(({ text }) => /\/booking\/(\w{65})/.exec(text)?.[1])
    expect(new Set(links).size).toBe(3)
    expect(links[0]).toBe(tokenOf({ body }))
    for (const link of links) expect((await at.nobody.rest('GET', `/public/bookings/${link}`)).status).toBe(200)
    await at.member.rest('POST', `/bookings/${id}/cancel`, {})
    expect((await again()).status).toBe(200)
    expect((await toGuest()).map(({ kind }) => kind)).toEqual([
      ...['booking_booked', 'booking_booked', 'booking_booked', 'booking_cancelled', 'booking_cancelled'],
    ])
    await at.app.system.query(
      `update bookings set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year' where id = $1`,
      [id],
    )
    expect((await again()).body.error).toBe('invalid_state')
  })
  test('can be changed by its hosts and administrators, to any free time', async () => {
    const [start = '', other = ''] = await room.slots()
    const { id } = (await room.book(start)).body
    await room.book(other)
    const evening = new Date(Date.parse(start) + 12.2 * 60 * 60_000).toISOString()
    const move = (who: 'owner' | 'admin' | 'accountant' | 'auditor' | 'viewer' | 'member', to: string) =>
      at[who].rest('POST', `/bookings/${id}/reschedule`, { start: to })
    for (const who of ['accountant', 'auditor', 'viewer'] as const) {
      expect((await move(who, evening)).status).toBe(403)
      expect((await at[who].rest('POST', `/bookings/${id}/cancel`)).status).toBe(403)
    }
    expect((await move('admin', other)).body.error).toBe('slot_unavailable')
    const [busy = '', away = ''] = await room.slots(7, 20)
    const end_time = new Date(Date.parse(busy) + 10 * 60_000).toISOString()
    await at.member.rest('POST', '/calendar/events', { title: 'Zahnarzt', start_time: busy, end_time })
    expect((await move('member', busy)).body.error).toBe('slot_unavailable')
    const day = away.slice(0, 10)
    const absence = await at.member.rest('POST', '/absences', { starts_on: day, ends_on: day })
    expect((await move('member', away)).body.error).toBe('slot_unavailable')
    await at.member.rest('DELETE', `/absences/${absence.body.id}`)
    const past = await move('member', '2026-01-01T10:00:00Z')
    expect([past.status, past.body.field]).toEqual([422, 'start'])
    await at.events()
    const moved = await move('member', evening)
    expect([moved.status, moved.body]).toMatchObject([200, { start: evening, status: 'confirmed' }])
    expect(await at.events()).toEqual(['booking.rescheduled'])
    const [toGuest, toHost, ...others] = (await mails(id)).slice(2)
    expect([toGuest.kind, toHost.kind, others]).toEqual(['booking_moved', 'booking_moved_host', []])
    // The host who moves it themselves is told too: the entry in their own calendar follows.
    const compact = evening.slice(0, 19).replaceAll(/[-:]/g, '')
    for (const mail of [toGuest, toHost])
      expect(sentTo(mail)).toMatchObject({ sequence: 'SEQUENCE:1', start: `DTSTART:${compact}Z` })
    const before = new Date(start).toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
    expect(toGuest.text).toMatch(new RegExp(`Bisher: .*, ${before}–`))
    const owners = await office(at, at.owner)
    const theirs = (await owners.book((await owners.slots())[0])).body
    expect((await at.member.rest('POST', `/bookings/${theirs.id}/cancel`)).status).toBe(403)
    const cancelled = await at.admin.rest('POST', `/bookings/${theirs.id}/cancel`, { reason: 'verhindert' })
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: 'cancelled' }])
    expect(await at.events()).toEqual(['booking.created', 'booking.cancelled'])
  })

  test('is listed by time, status and host', async () => {
    const own = await office(at, at.admin)
    const [start = ''] = await own.slots()
    const { id } = (await own.book(start, { name: 'Ursula Such' })).body
    const ids = async (query: string) =>
      (await at.viewer.rest('GET', `/bookings?${query}`)).body.bookings.map((each: { id: string }) => each.id)
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
    const mine = `user_id=${at.admin.id}`
    expect(await ids(`${mine}&from=${start}&to=${end}`)).toEqual([id])
    expect(await ids(`${mine}&from=${end}`)).toEqual([])
    expect(await ids(`${mine}&to=${start}`)).toEqual([])
    expect(await ids(`${mine}&status=cancelled`)).toEqual([])
    expect(await ids('q=ursula&sort=start')).toEqual([id])
    expect((await at.auditor.rest('GET', '/bookings')).status).toBe(403)
    expect((await at.viewer.rest('GET', '/bookings?sort=name')).status).toBe(422)
  })

  test('notifies added attendees, and keeps what its guest was told', async () => {
    const own = await office(at, at.admin, { minimum_notice_minutes: 0 })
    const [start = ''] = await own.slots(7, 21)
    const { id } = (await own.book(start)).body
    const { rows } = await at.app.system.query('select id from calendar_events where booking_id = $1', [id])
    const event = `/calendar/events/${rows[0].id}`
    for (const body of [{ attach_meet: false }, { location: 'Dort' }, { title: 'X' }, { description: 'X' }]) {
      const refused = await at.admin.rest('PUT', event, body)
      expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state'])
    }
    expect((await at.member.rest('PUT', event, { attendee_emails: [] })).status).toBe(403)
    // Who sends the whole event back as it is changes nothing of that.
    const { title, description, location, start_time, end_time, timezone, all_day, recurrence, user_id, meet_url } = (
      await at.admin.rest('GET', event)
    ).body
    const same = { title, description, location, start_time, end_time, timezone, all_day, recurrence, user_id }
    expect((await at.admin.rest('PUT', event, { ...same, attach_meet: meet_url !== null })).status).toBe(200)
    const colleague = `kollegin-${id}@kontor.example`
    expect((await at.admin.rest('PUT', event, { attendee_emails: [colleague] })).status).toBe(200)
    const evening = new Date(Date.parse(start) + 12 * 60 * 60_000).toISOString()
    expect((await at.admin.rest('POST', `/bookings/${id}/reschedule`, { start: evening })).status).toBe(200)
    await at.admin.rest('POST', `/bookings/${id}/cancel`)
    const { rows: told } = await at.app.system.query(
      "select calendar->>'method' as method from mails where $1 = any(recipients) order by created_at",
      [colleague],
    )
    expect(told.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
  })

  test('must end within the supported years', async () => {
    const { id } = (await room.book((await room.slots(7, 28))[0])).body
    const moved = await at.member.rest('POST', `/bookings/${id}/reschedule`, { start: '2200-12-31T23:50:00Z' })
    expect([moved.status, moved.body.field]).toEqual([422, 'start'])
  })

  test('outlives its event type', async () => {
    const brief = await office(at, at.member)
    const [start] = await brief.slots(7, 7)
    const booked = await brief.book(start)
    expect((await at.member.rest('DELETE', `/booking/event-types/${brief.type.id}`)).status).toBe(204)
    const own = (await at.member.rest('GET', `/bookings/${booked.body.id}`)).body
    expect(own).toMatchObject({ status: 'confirmed', title: 'Gespräch', event_type_id: null, event_type: null })
    const moved = await at.nobody.rest('POST', `/public/bookings/${tokenOf(booked)}/reschedule`, {
      start: (await room.slots())[0],
    })
    expect([moved.status, moved.body.error]).toEqual([409, 'slot_unavailable'])
  })
})

describe('guest data', () => {
  /** All that is kept of a booking, its events, their attendees, its mails and links, as text. */
  const kept = async (id: string) => {
    const { rows } = await at.app.system.query(
      `select coalesce(string_agg(row, E'\\n'), '') as text from (
         select to_jsonb(b)::text as row from bookings b where b.organization_id = $2 and b.id = $1
         union all select to_jsonb(e)::text from calendar_events e where e.organization_id = $2 and e.booking_id = $1
         union all select to_jsonb(a)::text from calendar_attendees a
           join calendar_events e on e.organization_id = a.organization_id and e.id = a.event_id
           where a.organization_id = $2 and e.booking_id = $1
         union all select to_jsonb(m)::text from mails m where m.organization_id = $2 and (m.subject_id = $1
           or m.subject_id in (select id from calendar_events where organization_id = $2 and booking_id = $1))
         union all select to_jsonb(l)::text from booking_links l where l.organization_id = $2 and l.booking_id = $1
         union all select t.description from time_entries t
           join bookings b on b.organization_id = t.organization_id and t.started_at = b.starts_at
           where t.organization_id = $2 and b.id = $1) r`,
      [id, at.organizationId],
    )
    return rows[0].text as string
  }
  const secrets = /vergiss|Vera Gess|Nierenleiden|0170 555|Steinstr|\/booking\//
  /** A booking of whom there is a lot to forget, with an attendee of the guest's and one of the house. */
  const tellAll = async (host = at.member) => {
    const desk = await office(at, host, {
      ...{ location: 'phone', minimum_notice_minutes: 0, questions: [{ key: 'wo', label: 'Wo?' }] },
    })
    const [start] = await desk.slots(7, 35)
    const email = `vergiss-${crypto.randomUUID()}@gast.example`
    const said = { name: 'Vera Gess', agenda: 'Nierenleiden', phone: '0170 555', answers: { wo: 'Steinstr. 1' } }
    const booked = await desk.book(start, { ...said, email: email.replace('@', '+x@') })
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)
    const id = booked.body.id as string
    const { rows } = await at.app.system.query('select id from calendar_events where booking_id = $1', [id])
    const attendee_emails = [email.replace('@', '+x@'), `kollege-${id}@kontor.example`]
    const added = await host.rest('PUT', `/calendar/events/${rows[0].id}`, { attendee_emails })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    return { id, eventId: rows[0].id as string, token: tokenOf(booked), email }
  }
  /** Moves a booking and its event 90 days back. */
  const pass = async (id: string) => {
    const shift = async (table: string, key: string, columns: string[]) => {
      const { rows } = await at.app.system.query(
        `select ${columns.map((column) => `${column} - interval '90 days' as ${column}`)} from ${table} where ${key} = $1`,
        [id],
      )
      for (const row of rows)
        await at.app.system.query(
          `update ${table} set ${columns.map((column, index) => `${column} = $${index + 2}`)} where ${key} = $1`,
          [id, ...columns.map((column) => row[column])],
        )
    }
    await shift('bookings', 'id', ['starts_at', 'ends_at'])
    await shift('calendar_events', 'booking_id', ['start_time', 'end_time', 'span_start', 'span_end'])
  }
  const forget = (
    id: string,
    who: 'owner' | 'admin' | 'accountant' | 'auditor' | 'member' | 'viewer' | 'nobody' = 'admin',
  ) => at[who].rest('POST', `/bookings/${id}/forget`)

  test('is erased by administrators once the booking is over: from calendars, mails and time entries', async () => {
    const { id, eventId, token } = await tellAll()
    const early = await forget(id)
    expect([early.status, early.body.error]).toEqual([409, 'invalid_state'])
    await pass(id)
    const project = (await at.owner.rest('POST', '/projects', { name: 'Beratung' })).body
    const hours = { project_id: project.id }
    const entry = await at.member.rest('POST', `/calendar/events/${eventId}/time-entry`, hours)
    expect(entry.body.description).toBe('Gespräch: Vera Gess')
    for (const who of ['member', 'accountant', 'auditor', 'viewer'] as const)
      expect((await forget(id, who)).status).toBe(403)
    expect((await forget(id, 'nobody')).status).toBe(401)
    const other = await openHouse(at.app)
    expect((await other.owner.rest('POST', `/bookings/${id}/forget`)).status).toBe(404)
    expect(await kept(id)).toMatch(secrets)
    const before = (await at.member.rest('GET', `/bookings/${id}`)).body
    await at.events()
    const { status, body } = await forget(id)
    expect([status, body]).toMatchObject([
      200,
      {
        ...{
          id,
          title: 'Gespräch',
          start: before.start,
          end: before.end,
          host_ids: before.host_ids,
          status: 'confirmed',
        },
        ...{ name: '', email: '', phone: null, agenda: null, answers: [], client_id: null },
        version: before.version + 1,
      },
    ])
    expect(await at.events()).toEqual([])
    expect(await kept(id)).not.toMatch(secrets)
    const event = (await at.member.rest('GET', `/calendar/events/${eventId}`)).body
    expect(event).toMatchObject({ title: 'Gespräch', description: null, location: null })
    expect(event.attendees.map(({ email }: { email: string }) => email)).toEqual([`kollege-${id}@kontor.example`])
    expect(
      new Set((await mails(id)).map((mail) => [mail.recipients, mail.subject, mail.text, mail.calendar].join())),
    ).toEqual(new Set([',,,']))
    expect((await at.nobody.rest('GET', `/public/bookings/${token}`)).status).toBe(410)
    expect((await at.member.rest('GET', `/time-entries/${entry.body.id}`)).body.description).toBe('Gespräch')

    const log = async () => (await at.owner.rest('GET', `/audit-log?resource_id=${id}`)).body.entries
    expect(await log()).toMatchObject([
      { action: 'booking.guest_forgotten', actor: { name: 'admin' }, before: null, after: null },
    ])
    const again = await forget(id, 'owner')
    expect([again.status, again.body]).toEqual([200, body])
    expect(await log()).toHaveLength(1)
  })

  test('is erased for cancelled bookings, with mails of their events', async () => {
    const { id, email } = await tellAll()
    await at.member.rest('POST', `/bookings/${id}/cancel`, { reason: 'Nierenleiden' })
    expect((await mails(id)).map(({ kind }) => kind)).toContain('calendar_cancelled')
    const { data, errors } = await at.owner.graphql(
      'mutation ($id: UUID!) { forgetGuest(id: $id) { name cancellationReason } }',
      {
        id,
      },
    )
    expect([errors, data?.forgetGuest]).toEqual([undefined, { name: '', cancellationReason: null }])
    expect(await kept(id)).not.toMatch(secrets)
    // The event is gone, and what was mailed about it is found all the same.
    const local = `%${email.split('@')[0]}%`
    const { rows } = await at.app.system.query('select kind from mails m where to_jsonb(m)::text like $1', [local])
    expect(rows).toEqual([])
  })

  test('is erased with the client, except for upcoming bookings', async () => {
    const desk = await office(at, at.member, { minimum_notice_minutes: 0 })
    const [one, two, three] = await desk.slots(7, 42)
    const email = `kundin-${crypto.randomUUID()}@gast.example`
    const client = (await at.owner.rest('POST', '/clients', { name: 'Kundin', email })).body
    const said = { email, name: 'Vera Gess', agenda: 'Nierenleiden' }
    const ids: string[] = []
    for (const start of [one, two, three]) ids.push((await desk.book(start, said)).body.id)
    const [over = '', cancelled = '', coming = ''] = ids
    await pass(over)
    await at.member.rest('POST', `/bookings/${cancelled}/cancel`)
    expect((await at.owner.rest('DELETE', `/clients/${client.id}`)).status).toBe(204)
    for (const id of [over, cancelled]) {
      expect(await kept(id)).not.toMatch(new RegExp(`${secrets.source}|kundin-`))
      expect((await at.owner.rest('GET', `/audit-log?resource_id=${id}`)).body.total).toBe(1)
    }
    expect((await at.member.rest('GET', `/bookings/${coming}`)).body).toMatchObject({
      name: 'Vera Gess',
      client_id: null,
    })
  })
})

describe('team', () => {
  const join = async (name: string) => {
    const email = `${name}-${crypto.randomUUID()}@team.example`
    return (await at.owner.rest('POST', '/members', { name, email, role: 'member' })).body.id as string
  }

  test('round robin books the member whose last booking is oldest', async () => {
    const member_ids = [await join('Ada'), await join('Ben')]
    const round = await office(at, at.owner, { assignment: 'round_robin', member_ids })
    const [start = '', next = ''] = await round.slots()
    const host = async (time: string) => {
      const { body } = await round.book(time)
      return (await at.member.rest('GET', `/bookings/${body.id}`)).body.user_id
    }
    const first = await host(start)
    expect(await host(next)).toBe(member_ids.find((id) => id !== first))
    expect(await round.slots()).toContain(start)
    expect(await host(start)).not.toBe(first)
    expect((await round.book(start)).body.error).toBe('slot_unavailable')
  })

  test('comes together in one room, each with an event, without deleted members', async () => {
    const member_ids = [await join('Ida'), await join('Jon')]
    const all = await office(at, at.owner, { assignment: 'all', member_ids })
    const [start = ''] = await all.slots()
    const { body } = await all.book(start)
    expect(body.hosts.map(({ name }: { name: string }) => name)).toEqual(['Ida', 'Jon'])
    expect(await events(body.id)).toMatchObject([
      { user_id: member_ids[0], meet_url: body.meet_url },
      { user_id: member_ids[1], meet_url: null, location: body.meet_url },
    ])
    const uids = async () =>
      (await mails(body.id)).map((mail) => [mail.kind, sentTo(mail).uid, sentTo(mail).line('ORGANIZER')?.split(':')[0]])
    const kept = await at.app.system.query('select uid from calendar_events where booking_id = $1 and user_id = $2', [
      body.id,
      member_ids[1],
    ])
    const sent = await uids()
    // Each host's entry is their own; what the guest has is that of the first.
    expect(sent).toEqual([
      ['booking_booked', `UID:${body.id}@kontor`, 'ORGANIZER;CN="Ida"'],
      ['booking_booked_host', `UID:${body.id}@kontor`, 'ORGANIZER;CN="Ida"'],
      ['booking_booked_host', `UID:${kept.rows[0].uid}`, 'ORGANIZER;CN="Jon"'],
    ])
    const alone = await office(at, at.owner, { assignment: 'round_robin', member_ids: [member_ids[1]] })
    const [, own = ''] = await alone.slots()
    const theirs = await alone.book(own)
    expect(await alone.slots()).not.toContain(start)
    await at.events()
    expect((await at.owner.rest('DELETE', `/members/${member_ids[1]}`)).status).toBe(204)
    expect(await at.events()).toEqual(['booking.cancelled'])
    expect((await at.nobody.rest('GET', `/public/bookings/${tokenOf(theirs)}`)).body).toMatchObject({
      status: 'cancelled',
      hosts: [],
    })
    expect((await at.member.rest('GET', `/bookings/${body.id}`)).body).toMatchObject({
      status: 'confirmed',
      host_ids: [member_ids[0]],
    })
    await at.owner.rest('POST', `/bookings/${body.id}/cancel`)
    expect((await uids()).slice(3)).toEqual([
      ['booking_cancelled', ...(sent[0] ?? []).slice(1)],
      ['booking_cancelled_host', ...(sent[1] ?? []).slice(1)],
    ])
  })
})

test('bookingChanged announces created and cancelled bookings', async () => {
  const client = createClient({
    url: await socketUrl(at.app),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${at.viewer.token}` },
  })
  const query = 'subscription { bookingChanged { event booking { status email } } }'
  const changes = client.iterate<{ bookingChanged: unknown }>({ query })
  const first = changes.next()
  await waitForSubscriptions(at)
  const booked = await room.book((await room.slots(7, 30))[0], { email: 'live@gast.example' })
  const booking = { status: 'confirmed', email: 'live@gast.example' }
  expect((await first).value?.data?.bookingChanged).toEqual({ event: 'booking.created', booking })
  await at.member.rest('POST', `/bookings/${booked.body.id}/cancel`)
  const cancelled = { event: 'booking.cancelled', booking: { ...booking, status: 'cancelled' } }
  expect((await changes.next()).value?.data?.bookingChanged).toEqual(cancelled)
  await client.dispose()
})

test('returns nested fields of bookings', async () => {
  const { data, errors } = await at.owner.graphql(
    '{ bookings(perPage: 1) { total bookings { id eventType { name } user { name } client { name } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.bookings.total).toBeGreaterThan(0)
})
