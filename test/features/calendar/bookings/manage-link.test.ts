import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
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
