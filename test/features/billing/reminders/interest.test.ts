import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { type BaseRate, computeInterest, type InterestBearingDebt } from '#features/billing/reminders/claim/interest'

// The same interest by another way: every day by itself, in exact fractions; what belongs together is rounded once.

interface Stretch {
  days: number
  from: string
  to: string
  open: number
  rate: number
}

function byDay({ cents, movements, since, until, points }: InterestBearingDebt, rates: readonly BaseRate[]) {
  const stretches: Stretch[] = []
  for (let day = since; day <= until; day = addDays(day, 1)) {
    let open = cents
    for (const movement of movements) if (movement.day < day) open += movement.cents
    let base: BaseRate | undefined
    for (const each of rates) if (each.from <= day && (!base || each.from > base.from)) base = each
    if (!base || open <= 0) continue
    const rate = base.hundredths + points * 100
    const last = stretches.at(-1)
    if (last && last.open === open && last.rate === rate && addDays(last.to, 1) === day) {
      last.to = day
      last.days += 1
    } else stretches.push({ days: 1, from: day, to: day, open, rate })
  }
  return stretches.map((stretch) => {
    const doubled = BigInt(stretch.open) * BigInt(stretch.rate) * BigInt(stretch.days) * 2n
    const year = 365n * 10_000n
    return { ...stretch, cents: Number((doubled + year) / (2n * year)) }
  })
}

const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2023-06-15', days))
const rates = fc.constant<BaseRate[]>([
  { from: '2023-07-01', hundredths: 312 },
  { from: '2024-01-01', hundredths: 362 },
  { from: '2024-07-01', hundredths: 337 },
  { from: '2025-01-01', hundredths: 227 },
  { from: '2025-07-01', hundredths: 127 },
  { from: '2026-01-01', hundredths: 127 },
])
const debt = fc.record({
  cents: fc.oneof(fc.integer({ min: 1, max: 5_000_000 }), fc.integer({ min: 1, max: 9_000_000_000_000 })),
  movements: fc.array(fc.record({ day, cents: fc.integer({ min: -1_000_000, max: 300_000 }) }), { maxLength: 6 }),
  since: day,
  until: day,
  points: fc.constantFrom(5, 9),
})

test('interest is what every single day bears, rounded once a line', () => {
  fc.assert(
    fc.property(debt, rates, (debt, rates) => {
      const wanted = byDay(debt, rates).filter(({ cents }) => cents > 0)
      const got = computeInterest(debt, rates)
      expect(
        got.map(({ from, to, days, openCents, rateHundredths, interestCents }) => [
          ...[from, to, days, openCents, rateHundredths],
          interestCents,
        ]),
      ).toEqual(wanted.map(({ from, to, days, open, rate, cents }) => [from, to, days, open, rate, cents]))
    }),
    { numRuns: 300 },
  )
})

test('a leap day bears interest, and the year still has 365', () => {
  const debt = { cents: 365_000, movements: [], since: '2024-02-28', until: '2024-03-01', points: 9 }
  const [segment, ...others] = computeInterest(debt, [{ from: '2024-01-01', hundredths: 362 }])
  // 3650.00 × 12.62 % / 365 is 1.262 a day.
  expect([segment?.days, segment?.interestCents, others]).toEqual([3, 379, []])
})
