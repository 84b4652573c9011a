import { createChangeResolver } from '#core/graphql/change-resolver'
import { Invoice } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'

export const InvoiceChangesResolver = createChangeResolver(Invoice, invoices.read, {
  name: 'invoice',
  description: 'Changes of invoices and credit notes, each with the document as it is now.',
  change: 'A change of an invoice or credit note.',
  id: 'Id of the invoice or credit note.',
  example: 'invoice.sent',
})
