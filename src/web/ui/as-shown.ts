import type { Outcome } from '../graphql/send.ts'
import type { Followed } from '../graphql/watch.ts'
import { t } from '../i18n/locale.ts'
import { useWhoChanged, type Versioned } from './who-changed.ts'

/**
 * For what cannot be taken back: it is done to what is shown, and to nothing else. Where somebody has changed that meanwhile, that
 * is told, by whom these events know, and it can be confirmed anew.
 */
export function useAsShown(events: readonly Followed[], onChanged: (text: string) => void) {
  const whoChanged = useWhoChanged()
  return async <R>(shown: Versioned, change: (version: number) => Promise<Outcome<R>>): Promise<Outcome<R>> => {
    const outcome = await change(shown.version)
    if (outcome.problem?.code !== 'precondition_failed') return outcome
    const message = t.changedBefore(events.length > 0 ? await whoChanged(events, shown) : [])
    onChanged(message)
    return { problem: { code: 'changed_since', message, fields: {} } }
  }
}
