import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  recurringInvoice: async ({ post, one }) =>
    post('/recurring-invoices', {
      client_id: await one('client'),
      interval: 'month',
      starts_on: '2027-01-31',
      line_items: [{ description: 'Wartung {month}', quantity: 1, unit_price_cents: 24000, tax_rate: 19 }],
    }),
} satisfies Fixture
