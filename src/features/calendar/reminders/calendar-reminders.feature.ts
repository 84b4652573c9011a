import type { Feature } from '#core/feature/feature'
import { sendDueReminders } from './send-reminders.ts'

export const feature = {
  name: 'calendar-reminders',
  jobs: ({ services, system }) => [
    { name: 'calendar-reminders', cron: '* * * * *', run: () => sendDueReminders(services(), system) },
  ],
} satisfies Feature
