import { describe, expect, test } from 'vitest'
import { type RemoteEvent, readObject, Unreadable } from '#features/calendar/connections/ics/read-object'
import { patchObject } from '#features/calendar/connections/ics/write-object'
import { cpuTime } from '../../../harness/cpu-time.ts'
import { event, ics, override, westEurope } from './ics.ts'

// What other programs write, without a server in between.

const reader = { timezone: 'Europe/Berlin', emails: ['anna@kontor.example'] }
const read = async (text: string) => (await readObject(text, reader))?.event as RemoteEvent
const at = (zone: string) => ({
  [`DTSTART;TZID=${zone}`]: '20310602T090000',
  [`DTEND;TZID=${zone}`]: '20310602T100000',
})

describe('a time', () => {
  for (const [named, zone, start] of [
    ['Europe/Berlin', 'Europe/Berlin', '07:00'],
    ['/freeassociation.sourceforge.net/America/New_York', 'America/New_York', '13:00'],
    ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', '12:00'],
    ['Eastern Standard Time', 'America/New_York', '13:00'],
    ['India Standard Time', /^Asia\/(Kolkata|Calcutta)$/, '03:30'],
    ['Irgendwo', 'Europe/Berlin', '07:00'],
  ] as const)
    test(`is understood in the zone "${named}"`, async () => {
      const found = await read(event({ SUMMARY: 'x', ...at(named) }))
      expect(found.timezone).toMatch(zone)
      expect(found.startTime.toISOString()).toBe(`2031-06-02T${start}:00.000Z`)
    })
  test('without a zone is that of its reader', async () => {
    const found = await read(event({ DTSTART: '20310602T090000', DTEND: '20310602T100000' }))
    expect(found).toMatchObject({ timezone: 'Europe/Berlin', startTime: new Date('2031-06-02T07:00:00Z'), title: '–' })
  })
  test('of a series in UTC stays by the clock of UTC', async () => {
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
      const before = cpuTime()
      const found = await read(body)
      expect(found.timezone).toBe('Europe/Berlin')
      await patchObject(body, { event: written(found), changed: [] }, ['when'], reader)
      expect(cpuTime() - before).toBeLessThan(2000)
    })
})

const written = (found: RemoteEvent) => ({
  ...{ ...found, uid: 'x', sequence: 0, meetUrl: null, updatedAt: new Date('2031-01-01T00:00:00Z') },
})

test('what is free, or was declined, keeps nobody busy', async () => {
  const times = { DTSTART: '20310602T090000Z', DTEND: '20310602T100000Z' }
  const busy = async (more: object) => (await read(event({ ...times, ...more }))).busy
  expect(await busy({})).toBe(true)
  expect(await busy({ TRANSP: 'TRANSPARENT' })).toBe(false)
  expect(await busy({ 'X-MICROSOFT-CDO-BUSYSTATUS': 'FREE' })).toBe(false)
  expect(await busy({ 'ATTENDEE;PARTSTAT=DECLINED': 'mailto:Anna@kontor.example' })).toBe(false)
  expect(await busy({ 'ATTENDEE;PARTSTAT=DECLINED': 'mailto:jan@kontor.example' })).toBe(true)
})

test('single occurrences that somebody is invited to are a series of their own', async () => {
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

describe('it is refused', () => {
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
    test(`where it ${why}`, () => expect(readObject(text, reader)).rejects.toThrow(Unreadable))
  test('not where it is a task', async () => {
    expect(await readObject(ics('BEGIN:VTODO', 'UID:t', 'END:VTODO'), reader)).toBeNull()
  })
})
