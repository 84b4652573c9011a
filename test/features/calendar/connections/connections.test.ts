import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operateAsSystem } from '#core/operation/operation'
import { readBusyIntervals } from '#features/calendar/availability/busy-intervals'
import { syncConnection, syncDueConnections } from '#features/calendar/calendar-sync/sync-connection'
import { type House, openHouse, type Person, startApp } from '../../../harness/house.ts'
import { findRadicaleProblem, type Radicale, startRadicale } from '../../../peers/radicale.ts'
import { startTlsReceiver, type TlsReceiver } from '../../../peers/tls-receiver.ts'
import { event, ics, override, westEurope } from '../calendar-sync/ics.ts'

const missing = findRadicaleProblem()
if (missing) console.warn(`Skipped: calendars elsewhere. ${missing}`)

describe.skipIf(missing !== null)('calendar connection', () => {
  let started: Awaited<ReturnType<typeof startApp>>
  let server: Radicale
  let double: TlsReceiver
  let at: House
  beforeAll(async () => {
    const env = { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128' }
    ;[started, server, double] = await Promise.all([startApp({ env }), startRadicale(), startTlsReceiver()])
    at = await openHouse(started.app)
  }, 60_000)
  afterAll(async () => {
    await Promise.all([started?.stop(), server?.close(), double?.close()])
  })

  const account = (more: object = {}) => ({ url: server.url, username: 'anna', password: 'geheim', ...more })
  const connect = (who: Person, more: object = {}) => who.rest('POST', '/calendar/connections', account(more))

  /** A member whose calendar is connected with a new one of anna's. */
  async function connected(more: object = {}) {
    const house = await openHouse(started.app)
    const slug = `k${randomUUID().slice(0, 8)}`
    await server.calendar(slug, slug)
    const who = house.member
    const answer = await connect(who, { calendars: [slug], ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const connectionId: string = answer.body.id
    const { organizationId } = house
    const path = (uid: string) => `/anna/${slug}/${uid}.ics`
    return {
      ...{ house, slug, who, connectionId },
      sync: () => syncConnection(started.app.services, { organizationId, connectionId }),
      async shown() {
        const { body } = await who.rest('GET', '/calendar/connections')
        return body.connections.find(({ id }: { id: string }) => id === connectionId)
      },
      /** What the member's calendar shows in June 2031. */
      async june(reader: Person = who) {
        const window = 'from=2031-06-01T00:00:00Z&to=2031-07-01T00:00:00Z'
        const { body } = await reader.rest('GET', `/calendar/events?${window}&user_id=${who.id}`)
        return body.events
      },
      put: (uid: string, text: string) => server.put(path(uid), text),
      take: (uid: string) => server.send('DELETE', path(uid)),
      objects: () => server.objects(slug),
      /** The one object there that tells of this. */
      async object(title: string) {
        const found = [...(await server.objects(slug))].filter(([, text]) => text.includes(`SUMMARY:${title}`))
        expect(found.map(([, text]) => text)).toHaveLength(1)
        return found[0]?.[1].replaceAll('\r\n ', '') ?? ''
      },
      create: async (more: object = {}) => {
        const made = await who.rest('POST', '/calendar/events', {
          ...{ title: 'Hier', start_time: '2031-06-10T09:00:00Z', end_time: '2031-06-10T10:00:00Z', ...more },
        })
        expect(made.status, JSON.stringify(made.body)).toBe(201)
        return made.body
      },
      set: (id: string, body: object) => who.rest('PUT', `/calendar/events/${id}`, body),
      query: async (text: string, ...values: unknown[]) =>
        (await started.app.system.query(text, [connectionId, ...values])).rows,
    }
  }
  const titles = (events: { title: string }[]) => events.map(({ title }) => title).sort()

  describe('connecting', () => {
    test('finds the calendars and never shows the password', async () => {
      await server.calendar('privat', 'Privat')
      await server.calendar('2026', '2026')
      const { body, status } = await connect(at.member, { calendars: ['Privat', '2026'], write_calendar: '2026' })
      expect(status).toBe(201)
      expect(body).toMatchObject({ url: server.url, username: 'anna', state: 'waiting', last_error: null, failures: 0 })
      expect(
        body.calendars
          .map(({ name, writes_here }: { name: string; writes_here: boolean }) => [name, writes_here])
          .sort(),
      ).toEqual([
        ['2026', true],
        ['Privat', false],
      ])
      const { rows } = await started.app.system.query('select * from calendar_connections where id = $1', [body.id])
      expect(Buffer.from(rows[0].sealed_password).toString('latin1')).not.toContain('geheim')
      const list = (await at.member.rest('GET', '/calendar/connections')).raw.toString()
      expect(JSON.stringify([body, list, rows])).not.toContain('geheim')
      const again = await connect(at.member)
      expect([again.status, again.body.error]).toEqual([409, 'conflict'])
      for (const [who, wanted] of [
        [at.viewer, 403],
        [at.accountant, 403],
        [at.owner, 404],
      ] as const) {
        expect((await who.rest('POST', `/calendar/connections/${body.id}/sync`)).status).toBe(wanted)
        expect((await who.rest('DELETE', `/calendar/connections/${body.id}`)).status).toBe(wanted)
      }
      expect((await at.owner.rest('GET', '/calendar/connections')).body).toEqual({ connections: [], total: 0 })
      const one = await connect(at.owner, { url: `${server.url}/anna/privat/` })
      expect(one.body.calendars).toEqual([{ url: `${server.url}/anna/privat/`, name: 'Privat', writes_here: true }])
      const wellKnown = await connect(at.admin, { url: `${server.url}/irgendwo`, calendars: ['Privat'] })
      expect(wellKnown.body.calendars).toHaveLength(1)
    })

    test('is audited without the path of the URL', async () => {
      const { house, who, connectionId } = await connected()
      await who.rest('PUT', `/calendar/connections/${connectionId}`, { all_day: 'ignored' })
      await who.rest('DELETE', `/calendar/connections/${connectionId}`)
      const { body } = await house.owner.rest('GET', `/audit-log?resource_id=${connectionId}`)
      expect(body.entries).toMatchObject([
        { action: 'calendar_connection.deleted', actor: { id: who.id }, after: null },
        { action: 'calendar_connection.updated', before: { all_day: 'blocks' }, after: { all_day: 'ignored' } },
        { action: 'calendar_connection.created', before: null, after: { username: 'anna' } },
      ])
      expect(body.entries[2].after.url).toMatch(/^https:\/\/[^/]+\/… \(SHA-256 [0-9a-f]{8}\)$/)
    })

    test('is preceded by a discovery that stores nothing', async () => {
      await server.calendar('auswahl', 'Auswahl')
      const find = (who: Person, more: object = {}) => who.rest('POST', '/calendar/connections/find', account(more))
      const { status, body } = await find(at.owner)
      expect([status, body.calendars]).toEqual([
        200,
        expect.arrayContaining([{ url: `${server.url}/anna/auswahl/`, name: 'Auswahl', writable: true }]),
      ])
      const refused = await find(at.owner, { password: 'falsch' })
      expect([refused.status, refused.body.field]).toEqual([422, 'password'])
      expect((await find(at.owner, { url: 'https://10.0.0.1/' })).status).toBe(422)
      expect((await find(at.viewer)).status).toBe(403)
    })
    test('never sends a password to another server during concurrent discoveries', async () => {
      const find = (who: Person, more: object = {}) =>
        who.rest('POST', '/calendar/connections/find', account({ url: double.url, ...more }))
      const seen = double.all.length
      double.answer('hang')
      const asked = Array.from({ length: 23 }, (_, n) => find(at.member, { username: `a${n}` }))
      // Two are under way, twenty wait, and one is too many.
      expect((await Promise.race(asked)).status).toBe(503)
      await expect.poll(() => double.all.length - seen).toBe(2)
      const one = '<d:response><d:href>/a/</d:href></d:response>'
      const body = `<d:multistatus xmlns:d="DAV:">${one.repeat(6000)}</d:multistatus>`
      double.answer({ status: 207, headers: { 'content-type': 'application/xml' }, body })
      double.drop()
      const answers = await Promise.all(asked)
      expect(answers.filter(({ status }) => status !== 422)).toHaveLength(1)
      // Which of them is one too many is left to the sockets they came by.
      const known = answers.filter(({ status }) => status === 422).map(({ body }) => body.message)
      expect(known).toContain('Der Kalender enthält mehr, als abgeglichen wird.')
      double.answer(({ path }) =>
        path === '/x' ? { status: 404 } : { status: 302, headers: { location: `https://127.0.0.1:${double.port}/x` } },
      )
      expect((await find(at.member)).status).toBe(422)
      const led = double.all.slice(seen).filter(({ path }) => path === '/x')
      expect(led.map(({ headers }) => headers.authorization)).toEqual(led.map(() => undefined))
      expect(led).not.toEqual([])
    })

    test('names the field that is wrong with the account', async () => {
      const refused = async (more: object, answer?: Parameters<TlsReceiver['answer']>[0]) => {
        double.answer(answer ?? { status: 404 })
        const { status, body } = await connect(at.owner, more)
        return [status, body.field, body.message]
      }
      expect(await refused({ password: 'falsch' })).toEqual([
        422,
        'password',
        'Der Server lehnt Benutzername oder Passwort ab.',
      ])
      expect(await refused({ url: double.url })).toEqual([
        422,
        'url',
        'Unter dieser Adresse antwortet kein CalDAV-Server.',
      ])
      expect((await refused({ url: double.url }, { status: 200, body: '<html>Guten Tag</html>' }))[2]).toMatch(
        /kein CalDAV/,
      )
      expect((await refused({ url: double.url }, 'garbage')).slice(0, 2)).toEqual([422, 'url'])
      expect((await refused({ url: double.url }, { status: 500 })).slice(0, 2)).toEqual([422, 'url'])
      expect((await refused({ url: 'https://10.0.0.1/' })).slice(0, 2)).toEqual([422, 'url'])
      expect((await refused({ url: 'http://example.com/' })).slice(0, 2)).toEqual([422, 'url'])
      for (const location of ['https://169.254.169.254/', 'http://localhost:1/', 'https://192.168.0.1/dav/']) {
        const answer = { status: 301, headers: { location } }
        const [status, field, message] = await refused({ url: double.url }, answer)
        expect([status, field]).toEqual([422, 'url'])
        expect(message).toMatch(/nicht öffentlich|keine https-Adresse/)
      }
      // What takes the parser of XML the square of its size is not parsed.
      const xml = (inside: string) => ({
        ...{ status: 207, headers: { 'content-type': 'application/xml' } },
        body: `<multistatus xmlns="DAV:"><response><href>/hook</href>${inside}</response></multistatus>`,
      })
      const propstat = (inside: string) => `<propstat><prop>${inside}</prop></propstat>`
      const many = Array.from({ length: 20_000 }, (_, index) => `<a${index}>x</a${index}>`)
      const began = performance.now()
      for (const inside of [propstat(many.join('')), many.map(propstat).join(''), '<a'.repeat(500_000)])
        expect((await refused({ url: double.url }, xml(inside))).slice(0, 2)).toEqual([422, 'url'])
      expect(performance.now() - began).toBeLessThan(15_000)
      // What no database keeps is left out.
      const type = '<resourcetype><calendar xmlns="urn:ietf:params:xml:ns:caldav"/></resourcetype>'
      double.answer(xml(propstat(`<displayname>Ar\0bei\u000bt</displayname>${type}`)))
      const unnamed = await connect(at.owner, { url: double.url })
      expect(unnamed.body.calendars).toMatchObject([{ name: 'Arbeit' }])
      expect((await at.owner.rest('DELETE', `/calendar/connections/${unnamed.body.id}`)).status).toBe(204)
      await server.calendar('da', 'Da')
      expect(await refused({ calendars: ['Keiner'] })).toEqual([422, 'calendars.0', expect.stringContaining('Da')])
      expect((await refused({ write_calendar: 'Keiner' })).slice(0, 2)).toEqual([422, 'write_calendar'])
    })
  })

  test('pulls events, series, zones and all-day events, and skips unreadable objects', async () => {
    const { put, sync, june, shown, who, house, connectionId } = await connected()
    await put(
      'einzeln',
      event({ SUMMARY: 'Einzeln', 'DTSTART;TZID=Europe/Berlin': '20310602T090000', DURATION: 'PT90M' }),
    )
    await put('utc', event({ SUMMARY: 'UTC', DTSTART: '20310602T120000Z', DTEND: '20310602T130000Z' }))
    await put('tag', event({ SUMMARY: 'Tag', 'DTSTART;VALUE=DATE': '20310603' }))
    await put('tage', event({ SUMMARY: 'Tage', 'DTSTART;VALUE=DATE': '20310604', 'DTEND;VALUE=DATE': '20310606' }))
    await put(
      'windows',
      ics(
        westEurope('W. Europe Standard Time'),
        ['BEGIN:VEVENT', 'UID:windows', 'DTSTAMP:20310101T000000Z', 'SUMMARY:Windows'].join('\r\n'),
        'DTSTART;TZID=W. Europe Standard Time:20310605T100000\r\nDTEND;TZID=W. Europe Standard Time:20310605T110000\r\nEND:VEVENT',
      ),
    )
    await put(
      'eigen',
      ics(
        westEurope('Customized Time Zone'),
        'BEGIN:VEVENT\r\nUID:eigen\r\nDTSTAMP:20310101T000000Z\r\nSUMMARY:Eigene Zone\r\nDTSTART;TZID=Customized Time Zone:20310605T120000\r\nDTEND;TZID=Customized Time Zone:20310605T130000\r\nEND:VEVENT',
      ),
    )
    await put(
      'frei',
      event({ SUMMARY: 'Frei', DTSTART: '20310606T080000Z', DTEND: '20310606T090000Z', TRANSP: 'TRANSPARENT' }),
    )
    await put(
      'abgesagt',
      event({ SUMMARY: 'Abgesagt', DTSTART: '20310606T080000Z', DTEND: '20310606T090000Z', STATUS: 'CANCELLED' }),
    )
    await put(
      'serie',
      event(
        {
          UID: 'serie',
          SUMMARY: 'Serie',
          'DTSTART;TZID=Europe/Berlin': '20310609T090000',
          'DTEND;TZID=Europe/Berlin': '20310609T100000',
          RRULE: 'FREQ=WEEKLY;COUNT=3',
          'EXDATE;TZID=Europe/Berlin': '20310616T090000',
          'RDATE;TZID=Europe/Berlin': '20310625T150000',
        },
        override({
          'RECURRENCE-ID;TZID=Europe/Berlin': '20310623T090000',
          SUMMARY: 'Serie verlegt',
          'DTSTART;TZID=Europe/Berlin': '20310624T110000',
          'DTEND;TZID=Europe/Berlin': '20310624T113000',
        }),
      ),
    )
    await put('alt', event({ SUMMARY: 'Alt', DTSTART: '20100602T120000Z', DTEND: '20100602T130000Z' }))
    await put(
      'zuviel',
      event({ SUMMARY: 'Zuviel', DTSTART: '20310602T120000Z', DTEND: '20310602T120100Z', RRULE: 'FREQ=MINUTELY' }),
    )
    await sync()
    const events = await june()
    const found = events.map((each: Record<string, string | boolean>) => [each.title, each.start_time, each.end_time])
    const utc = (day: string, from: string, to: string) => [
      `2031-06-${day}T${from}:00.000Z`,
      `2031-06-${day}T${to}:00.000Z`,
    ]
    expect(found).toEqual([
      ['Einzeln', ...utc('02', '07:00', '08:30')],
      ['UTC', ...utc('02', '12:00', '13:00')],
      ['Tag', '2031-06-02T22:00:00.000Z', '2031-06-03T22:00:00.000Z'],
      ['Tage', '2031-06-03T22:00:00.000Z', '2031-06-05T22:00:00.000Z'],
      ['Windows', ...utc('05', '08:00', '09:00')],
      ['Eigene Zone', ...utc('05', '10:00', '11:00')],
      ['Frei', ...utc('06', '08:00', '09:00')],
      ['Serie', ...utc('09', '07:00', '08:00')],
      ['Serie verlegt', ...utc('24', '09:00', '09:30')],
      ['Serie', ...utc('25', '13:00', '14:00')],
    ])
    expect(events.filter(({ busy }: { busy: boolean }) => !busy).map(({ title }: { title: string }) => title)).toEqual([
      'Frei',
    ])
    expect(await shown()).toMatchObject({ state: 'synced', problems: 1, last_error: null })
    // Neither what is told of it nor what is recorded says more to others.
    for (const path of [
      '/events',
      '/audit-log',
      '/search?q=Einzeln',
      '/calendar/events?q=Einzeln&from=2031-06-01T00:00:00Z&to=2031-07-01T00:00:00Z',
    ]) {
      const { status, raw } = await house.owner.rest('GET', path)
      expect([path, status, /Einzeln|verlegt|Windows/.test(raw.toString())]).toEqual([path, 200, false])
    }
    // Others see when, and no more; they do not book its time either.
    const others = await june(house.owner)
    expect(new Set(titles(others))).toEqual(new Set(['Belegt']))
    const booked = await house.owner.rest('POST', `/calendar/events/${events[0].id}/time-entry`, {})
    expect(booked.status).toBe(403)
    await sync()
    expect(await june()).toEqual(events)
    // What is busy keeps the member from being booked, whole days too; what is free does not.
    const [from, to] = [Date.parse('2031-06-01T00:00:00Z'), Date.parse('2031-07-01T00:00:00Z')]
    const busy = () =>
      operateAsSystem(started.app.services, who.organizationId, (context) =>
        readBusyIntervals(context, [who.id], { from, to }),
      )
    expect(await busy()).toHaveLength(found.length - 1)
    const set = (by: Person, all_day: string) => by.rest('PUT', `/calendar/connections/${connectionId}`, { all_day })
    expect((await set(who, 'ignored')).body).toMatchObject({ id: connectionId, all_day: 'ignored' })
    expect(await busy()).toHaveLength(found.length - 3)
    expect((await set(house.owner, 'blocks')).status).toBe(404)
    expect((await set(house.viewer, 'blocks')).status).toBe(403)
    expect((await set(who, 'vielleicht')).status).toBe(422)
    expect((await set(who, 'blocks')).body.all_day).toBe('blocks')
    expect(await busy()).toHaveLength(found.length - 1)
  })

  test('sets busy by each occurrence', async () => {
    const { put, sync, june, who } = await connected()
    const at9 = (day: string) => ({ DTSTART: `${day}T090000Z`, DTEND: `${day}T100000Z` })
    const named = (day: string) => ({ 'RECURRENCE-ID': `${day}T090000Z`, ...at9(day) })
    const weekly = { RRULE: 'FREQ=WEEKLY;COUNT=3' }
    await put(
      'frei',
      event(
        { UID: 'frei', SUMMARY: 'Frei', ...at9('20310602'), ...weekly, TRANSP: 'TRANSPARENT' },
        override({ ...named('20310609'), SUMMARY: 'Frei', TRANSP: 'OPAQUE' }),
      ),
    )
    await put(
      'abgelehnt',
      event(
        { UID: 'abgelehnt', SUMMARY: 'Zugesagt', ...at9('20310603'), ...weekly },
        override({ ...named('20310610'), SUMMARY: 'Zugesagt', 'ATTENDEE;PARTSTAT=DECLINED': 'mailto:anna' }),
      ),
    )
    await sync()
    const shown = (await june()).map((each: Record<string, unknown>) => [
      String(each.start_time).slice(8, 10),
      each.busy,
    ])
    expect(Object.fromEntries(shown)).toEqual({
      ...{ '02': false, '09': true, 16: false, '03': true, 10: false, 17: true },
    })
    const window = { from: Date.parse('2031-06-01T00:00:00Z'), to: Date.parse('2031-07-01T00:00:00Z') }
    const busy = await operateAsSystem(started.app.services, who.organizationId, (context) =>
      readBusyIntervals(context, [who.id], window),
    )
    expect(busy.map(({ from }) => new Date(from).toISOString().slice(8, 10)).sort()).toEqual(['03', '09', '17'])
  })

  test('pushes new, changed and deleted events and keeps other properties', async () => {
    const { create, set, sync, objects, object, june, who, put } = await connected()
    const made = await create({
      title: 'Hier',
      description: 'Worum',
      location: 'Büro',
      attendee_emails: ['gast@kontor.example'],
    })
    const mails = async () =>
      (
        await started.app.system.query('select count(*)::int as n from mails where organization_id = $1', [
          who.organizationId,
        ])
      ).rows[0].n
    const before = await mails()
    await sync()
    expect((await objects()).size).toBe(1)
    const text = await object('Hier')
    expect(text).toMatch(/^BEGIN:VCALENDAR/)
    for (const line of [`UID:${made.id}@kontor`, 'DTSTART:20310610T090000Z', 'DESCRIPTION:Worum', 'LOCATION:Büro'])
      expect(text).toContain(line)
    // Whom Kontor has mailed, the other server is not to mail once more.
    expect(text).not.toMatch(/ATTENDEE|ORGANIZER|METHOD/)
    await sync()
    expect(titles(await june())).toEqual(['Hier'])
    expect(await mails()).toBe(before)
    // An alarm that the phone has set stays.
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Los\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\nEND:VEVENT'
    await put(made.id, text.replace('END:VEVENT', alarm))
    await set(made.id, { title: 'Später', start_time: '2031-06-11T09:00:00Z', end_time: '2031-06-11T10:00:00Z' })
    await sync()
    const changed = await object('Später')
    for (const line of ['DTSTART:20310611T090000Z', 'TRIGGER:-PT15M', 'DESCRIPTION:Worum'])
      expect(changed).toContain(line)
    expect(titles(await june())).toEqual(['Später'])
    await sync()
    expect(await object('Später')).toBe(changed)
    await who.rest('DELETE', `/calendar/events/${made.id}`)
    await sync()
    expect((await objects()).size).toBe(0)
    expect(await june()).toEqual([])
  })

  test('pushes series with changed occurrences', async () => {
    const { create, set, sync, object, june, who } = await connected()
    const series = await create({ title: 'Reihe', recurrence: 'FREQ=WEEKLY;COUNT=3', timezone: 'Europe/Berlin' })
    await sync()
    const [, second, third] = await june()
    await set(series.id, { occurrence_start: second.occurrence_start, title: 'Andere', location: 'Saal' })
    await who.rest('DELETE', `/calendar/events/${series.id}?occurrence_start=${third.occurrence_start}`)
    await sync()
    const text = await object('Reihe')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    for (const line of [
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'SUMMARY:Andere',
      'RECURRENCE-ID;TZID=Europe/Berlin:20310617T110000',
    ])
      expect(text).toContain(line)
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20310624T110000')
    await sync()
    expect(titles(await june())).toEqual(['Andere', 'Reihe'])
  })

  test('pulls moved, changed and deleted events', async () => {
    const { create, put, take, sync, object, june, who, slug } = await connected()
    const made = await create({ title: 'Hier' })
    await put('dort', event({ UID: 'dort', SUMMARY: 'Dort', DTSTART: '20310612T080000Z', DTEND: '20310612T090000Z' }))
    await sync()
    const [ours, theirs] = [await object('Hier'), await object('Dort')]
    await put(
      made.id,
      ours.replace('20310610T090000Z', '20310613T090000Z').replace('20310610T100000Z', '20310613T103000Z'),
    )
    await put('dort', theirs.replace('SUMMARY:Dort', 'SUMMARY:Dort anders'))
    await sync()
    const june1 = await june()
    expect(
      june1.map(({ title, start_time, end_time }: Record<string, string>) => [title, start_time, end_time]),
    ).toEqual([
      ['Dort anders', '2031-06-12T08:00:00.000Z', '2031-06-12T09:00:00.000Z'],
      ['Hier', '2031-06-13T09:00:00.000Z', '2031-06-13T10:30:00.000Z'],
    ])
    expect(june1.map(({ id }: { id: string }) => id)).toContain(made.id)
    // What came from there is changed from here as well.
    const { id } = june1[0]
    expect((await who.rest('PUT', `/calendar/events/${id}`, { location: 'Garten' })).status).toBe(200)
    await sync()
    expect(await object('Dort anders')).toContain('LOCATION:Garten')
    await take(made.id)
    await who.rest('DELETE', `/calendar/events/${id}`)
    await sync()
    expect(await june()).toEqual([])
    expect((await server.objects(slug)).size).toBe(0)
  })

  test('keeps both versions after conflicting changes', async () => {
    const { create, set, put, take, sync, object, june, objects, who } = await connected()
    const merged = await create({ title: 'Beides' })
    const disputed = await create({
      title: 'Streit',
      start_time: '2031-06-20T09:00:00Z',
      end_time: '2031-06-20T10:00:00Z',
    })
    const saved = await create({
      title: 'Gerettet',
      start_time: '2031-06-21T09:00:00Z',
      end_time: '2031-06-21T10:00:00Z',
    })
    const revived = await create({
      title: 'Lebt',
      start_time: '2031-06-22T09:00:00Z',
      end_time: '2031-06-22T10:00:00Z',
    })
    await sync()
    await put(merged.id, (await object('Beides')).replace('T090000Z', 'T080000Z'))
    await set(merged.id, { description: 'Von hier' })
    await put(disputed.id, (await object('Streit')).replace('SUMMARY:Streit', 'SUMMARY:Von dort'))
    await set(disputed.id, { title: 'Von hier' })
    await take(saved.id)
    await set(saved.id, { title: 'Gerettet, geändert' })
    await put(revived.id, (await object('Lebt')).replace('SUMMARY:Lebt', 'SUMMARY:Lebt weiter'))
    expect((await who.rest('DELETE', `/calendar/events/${revived.id}`)).status).toBe(204)
    await sync()
    await sync()
    await sync()
    const events = await june()
    expect(titles(events)).toEqual([
      'Beides',
      'Gerettet, geändert',
      'Lebt weiter',
      'Von dort (Fassung des anderen Kalenders)',
      'Von hier',
    ])
    expect(events.find(({ id }: { id: string }) => id === merged.id)).toMatchObject({
      start_time: '2031-06-10T08:00:00.000Z',
      description: 'Von hier',
    })
    expect((await objects()).size).toBe(5)
    for (const title of ['Von hier', 'Von dort', 'Gerettet\\, geändert']) await object(title)
    expect(await object('Beides')).toContain('DESCRIPTION:Von hier')
  })

  test('notifies attendees once of a change pulled from the server', async () => {
    const { create, put, sync, object, who } = await connected()
    const made = await create({ title: 'Mit Gast', attendee_emails: ['gast@kontor.example'] })
    await sync()
    const told = async () => {
      const { rows } = await started.app.system.query<{ kind: string }>(
        'select kind from mails where organization_id = $1 order by created_at',
        [who.organizationId],
      )
      return rows.map(({ kind }) => kind)
    }
    expect(await told()).toEqual(['calendar_invited'])
    await put(made.id, (await object('Mit Gast')).replaceAll('20310610T', '20310611T'))
    await sync()
    await sync()
    expect(await told()).toEqual(['calendar_invited', 'calendar_changed'])
    expect((await who.rest('GET', `/calendar/events/${made.id}`)).body.start_time).toBe('2031-06-11T09:00:00.000Z')
  })

  test('recognizes an event that was moved between calendars, also after reconnecting', async () => {
    const other = `k${randomUUID().slice(0, 8)}`
    await server.calendar(other, other)
    const slug = `k${randomUUID().slice(0, 8)}`
    await server.calendar(slug, slug)
    const calendars = { calendars: [slug, other], write_calendar: slug }
    const { create, sync, june, who, house, connectionId } = await connected(calendars)
    const made = await create({ title: 'Zieht um', project_id: null })
    await create({ title: 'Bleibt', start_time: '2031-06-12T09:00:00Z', end_time: '2031-06-12T10:00:00Z' })
    await sync()
    const [from, to] = [slug, other].map((each) => `/anna/${each}/${made.id}.ics`) as [string, string]
    const { text } = await server.send('GET', from)
    await server.put(to, text.replace('Zieht um', 'Umgezogen'))
    await server.send('DELETE', from)
    await sync()
    expect((await june()).map(({ id, title }: Record<string, string>) => [id, title])[0]).toEqual([
      made.id,
      'Umgezogen',
    ])
    expect((await who.rest('DELETE', `/calendar/connections/${connectionId}`)).status).toBe(204)
    await who.rest('PUT', `/calendar/events/${made.id}`, { title: 'Inzwischen anders' })
    const again = (await connect(who, calendars)).body
    const { organizationId } = house
    for (let round = 0; round < 3; round++)
      await syncConnection(started.app.services, { organizationId, connectionId: again.id })
    expect(titles(await june())).toEqual(['Bleibt', 'Inzwischen anders', 'Umgezogen (Fassung des anderen Kalenders)'])
    const there = [...(await server.objects(slug)).values(), ...(await server.objects(other)).values()].join()
    expect(there.match(/SUMMARY/g)).toHaveLength(3)
  })

  test("does not duplicate Kontor's own invitations", async () => {
    const { put, sync, june, house, who } = await connected()
    const { body } = await who.rest('GET', `/members/${who.id}`)
    const made = await house.owner.rest('POST', '/calendar/events', {
      ...{ title: 'Einladung', start_time: '2031-06-10T09:00:00Z', end_time: '2031-06-10T10:00:00Z' },
      attendee_emails: [body.email],
    })
    const times = { DTSTART: '20310610T090000Z', DTEND: '20310610T100000Z' }
    await put('einladung', event({ UID: `${made.body.id}@kontor`, SUMMARY: 'Einladung', ...times }))
    await sync()
    expect((await june()).map(({ id }: { id: string }) => id)).toEqual([made.body.id])
  })

  test('does not move a booked event', async () => {
    const { create, put, take, sync, object, june, query } = await connected()
    const made = await create({ title: 'Gebucht' })
    await query('update calendar_events set booking_id = $1 where id = $2', made.id)
    await sync()
    await put(
      made.id,
      (await object('Gebucht')).replaceAll('20310610T', '20310611T').replace('SUMMARY:Gebucht', 'SUMMARY:Umbenannt'),
    )
    await sync()
    expect(await june()).toMatchObject([{ title: 'Umbenannt', start_time: '2031-06-10T09:00:00.000Z' }])
    await sync()
    expect(await object('Umbenannt')).toContain('DTSTART:20310610T090000Z')
    await take(made.id)
    await sync()
    expect(await object('Umbenannt')).toContain('DTSTART:20310610T090000Z')
    expect(await june()).toHaveLength(1)
  })

  test('reads everything again after an expired token, without duplicates', async () => {
    const { put, take, sync, june, query, shown, create } = await connected()
    for (const name of ['a', 'b', 'c'])
      await put(name, event({ UID: name, SUMMARY: name, DTSTART: '20310612T080000Z', DTEND: '20310612T090000Z' }))
    await create({ title: 'Hier' })
    await sync()
    await sync()
    const [{ tokens }] = await query('select tokens from calendar_connections where id = $1')
    const stale = JSON.stringify(tokens).replaceAll(/sync\/[0-9a-f]+/g, `sync/${'0'.repeat(64)}`)
    expect(stale).not.toBe(JSON.stringify(tokens))
    await query('update calendar_connections set tokens = $2 where id = $1', stale)
    await take('a')
    await put('d', event({ UID: 'd', SUMMARY: 'd', DTSTART: '20310612T080000Z', DTEND: '20310612T090000Z' }))
    await sync()
    expect(titles(await june())).toEqual(['Hier', 'b', 'c', 'd'])
    expect(await shown()).toMatchObject({ state: 'synced' })
    // What a crash left unsaid after it was written is known again by its UID.
    await query('delete from calendar_objects where connection_id = $1')
    await query(`update calendar_connections set tokens = '{}' where id = $1`)
    await sync()
    await sync()
    expect(titles(await june())).toEqual(['Hier', 'b', 'c', 'd'])
  })

  test('lists unreadable objects and retries them with a later version', async () => {
    const { put, sync, june, query, shown } = await connected()
    const times = { 'DTSTART;TZID=Nirgends': '20310612T080000', DURATION: 'PT1H' }
    const good = event({ UID: 'a', SUMMARY: 'Lesbar', DTSTART: '20310612T080000Z', DURATION: 'PT1H' })
    await put('a', good)
    await put('b', event({ UID: 'b', SUMMARY: 'Unlesbar', ...times }))
    await sync()
    const entry = { title: 'Unlesbar', date: '2031-06-12', object: 'b.ics' }
    expect(await shown()).toMatchObject({ problems: 1, problem_entries: [entry] })
    expect(titles(await june())).toEqual(['Lesbar'])
    // As an earlier reader left it that could read nothing: nothing changes there.
    const unread = (reader: string) =>
      query(
        `update calendar_objects set problem = jsonb_build_object('reader', $2::text), event_id = null, version = null,
           here = '{}', there = '{}', is_problem = true where connection_id = $1 and url like '%/a.ics'`,
        reader,
      )
    await query(`delete from calendar_events where connection_id = $1`)
    const [{ problem }] = await query(
      `select problem from calendar_objects where connection_id = $1 and problem is not null`,
    )
    await unread(problem.reader)
    await sync()
    expect(await june()).toEqual([])
    await unread('an earlier one')
    await sync()
    expect(titles(await june())).toEqual(['Lesbar'])
    expect(await shown()).toMatchObject({ problems: 1, problem_entries: [entry] })
    // Once it can be read it is named no more.
    await put('b', good.replaceAll('UID:a', 'UID:b'))
    await sync()
    expect(await shown()).toMatchObject({ problems: 0, problem_entries: [] })
  })

  test('deletes nothing if the calendar is suddenly empty or gone', async () => {
    const { put, take, sync, june, shown, slug } = await connected()
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const name of names)
      await put(name, event({ UID: name, SUMMARY: name, DTSTART: '20310612T080000Z', DTEND: '20310612T090000Z' }))
    await sync()
    for (const name of names) await take(name)
    await sync()
    expect(await june()).toHaveLength(6)
    expect(await shown()).toMatchObject({ state: 'failing', last_error: expect.stringContaining('leer') })
    await server.send('DELETE', `/anna/${slug}/`)
    await sync()
    expect(await june()).toHaveLength(6)
    expect(await shown()).toMatchObject({ last_error: 'Den Kalender gibt es auf dem Server nicht mehr.', failures: 2 })
  })

  test('shows failures and retries with growing pauses', async () => {
    const { sync, shown, query, create, slug, who } = await connected()
    const real = `${server.url}/anna/${slug}/`
    const pretend = (url: string) =>
      query(
        `update calendar_connections set calendars = replace(calendars::text, $2, $3)::jsonb where id = $1`,
        real,
        url,
      )
    await sync()
    const { last_synced_at } = await shown()
    await pretend(double.url)
    double.answer({ status: 503 })
    const pauses: number[] = []
    for (let round = 0; round < 3; round++) {
      const began = Date.now()
      await sync()
      pauses.push(Math.round((Date.parse((await shown()).next_sync_at) - began) / 60_000))
    }
    expect(pauses).toEqual([5, 10, 20])
    expect(await shown()).toMatchObject({
      state: 'failing',
      failures: 3,
      last_error: 'Der Server meldet einen Fehler.',
      last_synced_at,
    })
    double.answer({ status: 401 })
    await sync()
    expect((await shown()).last_error).toBe('Der Server lehnt Benutzername oder Passwort ab.')
    double.answer({ status: 302, headers: { location: 'https://10.1.2.3/' } })
    await sync()
    expect((await shown()).last_error).toBe('Die Adresse ist nicht öffentlich.')
    double.answer('reset')
    await sync()
    expect((await shown()).state).toBe('failing')
    // While one waits for its server, another sync does nothing, and events are made.
    double.answer('hang')
    const seen = double.all.length
    const hanging = sync()
    await expect.poll(() => double.all.length).toBe(seen + 1)
    await sync()
    await create()
    expect(double.all.length).toBe(seen + 1)
    await query(
      `update calendar_connections set calendars = replace(calendars::text, $2, $3)::jsonb where id = $1`,
      double.url,
      real,
    )
    const asked = await who.rest('POST', `/calendar/connections/${(await shown()).id}/sync`)
    expect(asked.status).toBe(200)
    double.drop()
    await hanging
    // What was asked for meanwhile is due.
    expect(Date.parse((await shown()).next_sync_at)).toBeLessThanOrEqual(Date.now())
    await sync()
    expect(await shown()).toMatchObject({ state: 'synced', failures: 0, last_error: null })
  }, 20_000)

  test('is scheduled when it is due or its member has changed events', async () => {
    const { create, sync, query, who, shown } = await connected()
    const waiting = () =>
      query(
        `select id from pgboss.job where name = 'calendar-sync' and data ->> 'connectionId' = $1::text and state = 'created'`,
      )
    await sync()
    const before = (await waiting()).length
    await syncDueConnections(started.app.services, started.app.system)
    expect(await waiting()).toHaveLength(before)
    const made = await create()
    for (let minute = 0; minute < 2; minute++) await syncDueConnections(started.app.services, started.app.system)
    expect(await waiting()).toHaveLength(before + 1)
    await sync()
    await syncDueConnections(started.app.services, started.app.system)
    expect(await waiting()).toHaveLength(before + 1)
    await who.rest('DELETE', `/calendar/events/${made.id}`)
    await syncDueConnections(started.app.services, started.app.system)
    expect(await waiting()).toHaveLength(before + 2)
    // While slow servers keep three others of the organization busy it waits, and others' are synchronized.
    const { last_synced_at } = await shown()
    await query(
      `insert into calendar_connections (organization_id, id, created_at, updated_at, user_id, url, username, sealed_password,
         calendars, next_sync_at, syncing_until)
       select organization_id, gen_random_uuid(), now(), now(), user_id, url, 'langsam ' || n, sealed_password, calendars,
         next_sync_at, now() + interval '5 minutes' from calendar_connections, generate_series(1, 3) n where id = $1`,
    )
    await sync()
    expect((await shown()).last_synced_at).toBe(last_synced_at)
    expect(await waiting()).toHaveLength(before + 3)
  })

  test('deletes only its own events when it is disconnected', async () => {
    const { create, put, sync, june, objects, who, connectionId, house } = await connected()
    await create({ title: 'Hier' })
    await put('dort', event({ UID: 'dort', SUMMARY: 'Dort', DTSTART: '20310612T080000Z', DTEND: '20310612T090000Z' }))
    await sync()
    expect(titles(await june())).toEqual(['Dort', 'Hier'])
    expect((await who.rest('DELETE', `/calendar/connections/${connectionId}`)).status).toBe(204)
    await sync()
    expect(titles(await june())).toEqual(['Hier'])
    expect((await objects()).size).toBe(2)
    // Who leaves takes theirs along too.
    const again = await connect(who, { calendars: [(await objects()).keys().next().value?.split('/')[2]] })
    expect(again.status).toBe(201)
    expect((await house.owner.rest('DELETE', `/members/${who.id}`)).status).toBe(204)
  })

  // The last one: from now on jobs run by themselves.
  test('synchronizes as soon as it is connected', async () => {
    await started.app.work()
    const { put, shown, june, who, connectionId } = await connected()
    await expect.poll(async () => (await shown()).state, { timeout: 15_000 }).toBe('synced')
    await put('dort', event({ UID: 'dort', SUMMARY: 'Dort', DTSTART: '20310612T080000Z', DTEND: '20310612T090000Z' }))
    expect((await who.rest('POST', `/calendar/connections/${connectionId}/sync`)).status).toBe(200)
    await expect.poll(() => june(), { timeout: 15_000 }).toMatchObject([{ title: 'Dort' }])
  }, 40_000)
})
