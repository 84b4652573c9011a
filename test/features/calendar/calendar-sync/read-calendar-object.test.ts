import { describe, expect, test } from 'vitest'
import { UnreadableObject } from '#features/calendar/calendar-sync/ics/calendar-properties'
import {
  type RemoteEvent,
  readCalendarObject,
  readTitleAndDate,
} from '#features/calendar/calendar-sync/ics/read-calendar-object'
import { createCalendarObject, patchCalendarObject } from '#features/calendar/calendar-sync/ics/write-calendar-object'
import { expandOccurrences } from '#features/calendar/events/occurrences'
import { listStarts, normalizeRule } from '#features/calendar/events/recurrence'
import { readCpuTime } from '../../../harness/cpu-time.ts'
import { event, ics, override, westEurope } from './ics.ts'

// What other programs write, without a server in between.

const reader = { timezone: 'Europe/Berlin', emails: ['anna@kontor.example'] }
const read = async (text: string) => (await readCalendarObject(text, reader))?.event as RemoteEvent
const at = (zone: string) => ({
  [`DTSTART;TZID=${zone}`]: '20310602T090000',
  [`DTEND;TZID=${zone}`]: '20310602T100000',
})

describe('date-time', () => {
  for (const [named, zone, start] of [
    ['Europe/Berlin', 'Europe/Berlin', '07:00'],
    ['/freeassociation.sourceforge.net/America/New_York', 'America/New_York', '13:00'],
    ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', '12:00'],
    ['Eastern Standard Time', 'America/New_York', '13:00'],
    ['India Standard Time', /^Asia\/(Kolkata|Calcutta)$/, '03:30'],
    ['Eastern Standard Time 1', 'America/New_York', '13:00'],
    ['Europe/Kyiv', 'Europe/Kyiv', '06:00'],
    ['tzone://Microsoft/Utc', 'Europe/Berlin', '09:00'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Amsterdam', '07:00'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien"', 'Europe/Amsterdam', '07:00'],
    ['"(GMT+01:00) Sarajevo, Skopje, Warsaw, Zagreb"', /^Europe\//, '07:00'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', 'America/New_York', '13:00'],
    ['"(UTC-10:00) Hawaii"', 'Pacific/Honolulu', '19:00'],
    ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', 'Asia/Kolkata', '03:30'],
    ['"(UTC) Dublin, Edinburgh, Lisbon, London"', 'Europe/Dublin', '08:00'],
    ['"(UTC-02:00) Coordinated Universal Time-02"', 'Etc/GMT+2', '11:00'],
    ['"(UTC) Coordinated Universal Time"', 'Europe/Berlin', '09:00'],
    ['(GMT+01.00) Sarajevo/Skopje/Warsaw/Zagreb', /^Europe\//, '07:00'],
    ['(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', /^Europe\//, '06:00'],
    ['"GMT+02:00"', 'Etc/GMT-2', '07:00'],
    ['UTC+0530', 'Europe/Berlin', '03:30'],
  ] as const)
    test(`is understood in the zone "${named}"`, async () => {
      const found = await read(event({ SUMMARY: 'x', ...at(named) }))
      expect(found.timezone).toMatch(zone)
      expect(found.startTime.toISOString()).toBe(`2031-06-02T${start}:00.000Z`)
    })
  test("uses the member's time zone without TZID", async () => {
    const found = await read(event({ DTSTART: '20310602T090000', DTEND: '20310602T100000' }))
    expect(found).toMatchObject({ timezone: 'Europe/Berlin', startTime: new Date('2031-06-02T07:00:00Z'), title: '–' })
  })
  test('keeps UTC for a series in UTC', async () => {
    const found = await read(event({ DTSTART: '20310602T090000Z', DURATION: 'PT1H', RRULE: 'FREQ=DAILY' }))
    expect(found).toMatchObject({ timezone: 'UTC', recurrence: 'FREQ=DAILY' })
  })
  const own = westEurope('Böse')
  for (const [how, zone] of [
    ['without end', own.replaceAll(/FREQ=YEARLY[^\r]*/g, 'FREQ=SECONDLY')],
    ['on a 30th of February', own.replaceAll(/BYDAY=[^;]*;BYMONTH=10/g, 'BYMONTH=2;BYMONTHDAY=30')],
    ['on a second Sunday that is the first', own.replace('BYDAY=-1SU;BYMONTH=10', 'BYMONTH=3;BYDAY=2SU;BYMONTHDAY=1')],
    ['on a ninth Sunday', own.replaceAll('-1SU', '9SU')],
    [
      'hundreds of times',
      own.replace(
        'END:VTIMEZONE',
        `${own.slice(own.indexOf('BEGIN:STANDARD'), own.indexOf('BEGIN:DAYLIGHT')).repeat(290)}END:VTIMEZONE`,
      ),
    ],
  ] as const)
    test(`in a zone whose clocks change ${how} keeps nobody waiting`, async () => {
      const body = event({ SUMMARY: 'x', ...at('Böse') }).replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
      const before = readCpuTime()
      await expect(read(body)).rejects.toThrow(UnreadableObject)
      const found = await read(body.replaceAll(/;TZID=Böse/g, ''))
      await patchCalendarObject(body, { event: written(found), changed: [] }, ['when'], reader)
      expect(readCpuTime() - before).toBeLessThan(2000)
    })
})

test.each([
  ['zones that begin a bracket', `X-A${';TZID=(UTC'.repeat(12_000)}:x`],
  ['rules', Array(4000).fill('RRULE:FREQ=DAILY;BYSECOND=59').join('\r\n')],
  ['parameters', `X-A${';A=b'.repeat(30_000)}:x`],
])('an event of many %s keeps nobody waiting', async (_, lines) => {
  const body = event({ DTSTART: '20310602T090000Z' }).replace('END:VEVENT', `${lines}\r\nEND:VEVENT`)
  const before = readCpuTime()
  await readCalendarObject(body, reader).catch((error) => expect(error).toBeInstanceOf(UnreadableObject))
  expect(readCpuTime() - before).toBeLessThan(1000)
})

describe('zone described by its rules', () => {
  /** Clocks that are put forward on a day of March and back on one of October, at hours by the clock. */
  const rules = (tzid: string, [winter, summer]: [string, string], at: string, rule: { on: string; off: string }) =>
    [
      ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', `DTSTART:20001001T${at}`, `TZOFFSETFROM:${summer}`],
      ...[`TZOFFSETTO:${winter}`, `RRULE:FREQ=YEARLY;${rule.off}`, 'END:STANDARD', 'BEGIN:DAYLIGHT'],
      ...[`DTSTART:20000301T${at}`, `TZOFFSETFROM:${winter}`, `TZOFFSETTO:${summer}`, `RRULE:FREQ=YEARLY;${rule.on}`],
      ...['END:DAYLIGHT', 'END:VTIMEZONE'],
    ].join('\r\n')
  const last = { on: 'BYMONTH=3;BYDAY=-1SU', off: 'BYMONTH=10;BYDAY=-1SU' }
  const within = (zone: string, properties: Record<string, string>) =>
    event({ SUMMARY: 'x', ...properties }).replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
  test('converts exactly if no IANA zone matches', async () => {
    const own = rules('Eigene', ['+0200', '+0400'], '020000', { on: 'BYMONTH=4;BYDAY=1SU', off: 'BYMONTH=9;BYDAY=1SU' })
    const on = (day: string) => read(within(own, { 'DTSTART;TZID=Eigene': `${day}T120000`, DURATION: 'PT1H' }))
    expect((await on('20310602')).startTime.toISOString()).toBe('2031-06-02T08:00:00.000Z')
    expect((await on('20310402')).startTime.toISOString()).toBe('2031-04-02T10:00:00.000Z')
    expect((await on('20311202')).startTime.toISOString()).toBe('2031-12-02T10:00:00.000Z')
  })
  test('expands series exactly if no IANA zone matches', async () => {
    const own = rules('Eigene', ['+0200', '+0400'], '020000', { on: 'BYMONTH=4;BYDAY=1SU', off: 'BYMONTH=9;BYDAY=1SU' })
    const starts = async (more: Record<string, string>) => {
      const series = within(own, { 'DTSTART;TZID=Eigene': '20310602T120000', DURATION: 'PT1H', ...more })
      const { startTime, timezone, recurrence, occurrences, isCancelled } = await read(series)
      if (isCancelled) return []
      const [from, to] = ['2031-01-01T00:00:00Z', '2041-01-01T00:00:00Z'].map((each) => new Date(each))
      const event = {
        id: 'x',
        startTime,
        endTime: new Date(+startTime + 3_600_000),
        timezone,
        allDay: false,
        recurrence,
      }
      const changed = occurrences.map((each) => ({ ...each, eventId: 'x' }))
      const found = await expandOccurrences(event, changed, from as Date, to as Date)
      return found.map((each) => each.startTime.toISOString().slice(2, 13)).sort()
    }
    const monthly = await starts({ RRULE: 'FREQ=MONTHLY;COUNT=5' })
    expect(monthly).toEqual(['31-06-02T08', '31-07-02T08', '31-08-02T08', '31-09-02T08', '31-10-02T10'])
    expect(await starts({ RRULE: 'FREQ=MONTHLY;UNTIL=20311002T100000Z' })).toEqual(monthly)
    expect(await starts({ RRULE: 'FREQ=MONTHLY;UNTIL=20311002T095959Z' })).toEqual(monthly.slice(0, 4))
    expect(await starts({ RRULE: 'FREQ=MONTHLY;UNTIL=20310601T000000Z' })).toEqual([])
    const but = { 'EXDATE;TZID=Eigene': '20310702T120000,20311002T120000' }
    expect(await starts({ RRULE: 'FREQ=MONTHLY;COUNT=5', ...but })).toEqual([
      '31-06-02T08',
      '31-08-02T08',
      '31-09-02T08',
    ])
    expect(await starts({ RRULE: 'FREQ=WEEKLY' })).toHaveLength(500)
  })
  test('counts days and THISANDFUTURE changes in its local time', async () => {
    const own = rules('Eigene', ['+0200', '+0400'], '020000', { on: 'BYMONTH=4;BYDAY=1SU', off: 'BYMONTH=9;BYDAY=1SU' })
    const start = { 'DTSTART;TZID=Eigene': '20310906T120000' }
    const day = await read(within(own, { ...start, DURATION: 'P1D' }))
    expect(day.endTime.toISOString()).toBe('2031-09-07T10:00:00.000Z')
    const series = within(own, { ...start, RRULE: 'FREQ=DAILY;COUNT=4', DURATION: 'PT1H', UID: 'x' })
    const later = {
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Eigene': '20310908T120000',
      'DTSTART;TZID=Eigene': '20310907T090000',
    }
    const found = await read(
      series.replace('END:VCALENDAR', `${override({ ...later, DURATION: 'PT1H' })('x')}\r\nEND:VCALENDAR`),
    )
    expect(found.occurrences.map(({ startTime }) => startTime?.toISOString().slice(5, 16))).toEqual([
      ...['09-07T10:00', '09-07T07:00', '09-08T07:00'],
    ])
  })
  test('differs from zones that change at another hour', async () => {
    const named = async (at: string) =>
      (
        await read(
          within(rules('Finnland', ['+0200', '+0300'], at, last), { 'DTSTART;TZID=Finnland': '20310602T120000' }),
        )
      ).timezone
    expect(await named('030000')).not.toMatch(/Beirut/)
  })
  test("rejects an unknown zone instead of using the member's", async () => {
    for (const zone of ['Irgendwo', '"(UTC+02:00) Istanbul"', '"(UTC+01:00) Irgendwo, Nirgends"'])
      await expect(read(event({ SUMMARY: 'x', ...at(zone) }))).rejects.toThrow(UnreadableObject)
  })
})

const written = (found: RemoteEvent) => ({
  ...{ ...found, uid: 'x', sequence: 0, meetUrl: null, updatedAt: new Date('2031-01-01T00:00:00Z') },
})

test('treats transparent and declined events as free', async () => {
  const times = { DTSTART: '20310602T090000Z', DTEND: '20310602T100000Z' }
  const busy = async (more: object) => (await read(event({ ...times, ...more }))).busy
  expect(await busy({})).toBe(true)
  expect(await busy({ TRANSP: 'TRANSPARENT' })).toBe(false)
  expect(await busy({ 'X-MICROSOFT-CDO-BUSYSTATUS': 'FREE' })).toBe(false)
  expect(await busy({ TRANSP: 'TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS': 'OOF' })).toBe(true)
  expect(await busy({ 'ATTENDEE;PARTSTAT=DECLINED': 'mailto:Anna@kontor.example' })).toBe(false)
  expect(await busy({ 'ATTENDEE;PARTSTAT=DECLINED': 'mailto:jan@kontor.example' })).toBe(true)
  expect(await busy({ 'ATTENDEE;EMAIL=anna@kontor.example;PARTSTAT=DECLINED': '/aMTA/principal/' })).toBe(false)
})

describe('busy state of an occurrence', () => {
  const weekly = { DTSTART: '20310602T090000Z', DTEND: '20310602T100000Z', RRULE: 'FREQ=WEEKLY;COUNT=3' }
  const second = (more: Record<string, string>) =>
    override({ 'RECURRENCE-ID': '20310609T090000Z', DTSTART: '20310609T090000Z', DTEND: '20310609T100000Z', ...more })
  const free = { TRANSP: 'TRANSPARENT' }
  const declined = { 'ATTENDEE;PARTSTAT=DECLINED': 'mailto:anna@kontor.example' }
  const accepted = { 'ATTENDEE;PARTSTAT=ACCEPTED': 'mailto:anna@kontor.example' }
  for (const [what, series, occurrence, busy, changes] of [
    ['opaque in a transparent series', free, { TRANSP: 'OPAQUE' }, false, { busy: true }],
    ['opaque unless it says otherwise', free, {}, false, { busy: true }],
    ['transparent in an opaque series', {}, free, true, { busy: false }],
    ['free by Outlook', {}, { 'X-MICROSOFT-CDO-BUSYSTATUS': 'FREE' }, true, { busy: false }],
    ['declined in an accepted series', accepted, declined, true, { busy: false }],
    ['accepted in a declined series', declined, accepted, false, { busy: true }],
    ['as its series', accepted, accepted, true, {}],
  ] as const)
    test(what, async () => {
      const text = event({ ...weekly, ...series }, second(occurrence))
      expect(await read(text)).toMatchObject({ busy, occurrences: [{ changes }] })
      const plain = await readCalendarObject(event({ ...weekly, ...series }), reader)
      const differing = await readCalendarObject(text, reader)
      expect(plain?.hashes.when).not.toBe(differing?.hashes.when)
    })
  test('is part of the hashes and is written back', async () => {
    const text = (occurrence: Record<string, string>) => event({ UID: 'x', ...weekly, ...accepted }, second(occurrence))
    const [before, after] = await Promise.all(
      [accepted, declined].map((each) => readCalendarObject(text(each), reader)),
    )
    expect(before?.hashes.when).not.toBe(after?.hashes.when)
    const found = await read(text(declined))
    const changed = found.occurrences.map((each) => ({ ...each, eventId: 'x' }))
    const isFree = { ...written(found), busy: false }
    const patched = await patchCalendarObject(text(accepted), { event: isFree, changed }, ['busy', 'when'], reader)
    expect(await read(patched)).toMatchObject({ busy: false })
    expect((await read(patched)).occurrences[0]?.changes).toEqual({})
    const fresh = createCalendarObject({ event: written(found), changed })
    expect(await read(fresh)).toMatchObject({ busy: true, occurrences: [{ changes: { busy: false } }] })
  })
})

test('stores invitations to single occurrences as a series', async () => {
  const uid = 'teile'
  const part = (day: string) =>
    override({ 'RECURRENCE-ID': `${day}T090000Z`, DTSTART: `${day}T090000Z`, DTEND: `${day}T100000Z`, SUMMARY: day })(
      uid,
    )
  const found = await read(ics(part('20310602'), part('20310609')))
  expect(found).toMatchObject({ title: '20310602', recurrence: 'FREQ=DAILY;COUNT=1' })
  expect(found.occurrences).toMatchObject([
    { occurrenceStart: new Date('2031-06-09T09:00:00Z'), changes: { title: '20310609' } },
  ])
})

describe('event without duration', () => {
  const start = { 'DTSTART;TZID=Europe/Berlin': '20310602T090000' }
  const minute = { startTime: new Date('2031-06-02T07:00:00Z'), endTime: new Date('2031-06-02T07:01:00Z') }
  for (const [how, more] of [
    ['neither end nor duration', {}],
    ['an end at its start', { 'DTEND;TZID=Europe/Berlin': '20310602T090000' }],
    ['a duration of nothing', { DURATION: 'PT0S' }],
    ['an end before its start', { 'DTEND;TZID=Europe/Berlin': '20310602T080000' }],
  ] as const)
    test(`is shown at its start and keeps nobody from being booked: ${how}`, async () => {
      expect(await read(event({ ...start, ...more, TRANSP: 'OPAQUE' }))).toMatchObject({ ...minute, busy: false })
    })
  test('lasts a day if it starts on a date', async () => {
    for (const more of [{}, { 'DTEND;VALUE=DATE': '20310602' }, { DURATION: 'PT0S' }] as Record<string, string>[]) {
      const day = await read(event({ 'DTSTART;VALUE=DATE': '20310602', ...more }))
      expect(day).toMatchObject({ allDay: true, busy: true, startTime: new Date('2031-06-01T22:00:00Z') })
    }
  })
  test('makes occurrences busy or free by their own duration', async () => {
    const own = (name: string, more: Record<string, string>) =>
      override({ 'RECURRENCE-ID;TZID=Europe/Berlin': name, 'DTSTART;TZID=Europe/Berlin': name, ...more })
    const daily = { ...start, RRULE: 'FREQ=DAILY;COUNT=9', UID: 'series' }
    const added = { 'RDATE;VALUE=PERIOD;TZID=Europe/Berlin': '20310703T120000/PT1H' }
    const empty = await read(event({ ...daily, ...added }, own('20310603T090000', { DURATION: 'PT1H' })))
    expect([empty.busy, ...empty.occurrences.map(({ changes }) => changes.busy)]).toEqual([false, true, true])
    const long = await read(event({ ...daily, DURATION: 'PT1H' }, own('20310603T090000', {})))
    expect([long.busy, ...long.occurrences.map(({ changes }) => changes.busy)]).toEqual([true, false])
  })
  test('stays free after a move that gives it a minute', async () => {
    const text = event({ ...start, UID: 'moment' })
    const moved = { ...written(await read(text)), startTime: new Date('2031-06-03T07:00:00Z') }
    moved.endTime = new Date('2031-06-03T07:01:00Z')
    const patched = await patchCalendarObject(text, { event: moved, changed: [] }, ['when'], reader)
    expect(patched).toContain('TRANSP:TRANSPARENT')
    expect((await read(patched)).busy).toBe(false)
  })
})

test('reads title and date of an unreadable object if possible', () => {
  const text = event({ 'SUMMARY;ALTREP="CID:1"': 'Fest\\, Teil 1', 'DTSTART;TZID=Nirgends': '20310602T090000' })
  expect(readTitleAndDate(text)).toEqual({ title: 'Fest, Teil 1', date: '2031-06-02' })
  expect(readTitleAndDate(text.replace('20310602', '20310631'))).toEqual({ title: 'Fest, Teil 1', date: null })
  for (const none of ['', 'BEGIN:VCALENDAR', 'BEGIN:VEVENT\r\nSUMMARY\r\nDTSTART:', '<html>'])
    expect(readTitleAndDate(none)).toEqual({ title: null, date: null })
})

describe('unreadable object', () => {
  const times = { DTSTART: '20310602T090000Z', DTEND: '20310602T100000Z' }
  for (const [why, text] of [
    ['is no iCalendar', 'Guten Tag'],
    ['has no start', event({ SUMMARY: 'x' })],
    ['has no UID', event(times).replace(/UID:.*\r\n/, '')],
    ['is in no year of ours', event({ DTSTART: '99990602T090000Z', DTEND: '99990602T100000Z' })],
    ['has a day that is none', event({ 'DTSTART;VALUE=DATE': 'morgen' })],
    [
      'has too many zones',
      event({ ...times, RRULE: 'FREQ=DAILY' }).replace(
        'END:VEVENT',
        `${Array.from({ length: 25 }, (_, index) => `EXDATE;TZID=Zone ${index}:20310603T090000\r\n`).join('')}END:VEVENT`,
      ),
    ],
    ['is too large', event({ ...times, DESCRIPTION: 'x'.repeat(300_000) })],
    [
      'leaves out too many days',
      event({ ...times, RRULE: 'FREQ=DAILY', EXDATE: Array(1200).fill('20310603T090000Z').join() }),
    ],
  ] as const)
    test(`where it ${why}`, () => expect(readCalendarObject(text, reader)).rejects.toThrow(UnreadableObject))
  test('returns null for a task', async () => {
    expect(await readCalendarObject(ics('BEGIN:VTODO', 'UID:t', 'END:VTODO'), reader)).toBeNull()
  })
})

describe('series', () => {
  const times = { 'DTSTART;TZID=Europe/Berlin': '20310602T090000', 'DTEND;TZID=Europe/Berlin': '20310602T100000' }
  const utc = { DTSTART: '20310602T090000Z', DTEND: '20310602T100000Z' }
  const at = (text: string) => new Date(`${text}:00Z`)
  const own = ({ occurrences }: RemoteEvent) =>
    occurrences.map(({ startTime, endTime }) => [startTime, endTime].map((each) => each?.toISOString().slice(5, 16)))
  test('has only RDATEs if it ends before its start', async () => {
    for (const UNTIL of ['20310501', '20310602T065959Z', '20310601T235959'])
      expect(await read(event({ ...times, RRULE: `FREQ=DAILY;UNTIL=${UNTIL}` }))).toMatchObject({ isCancelled: true })
    expect(await read(event({ ...times, RRULE: 'FREQ=DAILY;UNTIL=20310602' }))).toMatchObject({ isCancelled: false })
    const added = await read(event({ ...utc, RRULE: 'FREQ=DAILY;UNTIL=20310501T000000Z', RDATE: '20310610T090000Z' }))
    expect(added).toMatchObject({
      isCancelled: false,
      startTime: at('2031-06-10T09:00'),
      recurrence: 'FREQ=DAILY;COUNT=1',
    })
  })
  test('is a single event with an empty rule or one of a single occurrence', async () => {
    expect(await read(event({ ...utc, RRULE: '' }))).toMatchObject({ recurrence: null })
    const empty = { RDATE: '', EXDATE: '', 'EXDATE;VALUE=DATE': '', EXRULE: '' }
    const found = await read(event({ ...utc, RRULE: 'FREQ=DAILY', ...empty }))
    expect(found).toMatchObject({ recurrence: 'FREQ=DAILY', occurrences: [] })
    const only = ics(override({ ...utc, 'RECURRENCE-ID': '20310602T090000Z', RRULE: 'FREQ=DAILY' })('x'))
    expect(await read(only)).toMatchObject({ recurrence: null })
  })
  test('keeps occurrences that are not cancelled', async () => {
    const one = override({ ...utc, 'RECURRENCE-ID': '20310602T090000Z', STATUS: 'CONFIRMED' })
    const found = await read(event({ ...utc, RRULE: 'FREQ=DAILY', STATUS: 'CANCELLED' }, one))
    expect(found).toMatchObject({ isCancelled: false, recurrence: null, startTime: at('2031-06-02T09:00') })
  })
  test('continues if it began before 1900', async () => {
    const birthday = { 'DTSTART;VALUE=DATE': '16040229', 'DTEND;VALUE=DATE': '16040301', RRULE: 'FREQ=YEARLY' }
    const found = await read(event({ ...birthday, RRULE: 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1' }))
    expect(found).toMatchObject({ allDay: true, recurrence: 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1' })
    expect([found.startTime.getUTCFullYear(), found.endTime.getTime() - found.startTime.getTime()]).toEqual([
      1900, 86_400_000,
    ])
    const counted = await read(
      event({
        ...birthday,
        'DTSTART;VALUE=DATE': '18900501',
        'DTEND;VALUE=DATE': '18900502',
        RRULE: 'FREQ=YEARLY;COUNT=150',
      }),
    )
    expect(counted.recurrence).toBe('FREQ=YEARLY;COUNT=140')
  })
  test('has additional occurrences with the duration of their periods', async () => {
    const periods = '20310605T090000Z/PT3H,20310606T090000Z/20310606T093000Z'
    const found = await read(event({ ...utc, RRULE: 'FREQ=DAILY;COUNT=2', 'RDATE;VALUE=PERIOD': periods }))
    expect(own(found)).toEqual([
      ['06-05T09:00', '06-05T12:00'],
      ['06-06T09:00', '06-06T09:30'],
    ])
  })
  test('changes from an occurrence on with THISANDFUTURE', async () => {
    const id = { 'RECURRENCE-ID;RANGE=THISANDFUTURE': '20310604T090000Z' }
    const later = { DTSTART: '20310604T110000Z', DTEND: '20310604T113000Z', SUMMARY: 'Neu' }
    const single = { 'RECURRENCE-ID': '20310605T090000Z', DTSTART: '20310605T150000Z', DTEND: '20310605T160000Z' }
    const series = { ...utc, SUMMARY: 'Alt', RRULE: 'FREQ=DAILY;COUNT=5' }
    const found = await read(event(series, override({ ...id, ...later }), override({ ...single, SUMMARY: 'Eins' })))
    expect(found.occurrences.map(({ changes }) => changes.title)).toEqual(['Neu', 'Eins', 'Neu'])
    expect(own(found)).toEqual([
      ['06-04T11:00', '06-04T11:30'],
      ['06-05T15:00', '06-05T16:00'],
      ['06-06T11:00', '06-06T11:30'],
    ])
  })
  test('combines several rules and excludes those of EXRULE', async () => {
    const starts = async (rules: string) => {
      const object = event({ ...utc, RRULE: 'FREQ=DAILY;COUNT=4' }).replace('END:VEVENT', `${rules}\r\nEND:VEVENT`)
      const found = await read(object)
      const changed = found.occurrences.map((each) => ({ ...each, eventId: 'x' }))
      const shown = expandOccurrences({ ...found, id: 'x' }, changed, at('2031-06-01T00:00'), at('2031-08-01T00:00'))
      return shown.map(({ startTime }) => startTime.toISOString().slice(5, 10)).sort()
    }
    const daily = ['06-02', '06-03', '06-04', '06-05']
    expect(await starts('RRULE:FREQ=WEEKLY;COUNT=3')).toEqual([...daily, '06-09', '06-16'])
    expect(await starts('EXRULE:freq=daily;interval=2')).toEqual(['06-03', '06-05'])
    expect(await starts('RRULE:FREQ=WEEKLY;COUNT=3\r\nEXRULE:FREQ=DAILY;COUNT=8')).toEqual(['06-16'])
    await expect(starts('EXRULE:FREQ=NEVER')).rejects.toThrow(UnreadableObject)
  })
  test('counts durations in calendar days', async () => {
    const start = { 'DTSTART;TZID=Europe/Berlin': '20310329T120000', DURATION: 'P1D' }
    expect(await read(event(start))).toMatchObject({ endTime: at('2031-03-30T10:00') })
    expect(await read(event({ ...start, DURATION: 'P1DT1H' }))).toMatchObject({ endTime: at('2031-03-30T11:00') })
    expect(await read(event({ ...start, DURATION: 'PT24H' }))).toMatchObject({ endTime: at('2031-03-30T11:00') })
    const weekly = { 'DTSTART;TZID=Europe/Berlin': '20310322T120000', DURATION: 'P1D', RRULE: 'FREQ=WEEKLY;COUNT=3' }
    expect(own(await read(event(weekly)))).toEqual([['03-29T11:00', '03-30T10:00']])
  })
  test('has each month once with SKIP', async () => {
    for (const [rule, second] of [
      ['BYMONTHDAY=31;SKIP=BACKWARD', '02-28'],
      ['BYMONTHDAY=31;SKIP=FORWARD', '03-01'],
      ['SKIP=FORWARD', '03-01'],
    ]) {
      const recurrence = normalizeRule(`RSCALE=GREGORIAN;FREQ=MONTHLY;${rule};COUNT=3`)
      const series = { startTime: at('2031-01-31T09:00'), timezone: 'UTC', recurrence }
      const starts = await listStarts(series, at('2031-01-01T00:00'), at('2032-01-01T00:00'))
      expect(starts.map((each) => each.toISOString().slice(5, 10))).toEqual(['01-31', second, '03-31'])
    }
  })
  test('reads WKST in the format of each program', async () => {
    for (const rule of ['WKST=SU', 'WKST=MO', 'WKST=SA', 'wkst=su']) {
      const found = await read(event({ ...utc, RRULE: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;${rule}` }))
      expect(found.recurrence).toBe(`FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;${rule.toUpperCase()}`)
    }
  })
  test('accepts lower-case rules and SKIP', async () => {
    expect(await read(event({ ...utc, rrule: 'freq=weekly;byday=mo;until=20311231t000000z' }))).toMatchObject({
      recurrence: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20311231T000000Z',
    })
    const skip = 'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD;COUNT=3'
    const { recurrence } = await read(event({ ...utc, RRULE: skip }))
    const series = { startTime: at('2031-01-31T09:00'), timezone: 'UTC', recurrence: normalizeRule(recurrence ?? '') }
    const starts = await listStarts(series, at('2031-01-01T00:00'), at('2032-01-01T00:00'))
    expect(starts).toEqual(['2031-01-31T09:00', '2031-02-28T09:00', '2031-03-31T09:00'].map(at))
  })
})

describe('limits of an object', () => {
  const daily = { 'DTSTART;TZID=Europe/Berlin': '20310101T090000', DURATION: 'PT1H', RRULE: 'FREQ=DAILY' }
  const dayOf = (index: number) => new Date(Date.UTC(2031, 0, 1 + index)).toISOString().slice(0, 10).replaceAll('-', '')
  /** Changes of all that follow them, one on each day. */
  const ranges = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      override({
        'RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE': `${dayOf(index)}T090000`,
        'DTSTART;TZID=Europe/Berlin': `${dayOf(index)}T1${index % 10}0000`,
        DURATION: 'PT1H',
      }),
    )
  test('rejects hundreds of THISANDFUTURE changes', async () => {
    await expect(read(event(daily, ...ranges(990)))).rejects.toThrow(UnreadableObject)
  })
  test('applies the last of several THISANDFUTURE changes', async () => {
    const { occurrences } = await read(event(daily, ...ranges(40)))
    const hours = occurrences.map(({ startTime }) => startTime?.getUTCHours())
    expect(hours.slice(0, 12)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 9, 10])
    expect(hours.slice(39, 45)).toEqual([18, 18, 18, 18, 18, 18])
    expect(occurrences).toHaveLength(539)
  })
  test('rejects thousands of EXDATEs', async () => {
    const days = Array.from({ length: 900 }, (_, index) => `${dayOf(index)}T090000`).join()
    const text = event(daily).replace('DTSTAMP', `${`EXDATE;TZID=Europe/Berlin:${days}\r\n`.repeat(15)}DTSTAMP`)
    await expect(read(text)).rejects.toThrow(UnreadableObject)
  })
  const zone = (index: number, rule: string) =>
    westEurope(`Zone ${index}`)
      .replaceAll(/RRULE:.*/g, `RRULE:${rule}`)
      .replaceAll('+0100', `+0${index % 10}0${index % 7}`)
      .replaceAll('+0200', `-0${index % 10}1${index % 7}`)
  for (const rule of ['FREQ=YEARLY;BYDAY=MO', 'FREQ=YEARLY;BYMONTH=3;BYDAY=MO', 'FREQ=YEARLY;BYMONTHDAY=1'])
    test(`clocks that are changed by ${rule}`, async () => {
      const text = event({ SUMMARY: 'x', ...at('Zone 3') }).replace('BEGIN:VEVENT', `${zone(3, rule)}\r\nBEGIN:VEVENT`)
      await expect(read(text)).rejects.toThrow(UnreadableObject)
    })
  test('rejects twenty unknown zones', async () => {
    const zones = Array.from({ length: 19 }, (_, index) => zone(index + 1, 'FREQ=YEARLY;BYMONTH=5;BYDAY=2TU'))
    const others = zones.map((_, index) => `EXDATE;TZID=Zone ${index + 1}:20310603T090000`).join('\r\n')
    const text = event({ SUMMARY: 'x', ...at('Zone 1'), RRULE: 'FREQ=DAILY' })
      .replace('BEGIN:VEVENT', `${zones.join('\r\n')}\r\nBEGIN:VEVENT`)
      .replace('DTSTAMP', `${others}\r\nDTSTAMP`)
    await expect(read(text)).rejects.toThrow(UnreadableObject)
  })
  test('rejects an empty object', async () => {
    await expect(read('')).rejects.toThrow(UnreadableObject)
  })
  test('leaves out occurrences outside the supported years', async () => {
    const { occurrences } = await read(event({ ...daily, RDATE: '20310105T120000Z,22050101T000000Z' }))
    expect(occurrences).toHaveLength(1)
  })
  test('rejects other scales than Gregorian', async () => {
    await expect(read(event({ ...daily, RRULE: 'RSCALE=HEBREW;FREQ=YEARLY' }))).rejects.toThrow(UnreadableObject)
    const usual = await read(event({ ...daily, RRULE: 'RSCALE=GREGORIAN;FREQ=DAILY;SKIP=OMIT' }))
    expect(usual.recurrence).toBe('FREQ=DAILY')
  })
})
