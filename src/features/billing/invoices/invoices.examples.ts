import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** Objects that the examples refer to. A test creates each and sends every example unchanged. */
export const things = {
  draft: createExampleId(14),
  sent: createExampleId(15),
  payment: createExampleId(16),
  creditor: createExampleId(24),
}

const consulting = {
  description: 'Beratung zur Einführung\nWorkshop vor Ort, ein Tag',
  quantity: 8,
  unit: 'HUR',
  unit_price_cents: 11000,
  tax_rate: 19,
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/invoices': things.draft, '/payments': things.payment },
  operations: {
    organizationPreview: { body: { accent_color: '#0f766e', default_language: 'en' } },
    listInvoices: {
      parameters: { status: ['sent', 'overdue'], client_id: clients.client, from: '2026-01-01', to: '2026-12-31' },
    },
    createInvoice: {
      body: {
        client_id: clients.client,
        issue_date: '2026-01-31',
        due_date: '2026-02-14',
        service_from: '2026-01-01',
        service_to: '2026-01-31',
        introduction: 'Vielen Dank für die gute Zusammenarbeit.',
        line_items: [
          consulting,
          { description: 'Fahrtkosten', quantity: 84, unit: 'KMT', unit_price_cents: 42, tax_rate: 19 },
        ],
      },
    },
    invoicePicture: {
      body: { client_id: clients.client, issue_date: '2026-01-31', due_date: '2026-02-14', line_items: [consulting] },
    },
    invoicePreview: { body: { client_id: clients.client, line_items: [consulting] } },
    updateInvoice: { body: { due_date: '2026-02-28', line_items: [{ ...consulting, quantity: 9.5 }] } },
    sendInvoice: { body: { cc: ['buchhaltung@mueller.example'], subject: 'Ihre Rechnung' } },
    resendInvoice: { parameters: { id: things.sent }, body: { to: ['einkauf@mueller.example'] } },
    duplicateInvoice: { parameters: { id: things.sent } },
    getInvoiceXml: { parameters: { id: things.sent } },
    listPayments: { parameters: { id: things.sent } },
    creditInvoice: {
      parameters: { id: things.sent },
      body: { line_items: [{ ...consulting, quantity: 2 }], reason: 'Zwei Stunden fielen aus.' },
    },
    recordPayment: {
      parameters: { id: things.sent },
      body: { amount_cents: 50000, paid_at: '2026-02-10', method: 'bank_transfer', reference: 'RE-2026-0001' },
    },
    refundClient: {
      parameters: { id: things.creditor },
      body: {
        amount_cents: 5000,
        paid_at: '2026-02-20',
        method: 'bank_transfer',
        reference: 'Überzahlung RE-2026-0001',
      },
    },
  },
}
