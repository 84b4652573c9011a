import type { Outcome } from '../graphql/fetch-graphql.ts'
import type { EventFilter } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { useFetchChangeAuthors, type Versioned } from './change-authors.ts'

/**
 * For what cannot be taken back: it is done to what is shown, and to nothing else. Where somebody has changed that meanwhile, that
 * is told, by whom these events know, and it can be confirmed anew.
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
