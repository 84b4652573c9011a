import { addDays, firstWorkingDayFrom, toBerlinDate } from '#core/time/clock'
import type { Dunning } from '#features/people/organizations/settings.type'
import type { BalanceEntry, DunningHistory } from './dunning-history.ts'
import { type BaseRate, computeInterest, daysBetween, type InterestPeriod, startOfHalfYear } from './interest.ts'

export const lastReminderLevel = 3

/** § 288 (5) BGB: once for an invoice, not from consumers. */
const flatSumCents = 4000

export interface DunnedInvoice {
  totalCents: number
  openCents: number
  dueDate: string
  reminderLevel: number | null
}

/** Amounts in cents. */
export interface ReminderClaim {
  level: number
  /** Levels sent before, lowest first. */
  earlierLevels: number[]
  /** First day of default, from which interest runs. */
  defaultSince: string
  openCents: number
  /** Payments, credits and returns that led to the open amount. */
  entries: BalanceEntry[]
  /** The fee of this level. */
  feeCents: number
  /** Fees of all levels so far, this one last. */
  fees: { level: number; day: string; cents: number }[]
  /** Flat sum if this reminder is the first to claim it. */
  flatFeeCents: number
  /** Flat sum if any reminder has claimed it. */
  flatSumCents: number
  /** Part of the flat sum that is set off against the fees. */
  setOffCents: number
  segments: InterestPeriod[]
  interestCents: number
  /** First day of the half-year whose base rate is missing; the previous rate is used. */
  missingBaseRateFrom: string | null
  settledChargesCents: number
  /** The larger of fees and flat sum, plus interest, less payments on them. */
  chargesCents: number
  totalCents: number
}

/** The next configured level, or else the next number. */
function nextLevel(last: number | null, { levels }: Dunning): number {
  const after = levels.map(({ level }) => level).filter((level) => level > (last ?? -1))
  return after.length ? Math.min(...after) : (last ?? -1) + 1
}

/**
 * Due date, or the next working day after a weekend or holiday (§ 193 BGB). No reminder is sent before that day has
 * passed.
 */
export const lastDayToPay = ({ dueDate }: Pick<DunnedInvoice, 'dueDate'>, holidays: ReadonlySet<string>): string =>
  firstWorkingDayFrom(dueDate, holidays)

/**
 * Whether the daily run sends the next level: the configured days after the due date or the previous reminder, and never
 * two on one day.
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

/** Last of the 30 days of § 286 (3) BGB, counted from the last day to pay, or the next working day (BGH III ZR 159/06). */
const endOfThirtyDays = (invoice: DunnedInvoice, holidays: ReadonlySet<string>): string =>
  firstWorkingDayFrom(addDays(lastDayToPay(invoice, holidays), 30), holidays)

/**
 * Claim of the next reminder on a day. Default begins the day after the first reminder or, unless the client is a
 * consumer, 30 days after the due date (§ 286 BGB). The reminder that causes default claims no charges yet. Credit notes
 * count from the beginning, payments from their day.
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
  // § 288 (5) sentence 3 BGB: the flat sum is set off against the fees.
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
