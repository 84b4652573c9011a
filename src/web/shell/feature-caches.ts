import { calendarCache } from '../calendar/calendar.cache.ts'
import { clientsCache } from '../clients/clients.cache.ts'
import { contractsCache } from '../contracts/contracts.cache.ts'
import { filesCache } from '../files/files.cache.ts'
import { invoicesCache } from '../invoices/invoices.cache.ts'
import { pagesCache } from '../pages/pages.cache.ts'
import { projectsCache } from '../projects/projects.cache.ts'
import { quotesCache } from '../quotes/quotes.cache.ts'
import { recurringCache } from '../recurring/recurring.cache.ts'
import { settingsCache } from '../settings/settings.cache.ts'
import { tasksCache } from '../tasks/tasks.cache.ts'
import { timeCache } from '../time/time.cache.ts'

/** The cache rules of all features. */
export const featureCaches = [
  calendarCache,
  clientsCache,
  contractsCache,
  filesCache,
  invoicesCache,
  pagesCache,
  projectsCache,
  quotesCache,
  recurringCache,
  settingsCache,
  tasksCache,
  timeCache,
] as const
