import { appScreens } from './app.ts'
import { calendarScreens } from './calendar.ts'
import { integrationScreens } from './integrations.ts'
import { invoiceScreens } from './invoice.ts'
import type { Step } from './step.ts'

/** Every page that people see, in the order in which they are brought to it. */
export const screens: Readonly<Record<string, Step>> = {
  ...appScreens,
  ...calendarScreens,
  ...integrationScreens,
  ...invoiceScreens,
}
