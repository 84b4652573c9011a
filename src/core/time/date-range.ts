import { invalidField } from '#core/errors/problem'

/** 422 where a stretch of days ends before it begins: a slip that an empty answer would hide. */
export function assertDateRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from && to && to < from) throw invalidField('to', { de: 'liegt vor dem Beginn', en: 'is before the start' })
}
