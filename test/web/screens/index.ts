import { appScreens } from './app.ts'
import { bankScreens } from './bank.ts'
import { calendarScreens } from './calendar.ts'
import { calendarPageScreens } from './calendar-page.ts'
import { clientsScreens } from './clients.ts'
import { consoleScreens } from './console.ts'
import { contractScreens } from './contracts.ts'
import { dashboardScreens } from './dashboard.ts'
import { documentScreens } from './documents.ts'
import { filesScreens } from './files.ts'
import { integrationScreens } from './integrations.ts'
import { invoiceScreens } from './invoice.ts'
import { pagesScreens } from './pages.ts'
import { quoteScreens } from './quotes.ts'
import { recurringScreens } from './recurring.ts'
import type { Step } from './step.ts'
import { taskScreens } from './tasks.ts'
import { timeScreens } from './time.ts'
import { whiteboardScreens } from './whiteboards.ts'
import { workScreens } from './work.ts'

/** What a service shows in which there is no organization yet. */
export const firstRunScreens: Readonly<Record<string, Step>> = {
  'first-run': async ({ page }) => page.getByRole('heading', { level: 1 }).waitFor(),
}

/** A step goes on from where those before it in its walk have brought the page; all go on from having signed in. */
export const walks: readonly Readonly<Record<string, Step>>[] = [
  appScreens,
  dashboardScreens,
  consoleScreens,
  clientsScreens,
  bankScreens,
  calendarScreens,
  calendarPageScreens,
  documentScreens,
  integrationScreens,
  invoiceScreens,
  recurringScreens,
  quoteScreens,
  contractScreens,
  timeScreens,
  workScreens,
  taskScreens,
  whiteboardScreens,
  pagesScreens,
  filesScreens,
]
