import { beforeAll, expect, test, vi } from 'vitest'
import { house } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { office } from './office.ts'

// Which slots a page offers beside absences and public holidays. The clock stands, so that the days are the calendar's.

const at = house()
let room: Awaited<ReturnType<typeof office>>

/** The hours in Berlin of the slots that are offered on a day. */
async function offered(day: string): Promise<string[]> {
  const { body } = await at.nobody.rest('GET', `${room.page}/slots?from=${day}T00:00:00Z&to=${day}T23:00:00Z`)
  return body.slots.map(({ start }: { start: string }) =>
    new Date(start).toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }),
  )
}

const whole = ['09:00', '11:00', '13:00', '15:00']

beforeAll(async () => {
  vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date('2026-12-01T08:00:00Z'))
  await at.member.rest('PUT', '/booking/availability', {
    timezone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
  })
  room = await office(at, at.member, { duration_minutes: 120 })
  return () => vi.restoreAllMocks()
})

test('blocks absences, half days by their half, until they are deleted', async () => {
  expect(await offered('2026-12-14')).toEqual(whole)
  const { body } = await at.member.rest('POST', '/absences', { starts_on: '2026-12-14', ends_on: '2026-12-15' })
  expect(await offered('2026-12-13')).toEqual(whole)
  expect(await offered('2026-12-14')).toEqual([])
  expect(await offered('2026-12-15')).toEqual([])
  expect(await offered('2026-12-16')).toEqual(whole)
  expect((await room.book('2026-12-14T08:00:00Z')).status).toBe(409)

  const half = async (part: string) =>
    (await at.member.rest('PUT', `/absences/${body.id}`, { ends_on: '2026-12-14', half_day: true, half: part })).status
  expect(await half('morning')).toBe(200)
  // Twelve to one is free, and too short for an appointment of two hours that begins at eleven.
  expect(await offered('2026-12-14')).toEqual(['13:00', '15:00'])
  expect(await half('afternoon')).toBe(200)
  expect(await offered('2026-12-14')).toEqual(['09:00'])

  await at.member.rest('DELETE', `/absences/${body.id}`)
  expect(await offered('2026-12-14')).toEqual(whole)
})

test('blocks invitations until they are declined', async () => {
  const { email } = (await at.member.rest('GET', '/me')).body
  const times = { start_time: '2026-12-10T08:00:00Z', end_time: '2026-12-10T09:00:00Z', attendee_emails: [email] }
  const { body } = await at.owner.rest('POST', '/calendar/events', { title: 'Runde', ...times })
  expect(await offered('2026-12-10')).toEqual(whole.slice(1))
  const [mail] = await mailsAbout(at.app, body.id)
  // Of a team with whose event it is as well.
  const member_ids = [at.owner.id, at.member.id]
  const team = await office(at, at.owner, { duration_minutes: 60, assignment: 'round_robin', member_ids })
  const teams = async () =>
    (await at.nobody.rest('GET', `${team.page}/slots?from=2026-12-10T08:00:00Z&to=2026-12-10T09:00:00Z`)).body.slots
  expect(await teams()).toEqual([])
  const token = /\/invitation\/(\w{65})/.exec(mail?.text ?? '')?.[1]
  await at.nobody.rest('POST', `/public/invitations/${token}/answer`, { answer: 'declined' })
  expect(await offered('2026-12-10')).toEqual(whole)
  expect(await teams()).toHaveLength(1)
})

test("does not block other members' absences", async () => {
  await at.owner.rest('POST', '/absences', { starts_on: '2026-12-14', ends_on: '2026-12-15' })
  expect(await offered('2026-12-14')).toEqual(whole)
})

test("uses the host's time zone for absences, and Berlin's for holidays", async () => {
  await at.admin.rest('PUT', '/booking/availability', {
    timezone: 'America/New_York',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })),
  })
  const { page } = await office(at, at.admin, { duration_minutes: 60 })
  const between = async (from: string, to: string) =>
    (await at.nobody.rest('GET', `${page}/slots?from=${from}&to=${to}`)).body.slots.map(
      ({ start }: { start: string }) => start.slice(0, 16),
    )
  await at.admin.rest('POST', '/absences', { starts_on: '2026-12-08', ends_on: '2026-12-08' })
  expect(await between('2026-12-08T04:00:00Z', '2026-12-09T06:00:00Z')).toEqual([
    '2026-12-08T04:00',
    '2026-12-09T05:00',
  ])
  expect(await between('2026-12-09T02:00:00Z', '2026-12-09T05:00:00Z')).toEqual([])

  await at.owner.rest('PUT', '/organization', { holiday_region: 'DE-HH', holidays_block_bookings: true })
  expect(await between('2026-12-24T22:00:00Z', '2026-12-27T00:00:00Z')).toEqual([
    '2026-12-24T22:00',
    '2026-12-26T23:00',
  ])
  expect(await between('2026-12-26T20:00:00Z', '2026-12-27T00:00:00Z')).toEqual(['2026-12-26T23:00'])
  await at.owner.rest('PUT', '/organization', { holidays_block_bookings: false })
})

test('blocks public holidays if the organization says so', async () => {
  await at.owner.rest('PUT', '/organization', { holiday_region: 'DE-HH' })
  expect(await offered('2026-12-25')).toEqual(whole)
  await at.owner.rest('PUT', '/organization', { holidays_block_bookings: true })
  expect(await offered('2026-12-24')).toEqual(whole)
  expect(await offered('2026-12-25')).toEqual([])
  expect(await offered('2026-12-26')).toEqual([])
  expect(await offered('2026-12-27')).toEqual(whole)
})

test("blocks attendees of another host's booking", async () => {
  const hosts = await office(at, at.owner, { minimum_notice_minutes: 0 })
  const start = (await hosts.slots(7, 20))[0] as string
  const booked = await hosts.book(start)
  expect(booked.status, JSON.stringify(booked.body)).toBe(201)
  const { rows } = await at.app.system.query('select id from calendar_events where booking_id = $1', [booked.body.id])
  const day = start.slice(0, 10)
  const before = await offered(day)
  const [{ email }, { email: own }] = await Promise.all(
    [at.member, at.owner].map(async (who) => (await who.rest('GET', '/me')).body),
  )
  const invited = await at.owner.rest('PUT', `/calendar/events/${rows[0].id}`, { attendee_emails: [email, own] })
  expect(invited.status, JSON.stringify(invited.body)).toBe(200)
  expect((await offered(day)).length).toBe(before.length - 1)
  // To be moved by a minute it need not be free of itself.
  const later = new Date(Date.parse(start) + 60_000).toISOString()
  expect((await at.owner.rest('POST', `/bookings/${booked.body.id}/reschedule`, { start: later })).status).toBe(200)
})
