import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { dateParam, enumParam, idParam, parseSearch } from '../routing/search-params.ts'
import { views } from './views.ts'

/** Valid ids. If none of several is valid, the filter matches nobody. */
const ids = (given: unknown): string[] | undefined => {
  const known = Array.isArray(given) ? given.filter((each): each is string => idParam(each) !== undefined) : []
  return known.length > 0 ? known : undefined
}

const search = parseSearch({
  view: enumParam(...views),
  /** The selected day. Defaults to today. */
  date: dateParam,
  /** The selected members. Defaults to all. */
  members: ids,
  /** Opens the form for a new event or absence. */
  enter: enumParam('event', 'absence'),
})

export const calendarRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'calendar',
    validateSearch: search,
    component: lazyPage(() => import('./calendar.tsx'), 'Calendar'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'calendar/new',
    beforeLoad: () => {
      throw redirect({ to: '/calendar', search: { enter: 'event' }, replace: true })
    },
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'calendar/absence',
    beforeLoad: () => {
      throw redirect({ to: '/calendar', search: { enter: 'absence' }, replace: true })
    },
  }),
] as const
