import { expect, test } from 'vitest'
import { momentOf, spanOf, wallAt } from '../../src/web/calendar/wall.ts'

// The clock in Berlin leaps from 02:00 to 03:00 on 28 March 2027, and shows 02:00 to 03:00 twice on 31 October.

const zone = 'Europe/Berlin'
const span = (day: string, start: string, end: string) => spanOf(wallAt(day, start), wallAt(day, end), zone)

test('a span in the hour that the clock leaps over is an hour later as a whole', () => {
  expect(span('2027-03-28', '02:00', '03:00')).toEqual({
    startTime: '2027-03-28T01:00:00.000Z',
    endTime: '2027-03-28T02:00:00.000Z',
  })
  expect(span('2027-03-28', '02:30', '03:15')).toEqual({
    startTime: '2027-03-28T01:30:00.000Z',
    endTime: '2027-03-28T02:15:00.000Z',
  })
})

test('one that begins before it ends after it', () =>
  expect(span('2027-03-28', '01:30', '02:30')).toEqual({
    startTime: '2027-03-28T00:30:00.000Z',
    endTime: '2027-03-28T01:30:00.000Z',
  }))

test('every other span is what the clock shows', () => {
  for (const day of ['2027-03-27', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'])
    expect(span(day, '09:00', '10:30')).toEqual({
      startTime: momentOf(wallAt(day, '09:00'), zone),
      endTime: momentOf(wallAt(day, '10:30'), zone),
    })
})
