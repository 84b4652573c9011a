import { expect, test } from 'vitest'
import { computeEarliestEnd, hasComputableEnd } from '#features/billing/contracts/contract-term'

const term = (noticePeriodDays: number | null, startsOn: string | null = null, endsOn: string | null = null) => ({
  noticePeriodDays,
  startsOn,
  endsOn,
})

test.each([
  ['the day of the notice does not count', term(14), '2026-03-01', '2026-03-15'],
  ['over the end of a February', term(30), '2028-02-01', '2028-03-02'],
  ['no notice period ends it at once', term(null), '2026-03-01', '2026-03-01'],
  ['a notice period of zero days as well', term(0), '2026-03-01', '2026-03-01'],
  ['never before it has begun', term(14, '2026-06-01'), '2026-03-01', '2026-06-01'],
  ['never later than its own end', term(90, null, '2026-04-01'), '2026-03-01', '2026-04-01'],
  [
    'a fixed term without a notice period runs until its end',
    term(null, null, '2026-12-31'),
    '2026-03-01',
    '2026-12-31',
  ],
  ['over the day on which clocks change', term(1), '2026-03-28', '2026-03-29'],
])('%s', (_, contract, noticeOn, end) => {
  expect(computeEarliestEnd(contract, noticeOn)).toBe(end)
})

test('cannot compute the end without last day and notice period', () => {
  const said = [term(null), term(null, '2026-01-01'), term(0), term(null, null, '2026-12-31')].map(hasComputableEnd)
  expect(said).toEqual([false, false, true, true])
})
