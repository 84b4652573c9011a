import type { DemoPart } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

export const recurringInvoiceDemo: DemoPart = {
  title: { de: 'Serienrechnungen', en: 'Recurring invoices' },
  steps: ({ language, today, owner, made, call }) => [
    () =>
      call<void>(owner, 'POST', '/recurring-invoices', {
        client_id: made.clients[1]?.id,
        interval: 'month',
        starts_on: `${addDays(today, 30).slice(0, 8)}01`,
        line_items: [
          {
            description: { de: 'Wartung der Website, {period}', en: 'Website maintenance, {period}' }[language],
            quantity: 1,
            unit_price_cents: 24_900,
            tax_rate: 19,
            tax_category: 'S',
          },
        ],
      }),
  ],
}
