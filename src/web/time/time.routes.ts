import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'
import { dateParam, idParam, parseSearch } from '../shell/search-params.ts'
import { parseReportSearch } from './report-search.ts'

export const timeRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'time',
    // A week by one of its days, and whose it is.
    validateSearch: parseSearch({ day: dateParam, member: idParam }),
    component: lazyPage(() => import('./timesheet.tsx'), 'Timesheet'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'time/reports',
    validateSearch: parseReportSearch,
    component: lazyPage(() => import('./reports.tsx'), 'TimeReportPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'time/bill',
    // What of a client, or of one project, is billed; of which days, all where they are not named.
    validateSearch: parseSearch({ client: idParam, project: idParam, from: dateParam, to: dateParam }),
    component: lazyPage(() => import('./bill-time.tsx'), 'BillTimePage'),
  }),
] as const
