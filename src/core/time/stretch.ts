import { invalid } from '#core/errors/problem'

/** 422 where a stretch of days ends before it begins: a slip that an empty answer would hide. */
export function assertForward({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from && to && to < from) throw invalid('to', { de: 'liegt vor dem Beginn', en: 'is before the start' })
}
