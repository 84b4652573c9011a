import type { CacheRules } from '../graphql/cache-rules.ts'

export const invoicesCache: CacheRules = {
  invalidates: {
    createInvoice: ['invoices'],
    deleteInvoice: ['invoices'],
    duplicateInvoice: ['invoices'],
    creditInvoice: ['invoices'],
    recordPayment: ['invoices', 'invoice', 'client'],
    remindInvoice: ['invoice'],
    reversePayment: ['invoices', 'invoice', 'client'],
  },
}
