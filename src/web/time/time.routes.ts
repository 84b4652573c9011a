import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { dateParam, idParam, parseSearch } from '../routing/search-params.ts'
import { parseReportSearch } from './report-search.ts'

export const timeRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'time',
    // A day of the selected week, and the member.
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
    // The client or project to bill, and the period. Defaults to everything.
    validateSearch: parseSearch({ client: idParam, project: idParam, from: dateParam, to: dateParam }),
    component: lazyPage(() => import('./bill-time.tsx'), 'BillTimePage'),
  }),
] as const
