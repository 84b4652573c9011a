import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueReminders } from '#features/calendar/reminders/send-reminders'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { mailsAbout, type ReadMail } from '../../harness/mails.ts'
import { office } from './bookings/office.ts'

// The clock is injected: time passes when the test says so.

let now = new Date('2026-11-20T08:00:00Z')
let at: House
let due: (most?: number) => Promise<void>
let stop: () => Promise<void>

beforeAll(async () => {
  const { app, ...started } = await startApp({ clock: { now: () => now, today: () => '2026-11-20' } })
  stop = started.stop
  due = (most) => sendDueReminders(app.services, app.system, most)
  at = await openHouse(app)
})
afterAll(() => stop())

const create = async (more: object) => {
  const { status, body } = await at.member.rest('POST', '/calendar/events', {
    title: 'Abnahme',
    start_time: '2026-11-21T09:00:00Z',
    end_time: '2026-11-21T10:00:00Z',
    timezone: 'Europe/Berlin',
    reminder_minutes: 30,
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
/** Who was reminded of an event so far, in the order of time, and of when. */
const remindedOf = async (id: string): Promise<ReadMail[]> =>
  (await mailsAbout(at.app, id)).filter(({ kind }) => kind === 'calendar_reminder')
const passTo = (time: string) => {
  now = new Date(time)
  return due()
}

test('reminds owner and attendees once, in their language and time zone, except those who declined', async () => {
  const english = await at.owner.rest('PUT', `/members/${at.admin.id}`, {
    language: 'en',
    timezone: 'America/New_York',
  })
  const own = (await at.member.rest('GET', '/me')).body.email
  const { id, version } = await create({
    attendee_emails: ['gast@gast.example', 'nein@gast.example', english.body.email],
  })
  const asked = (await mailsAbout(at.app, id)).find(({ to }) => to === 'nein@gast.example')
  const token = /\/invitation\/(\w{65})/.exec(asked?.text ?? '')?.[1]
  expect((await at.nobody.rest('POST', `/public/invitations/${token}/answer`, { answer: 'declined' })).status).toBe(200)
  await passTo('2026-11-21T08:29:59Z')
  expect(await remindedOf(id)).toEqual([])
  now = new Date('2026-11-21T08:30:00Z')
  await Promise.all([due(), due(), due()])
  const mails = await remindedOf(id)
  expect(mails.map(({ to }) => to).sort()).toEqual([english.body.email, 'gast@gast.example', own].sort())
  expect(mails.find(({ to }) => to === own)?.subject).toContain(
    'Erinnerung: Abnahme – Samstag, 21. November 2026, 10:00–11:00 Uhr',
  )
  expect(mails.find(({ to }) => to === english.body.email)?.subject).toMatch(/^Reminder: Abnahme .* 04:00–05:00/)
  await passTo('2026-11-21T08:40:00Z')
  expect(await remindedOf(id)).toHaveLength(3)
  // The answer is another version, the reminder none.
  expect((await at.member.rest('GET', `/calendar/events/${id}`)).body).toMatchObject({
    version: version + 1,
    reminder_minutes: 30,
  })
})

test('reminds of each occurrence, of moved ones at their time, and not of deleted ones', async () => {
  now = new Date('2026-11-21T12:00:00Z')
  const { id } = await create({
    start_time: '2026-11-23T09:00:00Z',
    end_time: '2026-11-23T10:00:00Z',
    recurrence: 'FREQ=DAILY;COUNT=4',
  })
  const move = { occurrence_start: '2026-11-24T09:00:00Z', start_time: '2026-11-24T15:00:00Z', location: 'Halle 9' }
  expect((await at.member.rest('PUT', `/calendar/events/${id}`, move)).status).toBe(200)
  expect((await at.member.rest('DELETE', `/calendar/events/${id}?occurrence_start=2026-11-25T09:00:00Z`)).status).toBe(
    204,
  )
  const counts: number[] = []
  for (const time of ['23T08:30', '24T08:30', '24T14:30', '25T08:30', '26T08:30', '27T08:30']) {
    await passTo(`2026-11-${time}:00Z`)
    counts.push((await remindedOf(id)).length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3])
  expect((await remindedOf(id)).map(({ text }) => text.includes('Wo: Halle 9'))).toEqual([false, true, false])
})

test('reminds of two occurrences that start together', async () => {
  now = new Date('2026-11-29T12:00:00Z')
  const { id } = await create({
    ...{ start_time: '2026-11-30T09:00:00Z', end_time: '2026-11-30T10:00:00Z', recurrence: 'FREQ=DAILY;COUNT=2' },
  })
  const move = { occurrence_start: '2026-12-01T09:00:00Z', start_time: '2026-11-30T09:00:00Z', title: 'Nachholung' }
  expect((await at.member.rest('PUT', `/calendar/events/${id}`, move)).status).toBe(200)
  await passTo('2026-11-30T08:30:00Z')
  expect((await remindedOf(id)).map(({ subject }) => subject.split(' – ')[0]).sort()).toEqual([
    'Erinnerung: Abnahme',
    'Erinnerung: Nachholung',
  ])
})

test('reminds of a series that pauses for years', async () => {
  now = new Date('2026-11-29T12:00:00Z')
  const { id } = await create({
    ...{ start_time: '2024-02-29T09:00:00Z', end_time: '2024-02-29T10:00:00Z' },
    recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  })
  expect((await at.member.rest('DELETE', `/calendar/events/${id}?occurrence_start=2028-02-29T09:00:00Z`)).status).toBe(
    204,
  )
  await passTo('2028-02-29T08:30:00Z')
  expect(await remindedOf(id)).toEqual([])
  await passTo('2032-02-29T08:30:00Z')
  expect(await remindedOf(id)).toHaveLength(1)
})

test('sends missed reminders only before the event starts', async () => {
  now = new Date('2026-12-01T08:00:00Z')
  const late = await create({ start_time: '2026-12-02T09:00:00Z', end_time: '2026-12-02T10:00:00Z' })
  const over = await create({ start_time: '2026-12-02T08:50:00Z', end_time: '2026-12-02T10:00:00Z' })
  await passTo('2026-12-02T08:55:00Z')
  expect(await remindedOf(late.id)).toHaveLength(1)
  expect(await remindedOf(over.id)).toEqual([])
})

test('keeps a due reminder after a change, and does not repeat a sent one', async () => {
  now = new Date('2026-12-03T08:00:00Z')
  const event = { start_time: '2026-12-03T09:00:00Z', end_time: '2026-12-03T10:00:00Z' }
  const [place, moved, off] = [await create(event), await create(event), await create(event)]
  const put = (id: string, body: object) => at.member.rest('PUT', `/calendar/events/${id}`, body)
  now = new Date('2026-12-03T08:30:05Z')
  await put(place.id, { location: 'Halle 8' })
  await put(moved.id, { start_time: '2026-12-03T12:00:00Z' })
  await put(off.id, { reminder_minutes: null })
  await passTo('2026-12-03T08:31:00Z')
  const counts = () => Promise.all([place, moved, off].map(async ({ id }) => (await remindedOf(id)).length))
  expect(await counts()).toEqual([1, 0, 0])
  await put(place.id, { location: 'Halle 7' })
  await passTo('2026-12-03T11:30:00Z')
  expect(await counts()).toEqual([1, 1, 0])
})

test('sends a reminder of 0 minutes within five minutes of the start', async () => {
  now = new Date('2026-12-04T08:00:00Z')
  const event = { start_time: '2026-12-04T09:00:00Z', end_time: '2026-12-04T10:00:00Z', reminder_minutes: 0 }
  const { id } = await create(event)
  const daily = await create({ ...event, recurrence: 'FREQ=DAILY;COUNT=2' })
  await passTo('2026-12-04T09:00:30Z')
  expect((await remindedOf(id)).map(({ text }) => text.includes('Jetzt ist es so weit: Abnahme'))).toEqual([true])
  await passTo('2026-12-05T09:30:00Z')
  expect(await remindedOf(daily.id)).toHaveLength(1)
})

test('moves the reminder with the event, and sends none if it is removed', async () => {
  now = new Date('2026-12-05T08:00:00Z')
  const event = { start_time: '2026-12-06T09:00:00Z', end_time: '2026-12-06T10:00:00Z' }
  const moved = await create(event)
  const without = await create({ ...event, reminder_minutes: null })
  await at.member.rest('PUT', `/calendar/events/${moved.id}`, { start_time: '2026-12-07T09:00:00Z' })
  await passTo('2026-12-06T08:30:00Z')
  expect(await remindedOf(moved.id)).toEqual([])
  await passTo('2026-12-07T08:30:00Z')
  expect(await remindedOf(moved.id)).toHaveLength(1)
  expect(await remindedOf(without.id)).toEqual([])
})

test('refuses reminders of more than four weeks', async () => {
  const event = { title: 'x', start_time: '2027-12-06T09:00:00Z', end_time: '2027-12-06T10:00:00Z' }
  const { status, body } = await at.member.rest('POST', '/calendar/events', { ...event, reminder_minutes: 40_321 })
  expect([status, body.field]).toEqual([422, 'reminder_minutes'])
})

test('reminds host and guest of a booking a day before, the guest with a manage link', async () => {
  now = new Date()
  const desk = await office(at, at.owner, { location: 'phone' })
  const [start = ''] = await desk.slots(7, 4)
  const guest = { name: 'Kim Gast', email: 'kim@gast.example', phone: '040 123', timezone: 'Asia/Kathmandu' }
  const english = { 'accept-language': 'en' }
  const booked = await at.nobody.rest('POST', `${desk.page}/book`, { start, ...guest }, english)
  expect(booked.status, JSON.stringify(booked.body)).toBe(201)
  const day = 86_400_000
  await passTo(new Date(Date.parse(start) - day - 1000).toISOString())
  expect(await remindedOf(booked.body.id)).toEqual([])
  await passTo(new Date(Date.parse(start) - day).toISOString())
  const mails = await remindedOf(booked.body.id)
  const own = (await at.owner.rest('GET', '/me')).body.email
  expect(mails.map(({ to }) => to).sort()).toEqual(['kim@gast.example', own].sort())
  const toGuest = mails.find(({ to }) => to === 'kim@gast.example')
  // In the guest's language and zone, as the booking says, whatever the host's event does.
  expect(toGuest?.text).toContain('Where: Phone: 040 123')
  const clock = { timeZone: 'Asia/Kathmandu', hour: '2-digit', minute: '2-digit' } as const
  expect(toGuest?.subject).toMatch(/^Reminder: Gespräch – /)
  expect(toGuest?.subject).toContain(`${new Date(start).toLocaleTimeString('en-GB', clock)}–`)
  const token = /\/booking\/(\w{65})/.exec(toGuest?.text ?? '')?.[1]
  expect((await at.nobody.rest('GET', `/public/bookings/${token}`)).status).toBe(200)
  await passTo(new Date(Date.parse(start)).toISOString())
  expect(await remindedOf(booked.body.id)).toHaveLength(2)
})

test('takes events of every organization if there are too many for one run', async () => {
  now = new Date('2027-03-01T08:00:00Z')
  const ofAnother = await openHouse(at.app)
  const event = { title: 'Spät', start_time: '2027-03-02T09:00:00Z', end_time: '2027-03-02T10:00:00Z' }
  const made = await ofAnother.member.rest('POST', '/calendar/events', {
    ...event,
    timezone: 'Europe/Berlin',
    reminder_minutes: 30,
  })
  const { id: copied } = await create(event)
  const columns = (
    await at.app.system.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ',') as names from pg_attribute where attrelid = 'calendar_events'::regclass
         and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'remind_at', 'start_time', 'end_time')`,
    )
  ).rows[0]?.names
  // They have begun: there is little to do for each, but it is to be done.
  await at.app.system.query(
    `insert into calendar_events (id, remind_at, start_time, end_time, ${columns})
     select gen_random_uuid(), '2027-02-01T08:30Z', '2027-02-01T09:00Z', '2027-02-01T10:00Z', ${columns}
     from calendar_events, generate_series(1, 3) where organization_id = $1 and id = $2`,
    [at.organizationId, copied],
  )
  now = new Date('2027-03-02T08:30:00Z')
  await due(3)
  expect(await remindedOf(made.body.id)).toHaveLength(1)
})
