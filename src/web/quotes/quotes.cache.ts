import type { CacheRules } from '../graphql/cache-rules.ts'

export const quotesCache: CacheRules = {
  invalidates: {
    createQuote: ['quotes'],
    deleteQuote: ['quotes'],
    duplicateQuote: ['quotes'],
    convertQuoteToInvoice: ['invoices', 'quotes', 'quote'],
  },
}
