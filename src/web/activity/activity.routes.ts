import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { listSearchWith, textParam } from '../routing/search-params.ts'

export const activityRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'activity',
    validateSearch: listSearchWith({ kind: textParam }),
    component: lazyPage(() => import('./activity.tsx'), 'Activity'),
  }),
] as const
