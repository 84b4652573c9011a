import ICAL from 'ical.js'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { toLocalTime, utcOffsetAt } from '#core/time/local-time'
import { formatEventTime } from '#features/calendar/events/format-event-time'
import { formatTimeZone } from '#features/calendar/icalendar/vtimezone'
import { measureLongestBlock } from '../../harness/cpu-time.ts'
import { house } from '../../harness/house.ts'
import { mailsAbout } from '../../harness/mails.ts'

const at = house()

interface Sent {
  kind: string
  to: string
  subject: string
  text: string
  sender: string
  replyTo: string | null
  calendar: { method: string; content: string } | null
}

/** The mails about an event since the last look, oldest first. */
const seen = new Set<string>()
async function mailsOf(id: string): Promise<Sent[]> {
  const fresh = (await mailsAbout(at.app, id)).filter((mail) => !seen.has(mail.id))
  for (const row of fresh) seen.add(row.id)
  return fresh
}

const create = async (more: object = {}) => {
  const answer = await at.owner.rest('POST', '/calendar/events', {
    title: 'Abnahme; Müller, "Söhne"',
    start_time: '2199-06-03T08:00:00Z',
    end_time: '2199-06-03T09:00:00Z',
    timezone: 'Europe/Berlin',
    attendee_emails: ['gast@gast.example'],
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const put = async (id: string, body: object) => {
  const answer = await at.owner.rest('PUT', `/calendar/events/${id}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const parse = ({ calendar }: Sent) => {
  const root = new ICAL.Component(ICAL.parse(calendar?.content ?? ''))
  const events = root.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))
  for (const zone of root.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return { root, events, method: root.getFirstPropertyValue('method') }
}
const linkIn = ({ text }: Sent) => /\/invitation\/(\w{65})/.exec(text)?.[1] ?? ''
const attendeesOf = async (id: string) => (await at.owner.rest('GET', `/calendar/events/${id}`)).body.attendees

describe('invitation', () => {
  let id = ''
  let mail: Sent
  beforeAll(async () => {
    id = (await create({ description: 'Bitte pünktlich\nund mit Helm', location: 'Halle 7, Tor C', attach_meet: true }))
      .id
    mail = (await mailsOf(id))[0] as Sent
  })
  test('is mailed by the owner with an iCalendar part', () => {
    expect(mail).toMatchObject({ kind: 'calendar_invited', to: 'gast@gast.example', calendar: { method: 'REQUEST' } })
    expect(mail.subject).toContain('Einladung: Abnahme; Müller, "Söhne"')
    expect(mail.text).toContain('10:00–11:00 Uhr')
    expect(mail.text).toContain('Video: https://meet.jit.si/kontor-')
    const { events, method } = parse(mail)
    const [event] = events
    expect(method).toBe('REQUEST')
    expect(event?.uid).toBe(`${id}@kontor`)
    expect([event?.summary, event?.location, event?.sequence]).toEqual([
      'Abnahme; Müller, "Söhne"',
      'Halle 7, Tor C',
      0,
    ])
    expect(event?.description).toContain('Bitte pünktlich\nund mit Helm\n\nhttps://meet.jit.si/kontor-')
    expect(event?.startDate.toJSDate().toISOString()).toBe('2199-06-03T08:00:00.000Z')
    expect(event?.organizer).toBe(`mailto:${mail.replyTo}`)
    expect(event?.attendees.map((each) => [each.getFirstValue(), each.getParameter('partstat')])).toEqual([
      ['mailto:gast@gast.example', 'NEEDS-ACTION'],
    ])
  })
  test('folds lines as the standard requires', () => {
    const { content = '' } = mail.calendar ?? {}
    expect(content.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of content.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n]/)
    }
  })
  test('contains its link only in the mail', async () => {
    const token = linkIn(mail)
    expect(token).toHaveLength(65)
    expect(mail.calendar?.content).not.toContain(token)
    expect(JSON.stringify((await at.owner.rest('GET', `/calendar/events/${id}`)).body)).not.toContain(token)
  })
  test('is answered by its link, can be changed, and notifies the organizer', async () => {
    const path = `/public/invitations/${linkIn(mail)}`
    const shown = await at.nobody.rest('GET', path)
    expect(shown.body).toMatchObject({ email: 'gast@gast.example', answer: 'needs_action', location: 'Halle 7, Tor C' })
    for (const answer of ['accepted', 'accepted', 'tentative'])
      expect((await at.nobody.rest('POST', `${path}/answer`, { answer })).body).toMatchObject({ answer })
    expect(await attendeesOf(id)).toMatchObject([{ email: 'gast@gast.example', answer: 'tentative' }])
    const told = await mailsOf(id)
    expect(told.map(({ kind, subject }) => [kind, subject.split(':')[0]])).toEqual([
      ['calendar_answered', 'Zugesagt'],
      ['calendar_answered', 'Vielleicht'],
    ])
    expect(told[0]?.replyTo).toBe('gast@gast.example')
  })
  test("increments the event's version when it is answered", async () => {
    const before = await at.owner.rest('GET', `/calendar/events/${id}`)
    await at.nobody.rest('POST', `/public/invitations/${linkIn(mail)}/answer`, { answer: 'declined' })
    const after = await at.owner.rest('GET', `/calendar/events/${id}`)
    expect(after.body.version).toBe(before.body.version + 1)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.body.updated_at > before.body.updated_at).toBe(true)
    await at.nobody.rest('POST', `/public/invitations/${linkIn(mail)}/answer`, { answer: 'tentative' })
    await mailsOf(id)
  })
  test('accepts three answers', async () => {
    const answer = await at.nobody.rest('POST', `/public/invitations/${linkIn(mail)}/answer`, {
      answer: 'needs_action',
    })
    expect([answer.status, answer.body.field]).toEqual([422, 'answer'])
  })
  test('is not mailed again for changes that attendees do not see', async () => {
    await put(id, { client_id: null })
    expect(await mailsOf(id)).toEqual([])
  })
  test('is updated with a higher SEQUENCE and the same link, and keeps answers if the time stays', async () => {
    await put(id, { location: 'Halle 8' })
    const [update, ...others] = await mailsOf(id)
    expect(others).toEqual([])
    expect(update?.kind).toBe('calendar_changed')
    expect(linkIn(update as Sent)).toBe(linkIn(mail))
    const [event] = parse(update as Sent).events
    expect([event?.uid, event?.sequence, event?.location]).toEqual([`${id}@kontor`, 1, 'Halle 8'])
    expect(event?.attendees[0]?.getParameter('partstat')).toBe('TENTATIVE')
  })
  test('resets answers when the time changes', async () => {
    await put(id, { start_time: '2199-06-04T08:00:00Z' })
    const [update] = await mailsOf(id)
    expect(parse(update as Sent).events[0]?.attendees[0]?.getParameter('partstat')).toBe('NEEDS-ACTION')
    expect(await attendeesOf(id)).toMatchObject([{ answer: 'needs_action', answered_at: null }])
  })
  test('invites added and notifies removed attendees only', async () => {
    await put(id, { attendee_emails: ['gast@gast.example', 'Zweite@Gast.example'] })
    expect((await mailsOf(id)).map(({ kind, to }) => [kind, to])).toEqual([['calendar_invited', 'zweite@gast.example']])
    await put(id, { attendee_emails: ['zweite@gast.example'] })
    const told = await mailsOf(id)
    expect(told.map(({ kind, to }) => [kind, to])).toEqual([['calendar_cancelled', 'gast@gast.example']])
    const { method, root } = parse(told[0] as Sent)
    expect(method).toBe('CANCEL')
    expect(root.toString()).not.toContain('zweite@gast.example')
    expect((await at.nobody.rest('GET', `/public/invitations/${linkIn(mail)}`)).status).toBe(404)
  })
  test('is cancelled with the event', async () => {
    expect((await at.owner.rest('DELETE', `/calendar/events/${id}`)).status).toBe(204)
    const [cancelled, ...others] = await mailsOf(id)
    expect(others).toEqual([])
    const { method, events } = parse(cancelled as Sent)
    expect([method, events[0]?.component.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED'])
    expect(events[0]?.sequence).toBeGreaterThan(2)
    expect(linkIn(cancelled as Sent)).toBe('')
  })
})

describe('invitation to a series', () => {
  let id = ''
  beforeAll(async () => {
    const more = { start_time: '2190-03-01T09:00:00+01:00', end_time: '2190-03-01T10:00:00+01:00' }
    id = (await create({ ...more, recurrence: 'FREQ=WEEKLY;UNTIL=21901231', title: 'Runde' })).id
  })
  test('contains its time zone and keeps local time', async () => {
    const [mail] = await mailsOf(id)
    const { events, root } = parse(mail as Sent)
    const zone = root.getFirstSubcomponent('vtimezone')
    expect(zone?.getFirstPropertyValue('tzid')).toBe('Europe/Berlin')
    expect(root.toString()).toContain('UNTIL=21901231T225959Z')
    const each = events[0]?.iterator()
    const starts: string[] = []
    for (let next = each?.next(); next && starts.length < 40; next = each?.next())
      starts.push(next.toJSDate().toISOString())
    const { body } = await at.owner.rest('GET', '/calendar/events?from=2190-02-01T00:00:00Z&to=2191-01-10T00:00:00Z')
    const own = body.events.filter((event: { id: string }) => event.id === id)
    expect(own.slice(0, 40).map(({ start_time }: { start_time: string }) => start_time)).toEqual(starts)
    expect(new Set(starts.map((start) => start.slice(11))).size).toBe(2)
  })
  test('announces a change of one occurrence alone', async () => {
    const start = '2190-03-08T08:00:00Z'
    await put(id, { occurrence_start: start, start_time: '2190-03-09T13:00:00Z', location: 'Büro' })
    const [mail] = await mailsOf(id)
    const { events } = parse(mail as Sent)
    expect(events).toHaveLength(1)
    expect(events[0]?.sequence).toBe(1)
    expect([events[0]?.recurrenceId.toJSDate().toISOString(), events[0]?.startDate.toJSDate().toISOString()]).toEqual([
      '2190-03-08T08:00:00.000Z',
      '2190-03-09T13:00:00.000Z',
    ])
    expect((await at.owner.rest('DELETE', `/calendar/events/${id}?occurrence_start=2190-03-15T08:00:00Z`)).status).toBe(
      204,
    )
    const [cancelled] = await mailsOf(id)
    const gone = parse(cancelled as Sent)
    expect(gone.events[0]?.sequence).toBe(2)
    expect([gone.method, gone.events[0]?.recurrenceId.toJSDate().toISOString()]).toEqual([
      'CANCEL',
      '2190-03-15T08:00:00.000Z',
    ])
  })
  test('contains changed occurrences', async () => {
    await put(id, { title: 'Große Runde' })
    const [mail] = await mailsOf(id)
    const { events } = parse(mail as Sent)
    expect(events.map((event) => [event.isRecurrenceException(), event.location])).toEqual([
      [false, null],
      [true, 'Büro'],
    ])
    expect(events[0]?.component.getFirstProperty('exdate')?.toICALString()).toBe(
      'EXDATE;TZID=Europe/Berlin:21900315T090000',
    )
  })
})

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])(
  'an invitation is the same instant in %s',
  async (zone) => {
    const { id, start_time } = await create({ timezone: zone, recurrence: 'FREQ=DAILY;COUNT=2' })
    const [mail] = await mailsOf(id)
    const { events } = parse(mail as Sent)
    expect(events[0]?.startDate.toJSDate().toISOString()).toBe(start_time)
    expect(events[0]?.startDate.zone.tzid).toBe(zone)
  },
)

test('writes all-day events as dates in every zone', async () => {
  const more = { all_day: true, start_time: '2199-06-03T00:00:00+02:00', end_time: '2199-06-05T00:00:00+02:00' }
  const { id } = await create(more)
  const [mail] = await mailsOf(id)
  expect(mail?.calendar?.content).toContain('DTSTART;VALUE=DATE:21990603')
  expect(mail?.calendar?.content).toContain('DTEND;VALUE=DATE:21990605')
  expect(mail?.subject).toContain('Montag, 3. Juni 2199 – Dienstag, 4. Juni 2199')
})

test("is mailed in each attendee's language and zone, but not to the owner", async () => {
  const kept = await at.owner.rest('PUT', `/members/${at.member.id}`, { language: 'en', timezone: 'America/New_York' })
  const own = (await at.owner.rest('GET', `/members/${at.owner.id}`)).body.email
  const client = 'kundin@english.example'
  await at.owner.rest('POST', '/clients', { name: 'Client', email: client, language: 'en' })
  const { id } = await create({ attendee_emails: [kept.body.email, own, client] })
  const mails = (await mailsOf(id)).sort((one, other) => (one.to === client ? 1 : other.to === client ? -1 : 0))
  expect(mails.map(({ to }) => to)).toEqual([kept.body.email, client])
  expect(mails[1]?.subject).toMatch(/^Invitation: .*10:00–11:00/)
  expect(mails[0]?.text).toContain('4:00')
  expect(mails[0]?.subject).toMatch(/^Invitation: /)
  // Whole days are those of the event, not what of them is seen from elsewhere.
  const days = { all_day: true, start_time: '2199-06-03T00:00:00+02:00', end_time: '2199-06-04T00:00:00+02:00' }
  const whole = await create({ ...days, attendee_emails: [kept.body.email] })
  expect((await mailsOf(whole.id))[0]?.subject).toMatch(/ – Monday,? 3 June 2199$/)
  const attendees = await attendeesOf(id)
  expect(attendees.find(({ email }: { email: string }) => email === own)).toMatchObject({ answer: 'accepted' })
})

test('is not mailed for past events', async () => {
  const past = { start_time: '2020-01-01T09:00:00Z', end_time: '2020-01-01T10:00:00Z' }
  const { id } = await create(past)
  await put(id, { title: 'Protokoll', attendee_emails: ['andere@gast.example'] })
  expect(await mailsOf(id)).toEqual([])
  await put(id, { start_time: '2199-01-01T09:00:00Z' })
  expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['calendar_changed'])
  const series = await create({ ...past, recurrence: 'FREQ=DAILY' })
  await mailsOf(series.id)
  await put(series.id, { occurrence_start: '2020-01-02T09:00:00Z', title: 'Protokoll' })
  await at.owner.rest('DELETE', `/calendar/events/${series.id}?occurrence_start=2020-01-03T09:00:00Z`)
  expect(await mailsOf(series.id)).toEqual([])
  await put(series.id, { occurrence_start: '2020-01-02T09:00:00Z', start_time: '2199-01-01T12:00:00Z' })
  expect(await mailsOf(series.id)).toHaveLength(1)
})

test('refuses an answer to an outdated version of the event', async () => {
  const { id } = await create()
  const path = `/public/invitations/${linkIn((await mailsOf(id))[0] as Sent)}`
  const { sequence } = (await at.nobody.rest('GET', path)).body
  await put(id, { start_time: '2199-06-10T08:00:00Z' })
  const late = await at.nobody.rest('POST', `${path}/answer`, { answer: 'accepted', sequence })
  expect([late.status, late.body.error]).toEqual([409, 'conflict'])
  expect(late.body.message).toContain('10. Juni 2199')
  expect(await attendeesOf(id)).toMatchObject([{ answer: 'needs_action' }])
  const seen = await at.nobody.rest('GET', path)
  const again = { answer: 'accepted', sequence: seen.body.sequence }
  expect((await at.nobody.rest('POST', `${path}/answer`, again)).body.answer).toBe('accepted')
  for (let day = 11; day < 21; day++) {
    const [, answered] = await Promise.all([
      put(id, { start_time: `2199-06-${day}T08:00:00Z` }),
      at.nobody.rest('POST', `${path}/answer`, { answer: 'accepted' }),
    ])
    const { body } = await at.nobody.rest('GET', path)
    if (answered.body.start_time === body.start_time) expect(body.answer).toBe('accepted')
    else expect(body.answer).toBe('needs_action')
  }
})

test('limits changes of an answer', async () => {
  const { id } = await create()
  const path = `/public/invitations/${linkIn((await mailsOf(id))[0] as Sent)}/answer`
  const statuses: number[] = []
  for (let index = 0; index < 12; index++)
    statuses.push((await at.nobody.rest('POST', path, { answer: index % 2 ? 'accepted' : 'declined' })).status)
  // The twelfth is what was answered last.
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 200])
  expect(await mailsOf(id)).toHaveLength(10)
})

test('truncates a series with many changed occurrences', async () => {
  const emails = Array.from({ length: 10 }, (_, index) => `gast${index}@gast.example`)
  const { id } = await create({ recurrence: 'FREQ=DAILY', attendee_emails: emails })
  await mailsOf(id)
  await at.app.system.query(
    `insert into calendar_occurrences (organization_id, event_id, occurrence_start, changes)
     select $1, $2, '2199-06-03T08:00:00Z'::timestamptz + i * interval '1 day', $3 from generate_series(1, 200) i`,
    [at.organizationId, id, JSON.stringify({ description: 'Ü, '.repeat(3300) })],
  )
  const held = await measureLongestBlock(() => put(id, { title: 'Anders' }))
  const mails = await mailsOf(id)
  expect(mails).toHaveLength(10)
  const { content = '' } = mails[0]?.calendar ?? {}
  expect(Buffer.byteLength(content)).toBeLessThan(150_000)
  const { events } = parse(mails[0] as Sent)
  // The next ones to come.
  expect(events.slice(0, 3).map(({ recurrenceId }) => recurrenceId?.toJSDate().toISOString())).toEqual([
    undefined,
    '2199-06-04T08:00:00.000Z',
    '2199-06-05T08:00:00.000Z',
  ])
  expect(held).toBeLessThan(600)
})

describe('invitation page', () => {
  const ask = async (token: string, form?: Record<string, string>, language = 'de') =>
    at.app.server.inject({
      method: form ? 'POST' : 'GET',
      url: `/invitation/${token}`,
      headers: { 'accept-language': language, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
  test("works without JavaScript, in the reader's language", async () => {
    const { id } = await create({ title: '<b>Abnahme</b>' })
    const [mail] = await mailsOf(id)
    const token = linkIn(mail as Sent)
    const german = await ask(token)
    for (const words of ['&lt;b&gt;Abnahme', 'Zusagen', 'Absagen', 'gast@gast.example'])
      expect(german.body).toContain(words)
    expect(german.headers['content-security-policy']).toContain("default-src 'none'")
    expect(german.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    expect(await attendeesOf(id)).toMatchObject([{ answer: 'needs_action' }])
    const answered = await ask(token, { answer: 'declined' })
    expect([answered.statusCode, answered.headers.location]).toEqual([303, `/invitation/${token}`])
    expect((await ask(token, undefined, 'en')).body).toContain('You have declined.')
    // Who asks for neither of ours reads the organization's.
    await at.owner.rest('PUT', '/organization', { default_language: 'en' })
    expect((await ask(token, undefined, 'fr')).body).toContain('You have declined.')
    await at.owner.rest('PUT', '/organization', { default_language: 'de' })
    expect(await attendeesOf(id)).toMatchObject([{ answer: 'declined' }])
    expect((await ask(token, { answer: 'x' })).statusCode).toBe(303)
    expect(await attendeesOf(id)).toMatchObject([{ answer: 'declined' }])
  })
  test('explains that the event has changed', async () => {
    const { id } = await create()
    const token = linkIn((await mailsOf(id))[0] as Sent)
    const hidden = (html: string) =>
      Object.fromEntries(
        [...html.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)">/g)].map(([, name, value]) => [name, value]),
      )
    const form = hidden((await ask(token)).body)
    await put(id, { start_time: '2199-07-01T08:00:00Z' })
    const late = await ask(token, { ...form, answer: 'accepted' })
    expect(late.statusCode).toBe(409)
    for (const words of ['role="alert"', 'geändert', '1. Juli 2199', 'Zusagen']) expect(late.body).toContain(words)
    expect(await attendeesOf(id)).toMatchObject([{ answer: 'needs_action' }])
    expect((await ask(token, { ...hidden(late.body), answer: 'accepted' })).statusCode).toBe(303)
    expect(await attendeesOf(id)).toMatchObject([{ answer: 'accepted' }])
  })
  test('renders a page for unknown links and past events', async () => {
    const guessed = await ask(createLinkToken(at.organizationId).token)
    expect([guessed.statusCode, guessed.body.includes('Diesen Link gibt es nicht')]).toEqual([404, true])
    const { id } = await create()
    const [mail] = await mailsOf(id)
    await at.app.system.query(
      `update calendar_events set start_time = '2020-01-01T09:00Z', end_time = '2020-01-01T10:00Z',
         span_start = '2020-01-01T09:00Z', span_end = '2020-01-01T10:00Z' where id = $1`,
      [id],
    )
    const late = await ask(linkIn(mail as Sent), undefined, 'en')
    expect([late.statusCode, late.body.includes('This event is over')]).toEqual([410, true])
    expect((await at.nobody.rest('GET', `/public/invitations/${linkIn(mail as Sent)}`)).status).toBe(410)
    expect((await at.owner.rest('DELETE', `/calendar/events/${id}`)).status).toBe(204)
    expect(await mailsOf(id)).toEqual([])
  })
})

describe('iCalendar output', () => {
  const line = ({ calendar }: Sent, name: string) =>
    calendar?.content
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .find((each) => each.startsWith(name))
  /** RFC 5546 §2.1.5: of one UID the higher SEQUENCE is newer, of one SEQUENCE the later DTSTAMP. */
  const versionOf = (mail: Sent) => `${line(mail, 'SEQUENCE')?.slice(9).padStart(4, '0')} ${line(mail, 'DTSTAMP')}`
  const at2199 = (time: string) =>
    vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date(`2199-05-01T${time}Z`))

  test('increases SEQUENCE and DTSTAMP with each mail', async () => {
    const clock = at2199('08:00:00')
    const { id } = await create({ attendee_emails: ['a@gast.example', 'b@gast.example'] })
    const [invited] = await mailsOf(id)
    at2199('08:00:05')
    await put(id, { attendee_emails: ['b@gast.example'] })
    const [removed] = await mailsOf(id)
    at2199('08:00:10')
    await put(id, { attendee_emails: ['a@gast.example', 'b@gast.example'] })
    const [again] = await mailsOf(id)
    at2199('08:00:15')
    await at.owner.rest('DELETE', `/calendar/events/${id}`)
    const [cancelled] = await mailsOf(id)
    clock.mockRestore()
    const mails = [invited, removed, again, cancelled] as Sent[]
    expect(mails.map(({ to, calendar }) => [to, calendar?.method])).toEqual([
      ['a@gast.example', 'REQUEST'],
      ['a@gast.example', 'CANCEL'],
      ['a@gast.example', 'REQUEST'],
      ['a@gast.example', 'CANCEL'],
    ])
    expect(mails.map(versionOf)).toEqual([
      '0000 DTSTAMP:21990501T080000Z',
      '0001 DTSTAMP:21990501T080005Z',
      '0001 DTSTAMP:21990501T080010Z',
      '0002 DTSTAMP:21990501T080015Z',
    ])
  })

  test('keeps the organizer after the event moves or its owner leaves, and quotes names', async () => {
    const email = `weg-${crypto.randomUUID()}@gast.example`
    const name = 'Anna "Nett" Weg'
    const leaving = (await at.owner.rest('POST', '/members', { name, email, role: 'member' })).body.id
    const [moved, left] = [await create({ user_id: leaving }), await create({ user_id: leaving })]
    await mailsOf(moved.id)
    await mailsOf(left.id)
    await put(moved.id, { user_id: at.owner.id })
    expect((await at.owner.rest('DELETE', `/members/${leaving}`)).status).toBe(204)
    await put(left.id, { location: 'Halle 3' })
    for (const id of [moved.id, left.id]) {
      const [mail] = await mailsOf(id)
      expect(line(mail as Sent, 'ORGANIZER')).toBe(`ORGANIZER;CN="Anna 'Nett' Weg":mailto:${email}`)
    }
    const alone = await create({ user_id: at.owner.id, attendee_emails: [] })
    await at.app.system.query('update calendar_events set user_id = null where id = $1', [alone.id])
    await put(alone.id, { attendee_emails: ['x@gast.example'] })
    const own = (await at.owner.rest('GET', '/me')).body.email
    expect(line((await mailsOf(alone.id))[0] as Sent, 'ORGANIZER')).toContain(`mailto:${own}`)
  })

  test('writes current clock changes as a rule for a series that began before', async () => {
    const more = { timezone: 'America/New_York', start_time: '2006-06-01T13:00:00Z', end_time: '2006-06-01T14:00:00Z' }
    const { id } = await create({ ...more, recurrence: 'FREQ=MONTHLY' })
    const [mail] = await mailsOf(id)
    const { root, events } = parse(mail as Sent)
    const parts = root.getFirstSubcomponent('vtimezone')?.getAllSubcomponents() ?? []
    const ruled = parts.filter((part) => part.getFirstProperty('rrule'))
    expect(ruled.map((part) => [part.name, String(part.getFirstPropertyValue('rrule'))])).toEqual([
      ['daylight', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
      ['standard', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
    ])
    const each = events[0]?.iterator()
    for (let next = each?.next(); next && next.year < 2028; next = each?.next()) {
      const clock = { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' } as const
      expect(next.toJSDate().toLocaleTimeString('de-DE', clock), next.toString()).toBe('09:00')
    }
  })

  test.each([
    ['Europe/Istanbul', 2010],
    ['Europe/Moscow', 2009],
    ['Africa/Casablanca', 2015],
    ['Australia/Lord_Howe', 1985],
    ['America/Nuuk', 2021],
    ['Asia/Kathmandu', 1980],
  ])('%s since %i is as its clocks were and will be', (zone, year) => {
    const lines = formatTimeZone(zone, new Date(Date.UTC(year, 5)))
    const component = new ICAL.Component(ICAL.parse(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')))
    const read = new ICAL.Timezone({
      component: component.getFirstSubcomponent('vtimezone') as ICAL.Component,
      tzid: zone,
    })
    for (let time = Date.UTC(year, 5); time < Date.UTC(2045, 0); time += 9.2 * 86_400_000) {
      const wall = toLocalTime(new Date(time), zone)
      expect(read.utcOffset(ICAL.Time.fromDateTimeString(wall)) * 1000, wall).toBe(utcOffsetAt(time, zone))
    }
  })

  test('shows the zone of both times in a repeated hour', () => {
    const night = { start: new Date('2026-10-25T00:30:00Z'), end: new Date('2026-10-25T01:00:00Z'), allDay: false }
    expect(formatEventTime(night, 'Europe/Berlin', 'de')).toBe(
      'Sonntag, 25. Oktober 2026, 02:30 Uhr (MESZ) – 02:00 Uhr (MEZ)',
    )
    expect(formatEventTime(night, 'Europe/Berlin', 'en')).toBe('Sunday, 25 October 2026, 02:30 (CEST) – 02:00 (CET)')
    expect(formatEventTime(night, 'Asia/Kathmandu', 'en')).toBe('Sunday, 25 October 2026, 06:15–06:45 (GMT+5:45)')
  })
})

describe('invitation to an ongoing series', () => {
  test('names the next occurrence in the mail, on the page and in the answer', async () => {
    const more = {
      start_time: '2199-01-04T09:00:00Z',
      end_time: '2199-01-04T10:00:00Z',
      recurrence: 'FREQ=DAILY;COUNT=9',
    }
    const { id } = await create({ ...more, title: 'Runde' })
    const [mail] = await mailsOf(id)
    const path = `/public/invitations/${linkIn(mail as Sent)}`
    expect((await at.owner.rest('DELETE', `/calendar/events/${id}?occurrence_start=2199-01-04T09:00:00Z`)).status).toBe(
      204,
    )
    await put(id, {
      occurrence_start: '2199-01-05T09:00:00Z',
      start_time: '2199-01-05T15:00:00Z',
      title: 'Runde, spät',
    })
    await mailsOf(id)
    const shown = (await at.nobody.rest('GET', path)).body
    expect(shown).toMatchObject({ title: 'Runde, spät', start_time: '2199-01-05T15:00:00.000Z' })
    await at.nobody.rest('POST', `${path}/answer`, { answer: 'accepted' })
    const [answered] = await mailsOf(id)
    // By the organizer's clock, Berlin's.
    expect(answered?.text).toContain('5. Januar 2199, 16:00–17:00 Uhr (MEZ)')
    await put(id, { location: 'Halle 8' })
    expect((await mailsOf(id))[0]?.subject).toContain('Samstag, 5. Januar 2199')
    const clock = vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date('2199-01-07T12:00:00Z'))
    await put(id, { location: 'Halle 9' })
    expect((await mailsOf(id))[0]?.subject).toContain('8. Januar 2199')
    expect((await at.nobody.rest('GET', path)).body.start_time).toBe('2199-01-08T09:00:00.000Z')
    for (const day of ['08', '09', '10', '11', '12'])
      await at.owner.rest('DELETE', `/calendar/events/${id}?occurrence_start=2199-01-${day}T09:00:00Z`)
    expect((await at.nobody.rest('GET', path)).status).toBe(410)
    clock.mockRestore()
  })
})
