import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { dayOfAddress as day, readReport } from './report-search.ts'

/** A week by one of its days, and whose it is. */
export interface WeekSearch {
  day?: string
  member?: string
}

/** What of a client, or of one project, is billed; of which days, all where they are not named. */
export interface BillSearch {
  client?: string
  project?: string
  from?: string
  to?: string
}

const text = (given: unknown) => (typeof given === 'string' && given !== '' ? given : undefined)

export const timeRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'time',
    validateSearch: ({ day: within, member }: Record<string, unknown>): WeekSearch => ({
      ...(day(within) && { day: day(within) }),
      ...(text(member) && { member: text(member) }),
    }),
    component: lazyRouteComponent(() => import('./timesheet.tsx'), 'Timesheet'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'time/reports',
    validateSearch: readReport,
    component: lazyRouteComponent(() => import('./reports.tsx'), 'Reports'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'time/bill',
    validateSearch: ({ client, project, from, to }: Record<string, unknown>): BillSearch => ({
      ...(text(client) && { client: text(client) }),
      ...(text(project) && { project: text(project) }),
      ...(day(from) && { from: day(from) }),
      ...(day(to) && { to: day(to) }),
    }),
    component: lazyRouteComponent(() => import('./bill.tsx'), 'Bill'),
  }),
] as const
