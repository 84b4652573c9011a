import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { ClientQuotesResolver } from './client-quotes.resolver.ts'
import { detachProject } from './detach-project.ts'
import { expireQuotes } from './expire-quotes.ts'
import { Quote, quoteMails } from './quote.entity.ts'
import { quoteDocuments } from './quote.http.ts'
import { quotes } from './quote.policy.ts'
import { QuoteResolver, quoteConstraints } from './quote.resolver.ts'
import { InvoiceQuoteResolver, QuoteEdgesResolver } from './quote-edges.resolver.ts'
import { QuotePictureResolver } from './quote-picture.resolver.ts'
import { examples } from './quotes.examples.ts'
import { releaseQuote } from './release-quote.ts'
import { signableQuote } from './signable-quote.ts'

export const feature = {
  name: 'quotes',
  entities: [Quote],
  resolvers: [QuoteResolver, QuoteEdgesResolver, QuotePictureResolver, InvoiceQuoteResolver, ClientQuotesResolver],
  constraints: quoteConstraints,
  readable: { Quote: quotes.read },
  searchable: [{ kind: 'quote', table: 'quotes', permission: quotes.read }],
  signable: [signableQuote],
  bytes: quoteDocuments,
  jobs: ({ services, system }) => [
    { name: 'quotes-expiry', cron: '*/10 * * * *', run: () => expireQuotes(services(), system) },
  ],
  onUndelivered: deliveryFailureHandlers(quoteMails, {
    type: Quote,
    event: 'quote.updated',
    ...{ name: { de: 'Angebot', en: 'quote' }, path: (id) => `/quotes/${id}` },
  }),
  onDelete: { Project: detachProject, Invoice: releaseQuote },
  examples,
  demo: async () => (await import('./quote.demo.ts')).quoteDemo,
  fixture: () => import('./quotes.fixture.ts'),
} satisfies Feature
