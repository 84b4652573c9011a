import { divideRounded, toCents } from '#core/money/decimal'
import { addDays } from '#core/time/clock'

/** The base rate of § 247 BGB from a day on, in hundredths of a percent. */
export interface BaseRate {
  from: string
  hundredths: number
}

/** What changes the open amount from its day on: a payment takes some off it, money that went back adds to it. */
export interface Movement {
  day: string
  /** Signed: what it adds to the open amount. */
  cents: number
}

/** Days on which the open amount and the rate are the same; both ends included. */
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

/** What is claimed, and how the law has it bear interest. */
export interface InterestBearingDebt {
  /** Before any movement. */
  cents: number
  movements: readonly Movement[]
  /** The first day that bears interest. */
  since: string
  /** The last one. */
  until: string
  /** Above the base rate: § 288 BGB. */
  points: number
}

/**
 * Default interest of § 288 BGB by the day: on what was open as the day began, at the base rate of the day, by a year of
 * 365 days. Each line is rounded once, half away from zero, so that the lines add up. For a day before the first known base
 * rate nothing is claimed.
 */
export function computeInterest(
  { cents, movements, since, until, points }: InterestBearingDebt,
  rates: readonly BaseRate[],
): InterestPeriod[] {
  const starts = [since, ...movements.map(({ day }) => addDays(day, 1)), ...rates.map(({ from }) => from)]
    .filter((day) => day >= since && day <= until)
    .toSorted()
  const stretches: Pick<InterestPeriod, 'from' | 'openCents' | 'baseHundredths'>[] = []
  for (const from of new Set(starts)) {
    const openCents = movements.reduce((open, { day, cents }) => (day < from ? open + cents : open), cents)
    const base = rates.filter((rate) => rate.from <= from).toSorted((a, b) => (a.from < b.from ? -1 : 1))
    const baseHundredths = base.at(-1)?.hundredths ?? Number.NaN
    const last = stretches.at(-1)
    if (last && last.openCents === openCents && Object.is(last.baseHundredths, baseHundredths)) continue
    stretches.push({ from, openCents, baseHundredths })
  }
  return stretches
    .map((stretch, index): InterestPeriod => {
      const next = stretches[index + 1]
      const to = next ? addDays(next.from, -1) : until
      const days = daysBetween(stretch.from, to) + 1
      const rateHundredths = stretch.baseHundredths + points * 100
      const isKnown = stretch.openCents > 0 && rateHundredths > 0
      const interestCents = isKnown ? computeInterestCents(stretch.openCents, rateHundredths, days) : 0
      return { ...stretch, to, days, rateHundredths, interestCents }
    })
    .filter(({ interestCents }) => interestCents > 0)
}

/** First day of the half-year of a day: § 247 BGB changes the base rate then. */
export const startOfHalfYear = (day: string): string => `${day.slice(0, 4)}-${day.slice(5) < '07' ? '01' : '07'}-01`

const computeInterestCents = (cents: number, rateHundredths: number, days: number) =>
  toCents(divideRounded(BigInt(cents) * BigInt(rateHundredths) * BigInt(days), 365n * 10_000n))

/** From one calendar day to another. */
export const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
