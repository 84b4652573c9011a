import fc from 'fast-check'
import { expect, test } from 'vitest'
import { supportedYears } from '#core/time/clock'
import { UnreadableObject } from '#features/calendar/calendar-sync/ics/calendar-properties'
import { readCalendarObject } from '#features/calendar/calendar-sync/ics/read-calendar-object'
import { normalizeRule } from '#features/calendar/events/recurrence'
import { fuzzOptions, fuzzTestOptions } from '../../../harness/fuzz.ts'
import { anyRule, anyRuleText } from '../arbitrary-rule.ts'
import { event, ics, westEurope } from './ics.ts'

const reader = { timezone: 'Europe/Berlin', emails: ['anna@kontor.example'] }

const anyTime = fc.oneof(
  { weight: 8, arbitrary: fc.date({ min: new Date('2030-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }) },
  fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
)
const anyMoment = fc.tuple(anyTime, fc.constantFrom('T', 'T', 'Z', 'DATE', '?')).map(([at, form]) => {
  const text = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return form === 'DATE' ? text.slice(0, 8) : form === 'Z' ? `${text}Z` : form === '?' ? text.slice(0, 11) : text
})
const anyZone = fc.constantFrom(
  ...['', '', ';TZID=Europe/Berlin', ';TZID=Eigene', ';TZID=Wochen', ';TZID=Niemands', ';VALUE=DATE', ';TZID="'],
)
const anyDuration = fc.constantFrom('PT1H', 'P1D', '-PT1H', 'P99999W', 'PT0S', 'P', 'P1DT1H1M1S', 'P1Y')
const property = (name: string, value: fc.Arbitrary<string>, zone: fc.Arbitrary<string> = fc.constant('')) =>
  fc.tuple(zone, value).map(([given, said]) => `${name}${given}:${said}`)
const timed = (name: string, value = anyMoment) => property(name, value, anyZone)
const moments = fc.array(anyMoment, { minLength: 1, maxLength: 20 }).map((each) => each.join())

const anyProperty = fc.oneof(
  timed('DTEND'),
  property('DURATION', anyDuration),
  property('RRULE', fc.oneof({ weight: 5, arbitrary: anyRule }, anyRuleText)),
  timed('RDATE', moments),
  timed(
    'RDATE;VALUE=PERIOD',
    fc.tuple(anyMoment, fc.oneof(anyMoment, anyDuration)).map((period) => period.join('/')),
  ),
  timed('EXDATE', moments),
  property('STATUS', fc.constantFrom('CANCELLED', 'CONFIRMED', 'x')),
  property('TRANSP', fc.constantFrom('TRANSPARENT', 'OPAQUE', '')),
  property('SUMMARY', fc.string({ unit: 'binary', maxLength: 300 })),
  property('ATTENDEE;PARTSTAT=DECLINED', fc.constantFrom('mailto:anna@kontor.example', 'x')),
  fc.string({ unit: 'binary' }),
)
const anyEvent = fc
  .tuple(
    fc.option(timed('DTSTART'), { freq: 9 }),
    fc.option(
      fc
        .tuple(fc.constantFrom('', ';RANGE=THISANDFUTURE'), timed('RECURRENCE-ID'))
        .map(([range, named]) => named.replace('RECURRENCE-ID', `RECURRENCE-ID${range}`)),
      { freq: 1 },
    ),
    fc.array(anyProperty, { maxLength: 6 }),
  )
  .map(([start, name, others]) =>
    ['BEGIN:VEVENT', 'UID:x', start, name, ...others, 'END:VEVENT'].filter((line) => line !== null).join('\r\n'),
  )
const weekly = westEurope('Wochen').replaceAll(/RRULE:.*/g, 'RRULE:FREQ=YEARLY;BYDAY=MO')
const own = westEurope('Eigene').replaceAll('+0200', '+0317')
const anyObject = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(anyEvent, { minLength: 1, maxLength: 4 }).map((events) => ics(own, weekly, ...events)),
  },
  fc.string({ unit: 'binary' }),
)

test('reads any object within the supported years or rejects it as unreadable', fuzzTestOptions, async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyObject, async (text) => {
      try {
        const event = (await readCalendarObject(text, reader))?.event
        if (!event) return
        found += 1
        for (const { startTime, endTime } of [event, ...event.occurrences])
          if (startTime && endTime) {
            expect(startTime.getUTCFullYear()).toBeLessThanOrEqual(supportedYears.last + 1)
            expect(Number.isNaN(endTime.getTime())).toBe(false)
          }
        expect(event.occurrences.length).toBeLessThanOrEqual(1000)
      } catch (error) {
        if (!(error instanceof UnreadableObject)) throw error
      }
    }),
    fuzzOptions(300),
  )
  expect(found).toBeGreaterThan(10)
})

const partsOf = (rule: string) =>
  Object.fromEntries(rule.split(';').map((part) => [part.split('=')[0], new Set(part.split('=')[1]?.split(','))]))

test('reads any rule that the API accepts', fuzzTestOptions, async () => {
  await fc.assert(
    fc.asyncProperty(anyRule, async (text) => {
      const rule = text.replaceAll(/;(COUNT|UNTIL)=\w+/g, '')
      const accepted = (() => {
        try {
          return normalizeRule(rule)
        } catch {
          return null
        }
      })()
      if (!accepted) return
      const found = await readCalendarObject(event({ SUMMARY: 'x', DTSTART: '20310602T090000Z', RRULE: rule }), reader)
      expect(partsOf(normalizeRule(found?.event.recurrence ?? ''))).toEqual(partsOf(accepted))
    }),
    fuzzOptions(300),
  )
})
