import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { CashDiscountResolver } from './cash-discount/cash-discount.resolver.ts'
import { invoiceDocumentRoutes } from './document/invoice.http.ts'
import { detachProjectFromDrafts, detachQuoteFromDrafts } from './drafts/detach-drafts.ts'
import { InvoicePictureResolver } from './drafts/invoice-picture.resolver.ts'
import { InvoicePreviewResolver } from './drafts/invoice-preview.resolver.ts'
import { OrganizationPreviewResolver } from './drafts/organization-preview.resolver.ts'
import { Invoice, invoiceMailKinds } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'
import { InvoiceResolver, invoiceConstraints } from './invoice.resolver.ts'
import { InvoiceChangesResolver } from './invoice-changes.resolver.ts'
import { InvoiceEdgesResolver } from './invoice-edges.resolver.ts'
import { examples } from './invoices.examples.ts'
import { markOverdue } from './overdue.ts'
import { ClaimedChargesResolver } from './payments/claimed-charges.resolver.ts'
import { ClientCreditResolver } from './payments/client-credit.resolver.ts'
import { ClientInvoicesResolver } from './payments/client-invoices.resolver.ts'
import { ClientRefund } from './payments/client-refund.entity.ts'
import { Payment } from './payments/payment.entity.ts'
import { PaymentResolver } from './payments/payment.resolver.ts'

export const feature = {
  name: 'invoices',
  entities: [Invoice, Payment, ClientRefund],
  resolvers: [
    InvoiceResolver,
    InvoiceEdgesResolver,
    CashDiscountResolver,
    ClaimedChargesResolver,
    InvoiceChangesResolver,
    InvoicePictureResolver,
    InvoicePreviewResolver,
    OrganizationPreviewResolver,
    PaymentResolver,
    ClientInvoicesResolver,
    ClientCreditResolver,
  ],
  constraints: { ...invoiceConstraints, invoices_content_key: concurrentChange },
  readable: { Invoice: invoices.read },
  searchable: [{ kind: 'invoice', table: 'invoices', permission: invoices.read }],
  bytes: invoiceDocumentRoutes,
  jobs: ({ services, system }) => [
    { name: 'overdue', cron: '*/10 * * * *', run: () => markOverdue(services(), system) },
  ],
  onUndelivered: deliveryFailureHandlers(invoiceMailKinds, {
    type: Invoice,
    event: 'invoice.updated',
    ...{ name: { de: 'Rechnung', en: 'invoice' }, path: (id) => `/invoices/${id}` },
  }),
  onDelete: { Project: detachProjectFromDrafts, Quote: detachQuoteFromDrafts },
  examples,
  demo: async () => (await import('./invoice.demo.ts')).invoiceDemo,
  fixture: () => import('./invoices.fixture.ts'),
} satisfies Feature
