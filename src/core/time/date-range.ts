import { invalidField } from '#core/errors/problem'

/** Throws 422 if the range ends before it starts, instead of returning an empty result. */
export function assertDateRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from && to && to < from) throw invalidField('to', { de: 'liegt vor dem Beginn', en: 'is before the start' })
}
