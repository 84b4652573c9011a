import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as invoices } from '#features/billing/invoices/invoices.examples'

const things = {
  paymentImport: createExampleId(46),
  transaction: createExampleId(47),
  statementFile: createExampleId(48),
}

export const examples: Examples = {
  things,
  ids: { '/payments/import': things.paymentImport },
  operations: {
    importPayments: { body: { file_id: things.statementFile } },
    confirmPayments: {
      body: { payments: [{ transaction_id: things.transaction, invoice_id: invoices.sent, amount_cents: 10000 }] },
    },
  },
}
