import { addDays } from '#core/time/clock'

/** What decides when a contract can end. */
export interface ContractTerm {
  startsOn: string | null
  endsOn: string | null
  noticePeriodDays: number | null
}

/**
 * Whether the contract says by itself when it can end. Where it has neither a last day nor a notice period here, its text or the law does
 * (§ 621 BGB for services, § 580a for rent …), and nobody can compute it.
 */
export const hasComputableEnd = ({ endsOn, noticePeriodDays }: ContractTerm) =>
  endsOn !== null || noticePeriodDays !== null

/**
 * The first day on which a contract can end where notice is given on a day. That day does not count (§ 187 Abs. 1, § 188 Abs. 1 BGB).
 * It does not end before it has begun, nor later than its own last day; a fixed term without a notice period runs until then,
 * and what says neither may end on any day from the notice on.
 */
export function computeEarliestEnd({ startsOn, endsOn, noticePeriodDays }: ContractTerm, noticeOn: string): string {
  if (endsOn !== null && noticePeriodDays === null) return endsOn
  const afterNotice = addDays(noticeOn, noticePeriodDays ?? 0)
  const begun = startsOn !== null && startsOn > afterNotice ? startsOn : afterNotice
  return endsOn !== null && endsOn < begun ? endsOn : begun
}
