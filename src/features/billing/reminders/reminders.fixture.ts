import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  overdue: async ({ send, one }) => {
    const { id } = await send('POST', `/invoices/${await one('sent')}/duplicate`)
    await send('PUT', `/invoices/${id}`, { issue_date: '2026-01-10', due_date: '2026-01-24' })
    return send('POST', `/invoices/${id}/send`, { channel: 'none' })
  },
  reminder: async ({ post, one }) => post(`/invoices/${await one('overdue')}/reminders`, { channel: 'none' }),
} satisfies Fixture
