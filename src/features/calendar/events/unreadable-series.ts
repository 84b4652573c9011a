import { LRUCache } from 'lru-cache'
import type { Context } from '#core/operation/context'

const reportedSeries = new LRUCache<string, true>({ max: 1000 })

export interface ReportContext {
  organizationId: string
  services: Pick<Context['services'], 'log'>
}

/** Logged once per series, because it is left out of every response. */
export function reportUnreadableSeries(
  { organizationId, services }: ReportContext,
  { id, recurrence }: { id: string; recurrence: string | null },
  error: unknown,
): void {
  const key = `${id} ${recurrence}`
  if (reportedSeries.has(key)) return
  reportedSeries.set(key, true)
  services.log.error({ organization_id: organizationId, event: id, err: error }, 'a series is left out')
}
