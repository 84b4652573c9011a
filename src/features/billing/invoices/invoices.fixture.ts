import type { Fixture, FixtureContext } from '#core/feature/fixture'

async function draft({ send, post }: FixtureContext, client_id: string) {
  await send('PUT', '/organization', {
    legal_name: 'Werkstatt GmbH',
    street: 'Speicherstraße 1',
    postal_code: '20457',
    city: 'Hamburg',
    country: 'DE',
    tax_number: '22/123/45678',
    vat_id: 'DE136695976',
    iban: 'DE02120300000000202051',
  })
  return post('/invoices', {
    client_id,
    issue_date: '2026-01-31',
    due_date: '2026-02-14',
    line_items: [{ description: 'Beratung', quantity: 8, unit: 'HUR', unit_price_cents: 11000, tax_rate: 19 }],
  })
}

const sent = async (workshop: FixtureContext, clientId: string) =>
  workshop.post(`/invoices/${(await draft(workshop, clientId)).id}/send`, { channel: 'none' })

export const fixture = {
  draft: async (workshop) => draft(workshop, await workshop.one('client')),
  sent: async (workshop) => sent(workshop, await workshop.one('client')),
  payment: async ({ post, one }) =>
    post(`/invoices/${await one('sent')}/payments`, { amount_cents: 100, paid_at: '2026-02-01', method: 'cash' }),
  creditor: async (workshop) => {
    const { post, unique } = workshop
    const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
    const client = await post('/clients', { name: 'Weber', email: `${unique()}@weber.example`, ...address })
    const payment = { amount_cents: 200_000, paid_at: '2026-02-01', method: 'bank_transfer', overpayment: 'credit' }
    await post(`/invoices/${(await sent(workshop, client.id)).id}/payments`, payment)
    return client
  },
} satisfies Fixture
