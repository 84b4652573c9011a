import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { measureLongestBlock } from '../../harness/cpu-time.ts'
import { house, openHouse, scenario } from '../../harness/house.ts'
import { makeSynced } from './synced.ts'

const at = house()
const other = house()
const day = (ahead: number, time: string) =>
  `${new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`

let url = ''
let id = ''
const read = (address: string, headers: Record<string, string> = {}) =>
  at.app.server.inject({ method: 'GET', url: new URL(address).pathname, headers })
const titlesIn = (body: string) =>
  new ICAL.Component(ICAL.parse(body))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')))
    .sort()

beforeAll(async () => {
  const made = await at.member.rest('POST', '/calendar/feeds', { name: 'Telefon' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  ;({ url, id } = made.body)
  const email = (await at.member.rest('GET', '/me')).body.email
  for (const [as, title, start, end, more] of [
    ['member', 'Eigener', day(1, '09:00'), day(1, '10:00'), {}],
    ['member', 'Serie', day(-400, '09:00'), day(-400, '10:00'), { recurrence: 'FREQ=WEEKLY' }],
    ['member', 'Vor elf Wochen', day(-77, '09:00'), day(-77, '10:00'), {}],
    ['member', 'In elf Monaten', day(330, '09:00'), day(330, '10:00'), {}],
    ['member', 'Ganztags', day(3, '00:00'), day(4, '00:00'), { all_day: true, timezone: 'UTC' }],
    ['member', 'Lange her', day(-200, '09:00'), day(-200, '10:00'), {}],
    ['owner', 'Eingeladen', day(2, '09:00'), day(2, '10:00'), { attendee_emails: [email] }],
    ['owner', 'Fremder', day(2, '09:00'), day(2, '10:00'), {}],
  ] as const) {
    const answer = await at[as].rest('POST', '/calendar/events', { title, start_time: start, end_time: end, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
})

test('contains the events of its member, with series as rules', async () => {
  expect(url).toMatch(/\/api\/v1\/calendar\/feed\/\w{65}\.ics$/)
  const { statusCode, headers, body } = await read(url)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(titlesIn(body)).toEqual(['Eigener', 'Eingeladen', 'Ganztags', 'In elf Monaten', 'Serie', 'Vor elf Wochen'])
  const busy = new ICAL.Component(ICAL.parse(body))
    .getAllSubcomponents('vevent')
    .map((event) => [event.getFirstPropertyValue('summary'), event.getFirstPropertyValue('transp')])
  expect(busy).toContainEqual(['Ganztags', 'TRANSPARENT'])
  expect(busy).toContainEqual(['Eigener', 'OPAQUE'])
  expect(body).toContain('METHOD:PUBLISH')
  expect(body).not.toContain('ATTENDEE')
})

test('contains endless series, and leaves out one that cannot be expanded', async () => {
  const ids: string[] = []
  for (const [recurrence, timezone, more] of [
    ['FREQ=DAILY;UNTIL=99991231', 'America/New_York', {}],
    ['FREQ=DAILY;UNTIL=99991231T235959Z', 'Europe/Berlin', {}],
    ['FREQ=WEEKLY;UNTIL=99991231', 'UTC', { all_day: true }],
  ] as const) {
    const times = { start_time: day(1, '00:00'), end_time: day(2, '00:00'), timezone }
    const made = await at.member.rest('POST', '/calendar/events', { title: 'Immer', ...times, recurrence, ...more })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    ids.push(made.body.id)
  }
  const shown = await read(url)
  expect(shown.statusCode).toBe(200)
  expect(titlesIn(shown.body).filter((title) => title === 'Immer')).toHaveLength(3)
  const { body } = await at.member.rest('GET', `/calendar/events?from=${day(1, '00:00')}&to=${day(3, '00:00')}`)
  expect(body.events.filter(({ title }: { title: string }) => title === 'Immer').length).toBeGreaterThanOrEqual(5)
  await at.app.system.query("update calendar_events set recurrence = 'FREQ=DAILY;UNTIL=x' where id = $1", [ids[0]])
  const others = await read(url)
  expect(others.statusCode).toBe(200)
  expect(titlesIn(others.body).filter((title) => title === 'Immer')).toHaveLength(2)
  await Promise.all(ids.map((each) => at.app.system.query('delete from calendar_events where id = $1', [each])))
})

test('contains absences without their kind', async () => {
  const away = {
    kind: 'sick',
    note: 'Grippe',
    starts_on: day(5, '00:00').slice(0, 10),
    ends_on: day(6, '00:00').slice(0, 10),
  }
  const made = await at.member.rest('POST', '/absences', away)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { body } = await read(url)
  expect(titlesIn(body)).toContain('Abwesend')
  expect(body).toContain(`DTSTART;VALUE=DATE:${away.starts_on.replaceAll('-', '')}`)
  expect(body).toContain(`DTEND;VALUE=DATE:${day(7, '00:00').slice(0, 10).replaceAll('-', '')}`)
  expect(body).not.toMatch(/Grippe|sick/)
  const timesOf = async () => {
    const events = new ICAL.Component(ICAL.parse((await read(url)).body)).getAllSubcomponents('vevent')
    const its = events.find((event) => event.getFirstPropertyValue('summary') === 'Abwesend')
    const wall = (name: string) => {
      const time = its?.getFirstPropertyValue(name) as ICAL.Time
      return time.toJSDate().toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16)
    }
    return [wall('dtstart'), wall('dtend')]
  }
  const half = (part: string) =>
    at.member.rest('PUT', `/absences/${made.body.id}`, { ends_on: away.starts_on, half_day: true, half: part })
  await half('morning')
  expect(await timesOf()).toEqual([`${away.starts_on} 00:00`, `${away.starts_on} 12:00`])
  await half('afternoon')
  expect(await timesOf()).toEqual([`${away.starts_on} 12:00`, `${away.ends_on} 00:00`])
  expect((await at.member.rest('DELETE', `/absences/${made.body.id}`)).status).toBe(204)
})

test('shows synced events of other members as busy', async () => {
  const email = (await at.member.rest('GET', '/me')).body.email
  const made = await at.owner.rest('POST', '/calendar/events', {
    ...{ title: 'Scheidungsanwalt', description: 'Geheim', start_time: day(3, '09:00'), end_time: day(3, '10:00') },
    ...{ attendee_emails: [email], recurrence: 'FREQ=DAILY;COUNT=2' },
  })
  const occurrence = { occurrence_start: day(4, '09:00'), title: 'Auch Scheidungsanwalt' }
  await at.owner.rest('PUT', `/calendar/events/${made.body.id}`, occurrence)
  await makeSynced(at, made.body.id)
  const { body } = await read(url)
  expect(titlesIn(body)).toContain('Belegt')
  expect(body).not.toMatch(/Scheidung|Geheim/)
  await at.app.system.query('delete from calendar_events where id = $1', [made.body.id])
})

test('yields to the event loop for 5,000 events, and only contains changed occurrences of its period', async () => {
  const busy = await openHouse(at.app)
  const { id: series } = (
    await busy.member.rest('POST', '/calendar/events', {
      ...{ title: 'Serie', start_time: day(-300, '09:00'), end_time: day(-300, '10:00'), recurrence: 'FREQ=DAILY' },
      timezone: 'Europe/Berlin',
    })
  ).body
  await at.app.system.query(
    `insert into calendar_occurrences (organization_id, event_id, occurrence_start, changes)
     select organization_id, id, start_time + i * interval '1 day', '{"title": "Anders"}'
     from calendar_events, (values (2), (250)) v (i) where organization_id = $2 and id = $1`,
    [series, busy.organizationId],
  )
  await at.app.system.query(
    `insert into calendar_events (organization_id, id, created_at, updated_at, version, title, description, start_time,
       end_time, timezone, user_id, span_start, span_end, lasting, uid)
     select $2, gen_random_uuid(), now(), now(), 1, 'Termin ' || i, repeat('Für alle, ', 50), s, s + interval '10 minutes',
       'Europe/Berlin', $1, s, s + interval '10 minutes', false, 'u' || i
     from generate_series(1, 4990) i, lateral (select now() + i * interval '1 hour' s) x`,
    [busy.member.id, busy.organizationId],
  )
  const feed = (await busy.member.rest('POST', '/calendar/feeds', { name: 'Telefon' })).body.url
  let body = ''
  const held = await measureLongestBlock(async () => {
    body = (await read(feed)).body
  })
  expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(4992)
  expect(titlesIn(body).filter((title) => title === 'Anders')).toHaveLength(1)
  expect(body.match(/^EXDATE/gm)).toHaveLength(1)
  expect(held).toBeLessThan(600)
})

test('returns 304 until something changes', async () => {
  const { headers } = await read(url)
  const tag = String(headers.etag)
  for (const known of [tag, `W/${tag}`, `"x", W/${tag}`, '*'])
    expect((await read(url, { 'if-none-match': known })).statusCode, known).toBe(304)
  for (const other of ['"x"', 'W/"x", "y"', tag.slice(1, -1)])
    expect((await read(url, { 'if-none-match': other })).statusCode, other).toBe(200)
  const window = `from=${day(-7, '00:00')}&to=${day(14, '00:00')}`
  const { events } = (await at.member.rest('GET', `/calendar/events?${window}&user_id=${at.member.id}`)).body
  const { id: series, occurrence_start } = events.find(({ title }: { title: string }) => title === 'Serie')
  expect(
    (await at.member.rest('DELETE', `/calendar/events/${series}?occurrence_start=${occurrence_start}`)).status,
  ).toBe(204)
  const changed = await read(url, { 'if-none-match': tag })
  expect(changed.statusCode).toBe(200)
  expect(changed.body).toContain('EXDATE')
})

scenario(at, 'is listed without its address', () => ({
  as: 'member',
  get: '/calendar/feeds',
  status: 200,
  body: { total: 1, feeds: [{ id, name: 'Telefon' }] },
}))
test('stores only the hash of its secret', async () => {
  const { rows } = await at.app.system.query('select * from calendar_feeds where id = $1', [id])
  const token = /\/(\w{65})\.ics$/.exec(url)?.[1] ?? ''
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify((await at.member.rest('GET', '/calendar/feeds')).body)).not.toContain(token)
})
scenario(at, 'is of its member alone', { get: '/calendar/feeds', status: 200, body: { total: 0, feeds: [] } })
scenario(at, 'is not revoked by others', () => ({ delete: `/calendar/feeds/${id}`, status: 404 }))
scenario(at, 'is not for an auditor', { as: 'auditor', post: '/calendar/feeds', send: { name: 'x' }, status: 403 })
scenario(at, 'has a name', { post: '/calendar/feeds', send: { name: '' }, status: 422, body: { field: 'name' } })
scenario(at, 'is made for a viewer too', {
  as: 'viewer',
  post: '/calendar/feeds',
  send: { name: 'x' },
  status: 201,
  body: { name: 'x', url: /\.ics$/ },
})
test('returns 404 for unknown, foreign and revoked URLs, and once its member may not read calendars', async () => {
  const guess = url.replace(/\w{65}/, createLinkToken(at.organizationId).token)
  expect((await read(guess)).statusCode).toBe(404)
  expect((await read(url.replace(/\w{65}/, 'x'))).statusCode).toBe(404)
  expect((await other.owner.rest('DELETE', `/calendar/feeds/${id}`)).status).toBe(404)
  const role = (role: string) => at.owner.rest('PUT', `/members/${at.member.id}`, { role })
  await role('auditor')
  expect((await read(url)).statusCode).toBe(404)
  await role('member')
  expect((await read(url)).statusCode).toBe(200)
  expect((await at.member.rest('DELETE', `/calendar/feeds/${id}`)).status).toBe(204)
  expect((await read(url)).statusCode).toBe(404)
  const { entries } = (await at.owner.rest('GET', '/audit-log?resource=calendar_feed')).body
  const own = entries.filter(({ resource_id }: { resource_id: string }) => resource_id === id)
  expect(own.map(({ action }: { action: string }) => action)).toEqual([
    'calendar_feed.deleted',
    'calendar_feed.created',
  ])
  expect(JSON.stringify(own)).not.toContain(/\/(\w{65})\.ics$/.exec(url)?.[1])
})
test('limits a member to 20 feeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 22 }, (_, index) => at.admin.rest('POST', '/calendar/feeds', { name: `Gerät ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
})
