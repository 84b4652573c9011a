import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { type View, views } from './views.ts'

/** What stands in the address of the calendar. */
interface CalendarSearch {
  view?: View
  /** A day that is shown; today where none stands there. */
  date?: string
  /** Whose calendars are shown, by their ids; everybody's where nobody stands there. */
  members?: string[]
  /** What is to be entered as soon as it is open. */
  enter?: 'event' | 'absence'
}

const isDay = (day: unknown): day is string =>
  typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))

const search = ({ view, date, members, enter }: Record<string, unknown>): CalendarSearch => {
  const shown = views.find((each) => each === view)
  const ids = Array.isArray(members) ? members.filter((each) => typeof each === 'string') : []
  return {
    ...(shown && { view: shown }),
    ...(isDay(date) && { date }),
    ...(ids.length > 0 && { members: ids }),
    ...((enter === 'event' || enter === 'absence') && { enter }),
  }
}

export const calendarRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'calendar',
    validateSearch: search,
    component: lazyRouteComponent(() => import('./calendar.tsx'), 'Calendar'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'calendar/new',
    beforeLoad: () => {
      throw redirect({ to: '/calendar', search: { enter: 'event' }, replace: true })
    },
  }),
  createRoute({
    getParentRoute: below,
    path: 'calendar/absence',
    beforeLoad: () => {
      throw redirect({ to: '/calendar', search: { enter: 'absence' }, replace: true })
    },
  }),
] as const
