import type { CacheRules } from '../graphql/cache-rules.ts'
import { optimisticTimerMutations, runningTimerUpdates } from './optimistic-timer.ts'

export const timeCache: CacheRules = {
  invalidates: {
    invoiceFromTimeEntries: ['invoices'],
  },
  optimistic: optimisticTimerMutations,
  updates: runningTimerUpdates,
}
