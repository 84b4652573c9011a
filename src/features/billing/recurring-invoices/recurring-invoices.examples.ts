import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** Objects that the examples refer to. A test creates each and sends every example unchanged. */
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

/** Example requests by operation. */
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
