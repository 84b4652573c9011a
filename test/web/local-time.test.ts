import { describe, expect, test } from 'vitest'
import { parseLocalTime, toInstant, toTimeRange } from '../../src/web/i18n/local-time.ts'

// The clock in Berlin leaps from 02:00 to 03:00 on 28 March 2027, and shows 02:00 to 03:00 twice on 31 October.

const zone = 'Europe/Berlin'
const span = (day: string, start: string, end: string) =>
  toTimeRange(parseLocalTime(day, start), parseLocalTime(day, end), zone)

test('a range that starts in the skipped hour moves an hour later', () => {
  expect(span('2027-03-28', '02:00', '03:00')).toEqual({
    startTime: '2027-03-28T01:00:00.000Z',
    endTime: '2027-03-28T02:00:00.000Z',
  })
  expect(span('2027-03-28', '02:30', '03:15')).toEqual({
    startTime: '2027-03-28T01:30:00.000Z',
    endTime: '2027-03-28T02:15:00.000Z',
  })
})

test('a range that starts before the skipped hour ends after it', () =>
  expect(span('2027-03-28', '01:30', '02:30')).toEqual({
    startTime: '2027-03-28T00:30:00.000Z',
    endTime: '2027-03-28T01:30:00.000Z',
  }))

const at = (startTime: string, endTime: string) => ({
  startTime: `2027-10-31T${startTime}Z`,
  endTime: `2027-10-31T${endTime}Z`,
})

test('a range in the repeated hour ends after it starts', () => {
  expect(span('2027-10-31', '01:50', '02:10')).toEqual({
    startTime: '2027-10-30T23:50:00.000Z',
    endTime: '2027-10-31T00:10:00.000Z',
  })
  expect(span('2027-10-31', '02:10', '02:50')).toEqual(at('00:10:00.000', '00:50:00.000'))
  expect(span('2027-10-31', '02:50', '02:10')).toEqual(at('00:50:00.000', '01:10:00.000'))
  // From a time to the same time is the whole hour that comes again.
  expect(span('2027-10-31', '02:30', '02:30')).toEqual(at('00:30:00.000', '01:30:00.000'))
  expect(span('2027-10-31', '02:50', '01:10').endTime).toBe('2027-10-30T23:10:00.000Z')
})

describe('a previous range in the second repeated hour', () => {
  const before = at('01:10:20.000', '01:50:40.000')
  const written = (start: string, end: string) =>
    toTimeRange(parseLocalTime('2027-10-31', start), parseLocalTime('2027-10-31', end), zone, before)

  test('keeps its instants if unchanged', () => expect(written('02:10', '02:50')).toEqual(before))
  test('keeps its hour if one end changes', () => {
    expect(written('02:20', '02:50')).toEqual(at('01:20:00.000', '01:50:40.000'))
    expect(written('02:10', '02:40')).toEqual(at('01:10:20.000', '01:40:00.000'))
  })
  test('is ignored if the range would be empty', () => {
    const first = at('00:10:00.000', '00:50:00.000')
    expect(
      toTimeRange(parseLocalTime('2027-10-31', '02:50'), parseLocalTime('2027-10-31', '02:50'), zone, first),
    ).toEqual(at('00:50:00.000', '01:50:00.000'))
  })
  test('is ignored if both ends change', () =>
    expect(written('02:20', '02:40')).toEqual(at('00:20:00.000', '00:40:00.000')))
})

test('an unchanged end moves later if the new start is skipped', () => {
  const before = { startTime: '2027-03-28T01:05:00.000Z', endTime: '2027-03-28T01:15:00.000Z' }
  const written = (start: string, end: string) =>
    toTimeRange(parseLocalTime('2027-03-28', start), parseLocalTime('2027-03-28', end), zone, before)
  expect(written('02:10', '03:15')).toEqual({ startTime: '2027-03-28T01:10:00.000Z', endTime: before.endTime })
  expect(written('02:30', '03:15')).toEqual({
    startTime: '2027-03-28T01:30:00.000Z',
    endTime: '2027-03-28T02:15:00.000Z',
  })
})

test('all other ranges match the local time', () => {
  for (const day of ['2027-03-27', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'])
    expect(span(day, '09:00', '10:30')).toEqual({
      startTime: toInstant(parseLocalTime(day, '09:00'), zone),
      endTime: toInstant(parseLocalTime(day, '10:30'), zone),
    })
})
