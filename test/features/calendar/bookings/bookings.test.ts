import { createClient } from 'graphql-ws'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { house } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { socketUrl, waitForSubscriptions } from '../../../harness/subscriptions.ts'
import { office, openOffice, tokenOf } from './office.ts'

const at = house()
let room: Awaited<ReturnType<typeof office>>
beforeAll(async () => {
  room = await openOffice(at)
})

const mails = (id: string) => mailsAbout(at.app, id)
/** The one event of what was mailed for calendars: its unfolded lines by their names, and how it is meant. */
const sentTo = ({ calendar }: { calendar: { method: string; content: string } }) => {
  const lines = calendar.content.replaceAll('\r\n ', '').split('\r\n')
  const line = (name: string) => lines.find((each) => each.startsWith(name)) ?? null
  return { method: calendar.method, uid: line('UID:'), sequence: line('SEQUENCE:'), start: line('DTSTART:'), line }
}
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
