import fc from 'fast-check'
import pino from 'pino'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { Problem } from '#core/errors/problem'
import { findOccurrences } from '#features/calendar/events/occurrences'
import {
  findLastStart,
  findNextStart,
  listStarts,
  maxSteps,
  normalizeRule,
  type Series,
} from '#features/calendar/events/recurrence'
import { fuzzOptions, fuzzTestOptions } from '../../harness/fuzz.ts'
import { anyRule, anyRuleText, anyStart } from './arbitrary-rule.ts'

const year = 366 * 86_400_000
const windows = ['1900-01-01', '2026-01-01', '2199-06-01'].map((day) => new Date(day))
const [, recent] = windows as [Date, Date]

/** The answer, or null where it is a refusal; whatever else is thrown fails the test. */
function unlessRefused<Answer>(ask: () => Answer): Answer | null {
  try {
    return ask()
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return null
    throw error
  }
}

test('accepts or refuses any text as a rule without crashing', fuzzTestOptions, () => {
  fc.assert(
    fc.property(fc.oneof(anyRuleText, anyRule), (text) => {
      const rule = unlessRefused(() => normalizeRule(text))
      if (rule !== null) expect(normalizeRule(rule)).toBe(rule)
    }),
    fuzzOptions(500),
  )
})

test('expands any accepted rule in order and within its budget', fuzzTestOptions, () => {
  let kept = 0
  fc.assert(
    fc.property(anyRule, anyStart, fc.constantFrom('UTC', 'Europe/Berlin'), (text, start, timezone) => {
      const recurrence = unlessRefused(() => normalizeRule(text))
      if (recurrence === null) return
      const series: Series = { startTime: new Date(start), timezone, recurrence }
      const last = unlessRefused(() => [findLastStart(series, { left: maxSteps })])
      if (!last) return
      kept += 1
      for (const from of windows) {
        const starts = listStarts(series, from, new Date(+from + year), 5000, { left: maxSteps }).map(Number)
        expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other))
        const next = findNextStart(series, from, { left: maxSteps })
        if (starts.length > 1) expect([starts[0], starts[1]]).toContain(Number(next))
        if (last[0] && next) expect(next <= last[0]).toBe(true)
      }
    }),
    fuzzOptions(100),
  )
  expect(kept).toBeGreaterThan(10)
})

/** Where the library does not intersect what a rule names twice, and where it counts weekdays of days that were named already. */
const isRead = (rule: string) =>
  !/SKIP|RSCALE/.test(rule) &&
  !(
    rule.startsWith('FREQ=YEARLY') &&
    ((rule.match(/BYWEEKNO|BYYEARDAY|BYMONTHDAY/g)?.length ?? 0) > 1 ||
      (rule.includes('BYDAY') && /BYYEARDAY|BYMONTHDAY|BYMONTH.*BYWEEKNO/.test(rule)) ||
      (/BYDAY=[^;]*\d/.test(rule) && rule.includes('BYSETPOS')))
  )

test('finds the same occurrences as an independent implementation', fuzzTestOptions, () => {
  const to = new Date(+recent + year)
  let compared = 0
  fc.assert(
    fc.property(anyRule.filter(isRead), anyStart, (text, start) => {
      const recurrence = unlessRefused(() => normalizeRule(text))
      if (recurrence === null) return
      const until = recurrence.replace(/UNTIL=(\d{8})(?=;|$)/, 'UNTIL=$1T235959Z')
      const theirs = new RRuleTemporal({
        rruleString: `DTSTART:${start.replaceAll(/[-:]/g, '')}\nRRULE:${until}`,
        ...{ strict: true, maxIterations: 2000, cache: false },
      })
      let expected: number[]
      try {
        expected = theirs.between(recent, new Date(+to - 1), true).map(({ epochMilliseconds }) => epochMilliseconds)
      } catch {
        return
      }
      compared += 1
      const first = new Date(start)
      const found = listStarts({ startTime: first, timezone: 'UTC', recurrence }, recent, to, 5000).map(Number)
      const own = found.filter((each) => each !== +first || expected.includes(each))
      expect(own).toEqual(expected.slice(0, 5000))
    }),
    fuzzOptions(200),
  )
  expect(compared).toBeGreaterThan(100)
})

test('yields to the event loop while expanding many expensive series', async () => {
  const row = {
    ...{ startTime: '2020-01-01T09:00:00Z', endTime: '2020-01-01T09:30:00Z', createdAt: '2020-01-01T00:00:00Z' },
    ...{ timezone: 'UTC', allDay: false, isFound: true },
  }
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...row, id: String(index), recurrence: costly(index) }))
  const answers = [rows, []]
  let turns = 0
  const counting = setInterval(() => (turns += 1))
  await findOccurrences(
    {
      organizationId: 'x',
      query: async () => (answers.shift() ?? []) as never,
      services: { log: pino({ level: 'silent' }) },
    },
    { from: recent, to: new Date(+recent + year) },
  )
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
})

/** A rule that looks at each minute of the window, and finds a day of it. */
const costly = (index: number) =>
  `FREQ=SECONDLY;INTERVAL=${367 + index};BYSECOND=0;BYMONTH=1,2,3,4,5,6;BYMONTHDAY=${1 + (index % 28)}`
