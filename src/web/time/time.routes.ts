import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { day, id, searchOf } from '../console/search.ts'
import { parseReportSearch } from './report-search.ts'

export const timeRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'time',
    // A week by one of its days, and whose it is.
    validateSearch: searchOf({ day, member: id }),
    component: lazyPage(() => import('./timesheet.tsx'), 'Timesheet'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'time/reports',
    validateSearch: parseReportSearch,
    component: lazyPage(() => import('./reports.tsx'), 'TimeReportPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'time/bill',
    // What of a client, or of one project, is billed; of which days, all where they are not named.
    validateSearch: searchOf({ client: id, project: id, from: day, to: day }),
    component: lazyPage(() => import('./bill-time.tsx'), 'BillTimePage'),
  }),
] as const
