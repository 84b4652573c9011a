import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { allowReconversion } from './allow-reconversion.ts'
import { ClientQuotesResolver } from './client-quotes.resolver.ts'
import { detachProjectFromQuotes } from './detach-project.ts'
import { expireQuotes } from './expire-quotes.ts'
import { Quote, quoteMailKinds } from './quote.entity.ts'
import { quoteDocumentRoutes } from './quote.http.ts'
import { quotes } from './quote.policy.ts'
import { QuoteResolver, quoteConstraints } from './quote.resolver.ts'
import { QuotePreviewResolver } from './quote-preview.resolver.ts'
import { InvoiceQuoteResolver, QuoteRelationsResolver } from './quote-relations.resolver.ts'
import { examples } from './quotes.examples.ts'
import { signableQuote } from './signable-quote.ts'

export const feature = {
  name: 'quotes',
  entities: [Quote],
  resolvers: [QuoteResolver, QuoteRelationsResolver, QuotePreviewResolver, InvoiceQuoteResolver, ClientQuotesResolver],
  constraints: quoteConstraints,
  readable: { Quote: quotes.read },
  searchable: [{ kind: 'quote', table: 'quotes', permission: quotes.read }],
  signable: [signableQuote],
  bytes: quoteDocumentRoutes,
  jobs: ({ services, system }) => [
    { name: 'quotes-expiry', cron: '*/10 * * * *', run: () => expireQuotes(services(), system) },
  ],
  onUndelivered: deliveryFailureHandlers(quoteMailKinds, {
    type: Quote,
    event: 'quote.updated',
    ...{ name: { de: 'Angebot', en: 'quote' }, path: (id) => `/quotes/${id}` },
  }),
  onDelete: { Project: detachProjectFromQuotes, Invoice: allowReconversion },
  examples,
  demo: async () => (await import('./quote.demo.ts')).quoteDemo,
  fixture: () => import('./quotes.fixture.ts'),
} satisfies Feature
