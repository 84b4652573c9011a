import { LRUCache } from 'lru-cache'
import type { Context } from '#core/operation/context'

const known = new LRUCache<string, true>({ max: 1000 })

/** Whose log it is. */
export interface Reporting {
  organizationId: string
  services: Pick<Context['services'], 'log'>
}

/** Logs that a series is left out of what is shown: once, for it is left out again whenever somebody looks. */
export function reportUnreadable(
  { organizationId, services }: Reporting,
  { id, recurrence }: { id: string; recurrence: string | null },
  error: unknown,
): void {
  const key = `${id} ${recurrence}`
  if (known.has(key)) return
  known.set(key, true)
  services.log.error({ organization_id: organizationId, event: id, err: error }, 'a series is left out')
}
