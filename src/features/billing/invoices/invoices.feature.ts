import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { ClaimedChargesResolver } from './claimed-charges.resolver.ts'
import { ClientCreditResolver } from './client-credit.resolver.ts'
import { ClientInvoicesResolver } from './client-invoices.resolver.ts'
import { ClientRefund } from './client-refund.entity.ts'
import { detachProject, detachQuote } from './detach.ts'
import { GrantedDiscountResolver } from './granted-discount.resolver.ts'
import { Invoice, invoiceMails } from './invoice.entity.ts'
import { invoiceDocuments } from './invoice.http.ts'
import { invoices } from './invoice.policy.ts'
import { InvoiceResolver, invoiceConstraints } from './invoice.resolver.ts'
import { InvoiceChangesResolver } from './invoice-changes.resolver.ts'
import { InvoiceEdgesResolver } from './invoice-edges.resolver.ts'
import { InvoicePictureResolver } from './invoice-picture.resolver.ts'
import { InvoicePreviewResolver } from './invoice-preview.resolver.ts'
import { examples } from './invoices.examples.ts'
import { OrganizationPreviewResolver } from './organization-preview.resolver.ts'
import { markOverdue } from './overdue.ts'
import { Payment } from './payment.entity.ts'
import { PaymentResolver } from './payment.resolver.ts'

export const feature = {
  name: 'invoices',
  entities: [Invoice, Payment, ClientRefund],
  resolvers: [
    InvoiceResolver,
    InvoiceEdgesResolver,
    GrantedDiscountResolver,
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
  bytes: invoiceDocuments,
  jobs: ({ services, system }) => [
    { name: 'overdue', cron: '*/10 * * * *', run: () => markOverdue(services(), system) },
  ],
  onUndelivered: deliveryFailureHandlers(invoiceMails, {
    type: Invoice,
    event: 'invoice.updated',
    ...{ name: { de: 'Rechnung', en: 'invoice' }, path: (id) => `/invoices/${id}` },
  }),
  onDelete: { Project: detachProject, Quote: detachQuote },
  examples,
  demo: async () => (await import('./invoice.demo.ts')).invoiceDemo,
  fixture: () => import('./invoices.fixture.ts'),
} satisfies Feature
