import { addDays, firstWorkingDayFrom, toBerlinDate } from '#core/time/clock'
import type { Dunning } from '#features/people/organizations/settings.type'
import type { BalanceEntry, DunningHistory } from './dunning-history.ts'
import { type BaseRate, computeInterest, daysBetween, type InterestPeriod, startOfHalfYear } from './interest.ts'

export const lastReminderLevel = 3

/** § 288 (5) BGB: once for an invoice, from who is no consumer. */
const flatSumCents = 4000

/** The invoice, as far as dunning goes by it. */
export interface DunnedInvoice {
  totalCents: number
  openCents: number
  dueDate: string
  reminderLevel: number | null
}

/** What a reminder claims, each sum in cents. */
export interface ReminderClaim {
  level: number
  /** The levels that were sent before, the lowest first. */
  earlierLevels: number[]
  /** The first day of default: interest runs from it. */
  defaultSince: string
  openCents: number
  /** What made the open amount of the invoice's total. */
  entries: BalanceEntry[]
  /** The fee of this level. */
  feeCents: number
  /** The fees of all levels so far, this one last. */
  fees: { level: number; day: string; cents: number }[]
  /** The flat sum where this reminder is the first to claim it. */
  flatFeeCents: number
  /** The flat sum where any has claimed it. */
  flatSumCents: number
  /** What of flat sum and fees is claimed once only: the flat sum is set off against them. */
  setOffCents: number
  segments: InterestPeriod[]
  interestCents: number
  /** Since when the base rate is missing, where interest goes on at the one before. */
  missingBaseRateFrom: string | null
  settledChargesCents: number
  /** The larger of fees and flat sum, and the interest, less what was settled of them. */
  chargesCents: number
  totalCents: number
}

/** The level that follows: of those in the settings where there are any, else the next one. */
function nextLevel(last: number | null, { levels }: Dunning): number {
  const after = levels.map(({ level }) => level).filter((level) => level > (last ?? -1))
  return after.length ? Math.min(...after) : (last ?? -1) + 1
}

/**
 * The last day on which an invoice may be paid: its due date, or the next working day where that is on a weekend or a holiday
 * (§ 193 BGB). Nobody is reminded before that day has passed.
 */
export const lastDayToPay = ({ dueDate }: Pick<DunnedInvoice, 'dueDate'>, holidays: ReadonlySet<string>): string =>
  firstWorkingDayFrom(dueDate, holidays)

/**
 * True where the daily run sends this step: so many days after the due date the first, after the reminder before it each
 * further one, and never two on one day.
 */
export function isDueByInterval(
  invoice: DunnedInvoice,
  remindedAt: Date | null,
  dunning: Dunning,
  holidays: ReadonlySet<string>,
  today: string,
) {
  const level = nextLevel(invoice.reminderLevel, dunning)
  const settings = dunning.levels.find((each) => each.level === level)
  if (!settings) return false
  const from = remindedAt ? toBerlinDate(remindedAt) : lastDayToPay(invoice, holidays)
  return daysBetween(from, today) >= Math.max(1, settings.days)
}

/**
 * The last of the 30 days of § 286 (3) BGB, or the next working day (BGH III ZR 159/06). They count from the last day to pay.
 */
const endOfThirtyDays = (invoice: DunnedInvoice, holidays: ReadonlySet<string>): string =>
  firstWorkingDayFrom(addDays(lastDayToPay(invoice, holidays), 30), holidays)

/**
 * What the next reminder claims on a day. In default is who was reminded, from the day after, or who is no consumer and has
 * not paid within 30 days of the due date (§ 286 BGB). What puts a client in default costs nothing yet: neither does the
 * friendly reminder, nor a first one of a higher level before those 30 days have passed. What was credited was never owed, so that it
 * bore no interest; a payment lowers the debt from its day on.
 */
export function computeReminderClaim(
  invoice: DunnedInvoice,
  { entries, reminders, isConsumer, settledChargesCents }: DunningHistory,
  dunning: Dunning,
  rates: readonly BaseRate[],
  holidays: ReadonlySet<string>,
  today: string,
): ReminderClaim {
  const level = nextLevel(invoice.reminderLevel, dunning)
  const [first] = reminders
  const remindedOn = first ? toBerlinDate(first.sentAt) : today
  const thirtiethDay = endOfThirtyDays(invoice, holidays)
  const defaultSince = addDays(isConsumer || remindedOn < thirtiethDay ? remindedOn : thirtiethDay, 1)
  const isCharged = level > 0 && (first !== undefined || defaultSince <= today)

  const feeCents = isCharged ? (dunning.levels.find((each) => each.level === level)?.feeCents ?? 0) : 0
  const fees = [
    ...reminders.map(({ level, sentAt, feeCents }) => ({ level, day: toBerlinDate(sentAt), cents: feeCents })),
    { level, day: today, cents: feeCents },
  ].filter(({ cents }) => cents > 0)
  const claimedBefore = reminders.reduce((sum, each) => sum + each.flatFeeCents, 0)
  const flatFeeCents = isCharged && !isConsumer && claimedBefore === 0 ? flatSumCents : 0
  const [credits, movements] = [entries.filter(isCreditNote), entries.filter((entry) => !isCreditNote(entry))]
  const owedCents = credits.reduce((owed, { cents }) => owed + cents, invoice.totalCents)
  const debt = { cents: owedCents, movements, until: today, points: isConsumer ? 5 : 9 }
  const segments = isCharged ? computeInterest({ ...debt, since: defaultSince }, rates) : []
  const interestCents = segments.reduce((sum, each) => sum + each.interestCents, 0)
  const isRateMissing = segments.length > 0 && (rates.at(-1)?.from ?? '') < startOfHalfYear(today)
  const flatSum = claimedBefore + flatFeeCents
  const allFees = fees.reduce((sum, { cents }) => sum + cents, 0)
  // § 288 (5) sentence 3 BGB: fees are costs of enforcement, against which the flat sum is set off.
  const setOffCents = Math.min(flatSum, allFees)
  const allCents = allFees + flatSum - setOffCents + interestCents
  const chargesCents = Math.max(0, allCents - settledChargesCents)
  const openCents = entries.reduce((open, { cents }) => open + cents, invoice.totalCents)
  if (openCents !== invoice.openCents)
    throw new RangeError('The movements of the invoice do not lead to its open amount.')
  return {
    level,
    earlierLevels: reminders.map((each) => each.level),
    defaultSince,
    openCents,
    entries,
    feeCents,
    fees,
    flatFeeCents,
    flatSumCents: flatSum,
    setOffCents,
    segments,
    interestCents,
    missingBaseRateFrom: isRateMissing ? startOfHalfYear(today) : null,
    settledChargesCents,
    chargesCents,
    totalCents: openCents + chargesCents,
  }
}

const isCreditNote = ({ kind }: BalanceEntry) => kind === 'credit'
