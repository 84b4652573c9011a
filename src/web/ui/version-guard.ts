import type { Outcome } from '../graphql/fetch-graphql.ts'
import type { EventFilter } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { useFetchChangeAuthors, type Versioned } from './change-authors.ts'

/**
 * For irreversible actions: they apply to the shown version only. If somebody has changed it meanwhile, `onChanged` gets a message that
 * names them, from these events, and the user can confirm again.
 */
export function useVersionGuard(events: readonly EventFilter[], onChanged: (text: string) => void) {
  const whoChanged = useFetchChangeAuthors()
  return async <R>(shown: Versioned, change: (version: number) => Promise<Outcome<R>>): Promise<Outcome<R>> => {
    const outcome = await change(shown.version)
    if (outcome.problem?.code !== 'precondition_failed') return outcome
    const message = t.changedBefore(events.length > 0 ? await whoChanged(events, shown) : [])
    onChanged(message)
    return { problem: { code: 'changed_since', message, fields: {} } }
  }
}
