import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'

/** A week by one of its days, and whose it is. */
export interface WeekSearch {
  day?: string
  member?: string
}

const text = (given: unknown) => (typeof given === 'string' && given !== '' ? given : undefined)

export const timeRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'time',
    validateSearch: ({ day, member }: Record<string, unknown>): WeekSearch => ({
      ...(text(day) && { day: text(day) }),
      ...(text(member) && { member: text(member) }),
    }),
    component: lazyRouteComponent(() => import('./timesheet.tsx'), 'Timesheet'),
  }),
] as const
