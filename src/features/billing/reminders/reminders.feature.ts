import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { Invoice } from '../invoices/invoice.entity.ts'
import { BaseRateResolver } from './base-rate.resolver.ts'
import { runDunning } from './dunning-run.ts'
import { missingBaseRateNotice } from './missing-base-rate.ts'
import { Reminder, reminderMailKinds } from './reminder.entity.ts'
import { reminderDocumentRoutes } from './reminder.http.ts'
import { reminders } from './reminder.policy.ts'
import { PlannedReminderResolver, ReminderResolver } from './reminder.resolver.ts'
import { InvoiceRemindersResolver, ReminderEdgesResolver } from './reminder-edges.resolver.ts'
import { examples } from './reminders.examples.ts'
import { reminderConflict } from './send-reminder.ts'

export const feature = {
  name: 'reminders',
  entities: [Reminder],
  resolvers: [
    ReminderResolver,
    PlannedReminderResolver,
    ReminderEdgesResolver,
    InvoiceRemindersResolver,
    BaseRateResolver,
  ],
  constraints: { reminders_level_key: reminderConflict, base_rates_pkey: reminderConflict },
  readable: { Reminder: reminders.read },
  bytes: reminderDocumentRoutes,
  // From 7 in the morning (Berlin); later runs catch up after failures.
  jobs: ({ services, system }) => [
    { name: 'dunning', cron: '5 7-18 * * *', run: () => runDunning(services(), system) },
  ],
  // Reminders never change, so the event is that of the invoice.
  onUndelivered: deliveryFailureHandlers(reminderMailKinds, {
    ...{ type: Invoice, event: 'invoice.updated', field: 'reminders' },
    ...{ name: { de: 'Mahnung', en: 'reminder' }, path: (id) => `/invoices/${id}` },
    find: async (context, id) => (await context.loadOne(Reminder, id))?.invoiceId,
  }),
  notices: [missingBaseRateNotice],
  examples,
  demo: async () => (await import('./reminder.demo.ts')).reminderDemo,
  fixture: () => import('./reminders.fixture.ts'),
} satisfies Feature
