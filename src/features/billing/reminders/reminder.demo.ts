import type { Demo, DemoPart } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

interface Listed {
  invoices: { id: string; due_date: string }[]
}

/** Dunning settings, and reminders of the longest overdue invoices. */
export const reminderDemo: DemoPart = {
  title: { de: 'Mahnungen', en: 'Reminders' },
  inOrder: true,
  steps: (demo) => [() => saveDunningSettings(demo), () => sendReminders(demo)],
}

const saveDunningSettings = ({ call, owner }: Demo) =>
  call<void>(owner, 'PUT', '/organization', {
    dunning: {
      automatic: false,
      levels: [
        { level: 0, days: 5, fee_cents: 0 },
        { level: 1, days: 10, fee_cents: 250 },
        { level: 2, days: 10, fee_cents: 250 },
        { level: 3, days: 14, fee_cents: 500 },
      ],
    },
  })

async function sendReminders({ call, owner, today }: Demo) {
  const open = 'status=sent,partially_paid,overdue&sort=due_date&per_page=50'
  const { invoices } = await call<Listed>(owner, 'GET', `/invoices?kind=invoice&${open}`)
  const overdue = invoices.filter(({ due_date }) => due_date < addDays(today, -3)).slice(0, 5)
  // Nobody is mailed.
  for (const [index, { id }] of overdue.entries())
    for (let step = index; step < 4; step++) await call(owner, 'POST', `/invoices/${id}/reminders`, { channel: 'none' })
}
