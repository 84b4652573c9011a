import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  webhook: ({ post }) => post('/webhooks', { url: 'https://example.com/kontor', events: ['*'] }),
  /** A delivery that has failed finally. */
  delivery: async ({ post, one, system }) => {
    const delivery = await post(`/webhooks/${await one('webhook')}/test`)
    await system.query(`update webhook_deliveries set status = 'failed', next_attempt_at = null where id = $1`, [
      delivery.id,
    ])
    return delivery
  },
} satisfies Fixture
