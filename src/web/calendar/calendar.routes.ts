import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { day, id, oneOf, searchOf } from '../console/search.ts'
import { views } from './views.ts'

/** Some ids; nobody's where none of them is one. */
const ids = (given: unknown): string[] | undefined => {
  const known = Array.isArray(given) ? given.filter((each): each is string => id(each) !== undefined) : []
  return known.length > 0 ? known : undefined
}

const search = searchOf({
  view: oneOf(...views),
  /** A day that is shown; today where none stands there. */
  date: day,
  /** Whose calendars are shown; everybody's where nobody stands there. */
  members: ids,
  /** What is to be entered as soon as it is open. */
  enter: oneOf('event', 'absence'),
})

export const calendarRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'calendar',
    validateSearch: search,
    component: lazyPage(() => import('./calendar.tsx'), 'Calendar'),
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
