import type { Fixture, FixtureContext } from '#core/feature/fixture'

const draft = async ({ post, one }: FixtureContext) =>
  post('/quotes', {
    client_id: await one('client'),
    issue_date: '2026-01-15',
    valid_until: '2099-12-31',
    line_items: [{ description: 'Beratung', quantity: 8, unit: 'HUR', unit_price_cents: 11000, tax_rate: 19 }],
  })

const sent = async (workshop: FixtureContext) =>
  workshop.post(`/quotes/${(await draft(workshop)).id}/send`, { channel: 'none' })

export const fixture = {
  quote: draft,
  sentQuote: sent,
  signedQuote: async (workshop) =>
    workshop.post(`/quotes/${(await sent(workshop)).id}/mark-signed`, { name: 'Kim Sommer', date: '2026-01-20' }),
} satisfies Fixture
