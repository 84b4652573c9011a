import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  recurringInvoice: createExampleId(45),
}

const care = {
  description: 'Wartung und Betrieb, {period}',
  quantity: 1,
  unit: 'MON',
  unit_price_cents: 24000,
  tax_rate: 19,
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/recurring-invoices': things.recurringInvoice },
  operations: {
    createRecurringInvoice: {
      body: {
        client_id: clients.client,
        interval: 'month',
        starts_on: '2027-01-01',
        mode: 'send',
        introduction: 'Wie vereinbart berechnen wir für {month} {year}:',
        line_items: [care],
      },
    },
    recurringInvoicePicture: {
      body: { client_id: clients.client, interval: 'month', starts_on: '2027-01-01', line_items: [care] },
    },
    updateRecurringInvoice: { body: { paused: true } },
    runRecurringInvoice: { body: { next_on: '2027-01-31' } },
  },
}
