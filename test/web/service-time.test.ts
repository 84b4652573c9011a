import { expect, test } from 'vitest'
import { parseDateTimeInput, toDateTimeInput } from '../../src/web/i18n/service-time.ts'

// A day of work is counted by the clock in Berlin, which is put forward on 29 March and back on 25 October 2026.

const shown = (field: string) => new Date(parseDateTimeInput(field)).toISOString()

test('converts between inputs and instants in the service time zone', () => {
  expect(shown('2026-01-15T09:00')).toBe('2026-01-15T08:00:00.000Z')
  expect(shown('2026-07-15T09:00')).toBe('2026-07-15T07:00:00.000Z')
  for (const field of [
    '2026-03-29T01:59',
    '2026-03-29T03:00',
    '2026-10-25T01:59',
    '2026-10-25T03:00',
    '2026-10-24T23:30',
  ])
    expect(toDateTimeInput(shown(field))).toBe(field)
})

test('takes the first instant of the repeated hour', () => {
  expect(shown('2026-10-25T02:15')).toBe('2026-10-25T00:15:00.000Z')
  expect(parseDateTimeInput('2026-10-25T02:15') - parseDateTimeInput('2026-10-25T01:30')).toBe(45 * 60_000)
})

test('takes a skipped time as an hour later', () => expect(shown('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z'))
