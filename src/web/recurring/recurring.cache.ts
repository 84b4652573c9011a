import type { CacheRules } from '../graphql/cache-rules.ts'

export const recurringCache: CacheRules = {
  invalidates: {
    createRecurringInvoice: ['recurringInvoices'],
    deleteRecurringInvoice: ['recurringInvoices'],
    runRecurringInvoice: ['invoices', 'recurringInvoice'],
  },
}
