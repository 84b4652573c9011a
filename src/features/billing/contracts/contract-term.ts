import { addDays } from '#core/time/clock'

/** Determines when a contract can end. */
export interface ContractTerm {
  startsOn: string | null
  endsOn: string | null
  noticePeriodDays: number | null
}

/** False if it has neither a last day nor a notice period. Then its text or the law decides (§§ 580a, 621 BGB …). */
export const hasComputableEnd = ({ endsOn, noticePeriodDays }: ContractTerm) =>
  endsOn !== null || noticePeriodDays !== null

/**
 * First day on which a contract can end after notice. The day of notice does not count (§ 187 (1), § 188 (1) BGB). It cannot end before it
 * starts or after its last day; a fixed term without a notice period runs to its last day, and without both it may end on any day from the
 * notice on.
 */
export function computeEarliestEnd({ startsOn, endsOn, noticePeriodDays }: ContractTerm, noticeOn: string): string {
  if (endsOn !== null && noticePeriodDays === null) return endsOn
  const afterNotice = addDays(noticeOn, noticePeriodDays ?? 0)
  const begun = startsOn !== null && startsOn > afterNotice ? startsOn : afterNotice
  return endsOn !== null && endsOn < begun ? endsOn : begun
}
