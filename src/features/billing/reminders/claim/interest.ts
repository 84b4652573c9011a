import { divideRounded, toCents } from '#core/money/decimal'
import { addDays } from '#core/time/clock'

/** Base rate (§ 247 BGB) from a day on, in hundredths of a percent. */
export interface BaseRate {
  from: string
  hundredths: number
}

/** A change of the open amount from the next day on. */
export interface Movement {
  day: string
  /** Negative for payments, positive for returns. */
  cents: number
}

/** Days with the same open amount and rate, both ends included. */
export interface InterestPeriod {
  from: string
  to: string
  days: number
  openCents: number
  /** In hundredths of a percent. */
  baseHundredths: number
  rateHundredths: number
  interestCents: number
}

export interface InterestBearingDebt {
  /** Before all movements. */
  cents: number
  movements: readonly Movement[]
  /** First day that bears interest. */
  since: string
  /** Last day that bears interest. */
  until: string
  /** Percentage points above the base rate (§ 288 BGB). */
  points: number
}

/**
 * Default interest (§ 288 BGB) on what was open at the start of each day, with 365 days a year. Each period is rounded
 * once, half away from zero. Days before the first known base rate bear none.
 */
export function computeInterest(
  { cents, movements, since, until, points }: InterestBearingDebt,
  rates: readonly BaseRate[],
): InterestPeriod[] {
  const starts = [since, ...movements.map(({ day }) => addDays(day, 1)), ...rates.map(({ from }) => from)]
    .filter((day) => day >= since && day <= until)
    .toSorted()
  const periods: Pick<InterestPeriod, 'from' | 'openCents' | 'baseHundredths'>[] = []
  for (const from of new Set(starts)) {
    const openCents = movements.reduce((open, { day, cents }) => (day < from ? open + cents : open), cents)
    const base = rates.filter((rate) => rate.from <= from).toSorted((a, b) => (a.from < b.from ? -1 : 1))
    const baseHundredths = base.at(-1)?.hundredths ?? Number.NaN
    const last = periods.at(-1)
    if (last && last.openCents === openCents && Object.is(last.baseHundredths, baseHundredths)) continue
    periods.push({ from, openCents, baseHundredths })
  }
  return periods
    .map((period, index): InterestPeriod => {
      const next = periods[index + 1]
      const to = next ? addDays(next.from, -1) : until
      const days = daysBetween(period.from, to) + 1
      const rateHundredths = period.baseHundredths + points * 100
      const isKnown = period.openCents > 0 && rateHundredths > 0
      const interestCents = isKnown ? computeInterestCents(period.openCents, rateHundredths, days) : 0
      return { ...period, to, days, rateHundredths, interestCents }
    })
    .filter(({ interestCents }) => interestCents > 0)
}

/** First day of the half-year, when the base rate changes (§ 247 BGB). */
export const startOfHalfYear = (day: string): string => `${day.slice(0, 4)}-${day.slice(5) < '07' ? '01' : '07'}-01`

const computeInterestCents = (cents: number, rateHundredths: number, days: number) =>
  toCents(divideRounded(BigInt(cents) * BigInt(rateHundredths) * BigInt(days), 365n * 10_000n))

export const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
