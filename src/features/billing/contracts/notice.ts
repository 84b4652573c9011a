import { addDays } from '#core/time/clock'

/** What decides when a contract can end. */
export interface Term {
  startsOn: string | null
  endsOn: string | null
  noticePeriodDays: number | null
}

/**
 * The first day on which a contract can end where notice is given on a day. That day does not count (§ 187 Abs. 1, § 188 Abs. 1 BGB).
 * It does not end before it has begun, nor later than its own last day; a fixed term without a notice period runs until then.
 */
export function earliestEnd({ startsOn, endsOn, noticePeriodDays }: Term, noticeOn: string): string {
  if (endsOn !== null && noticePeriodDays === null) return endsOn
  const afterNotice = addDays(noticeOn, noticePeriodDays ?? 0)
  const begun = startsOn !== null && startsOn > afterNotice ? startsOn : afterNotice
  return endsOn !== null && endsOn < begun ? endsOn : begun
}
