import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'
import { listSearchWith, textParam } from '../shell/search-params.ts'

export const activityRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'activity',
    validateSearch: listSearchWith({ kind: textParam }),
    component: lazyPage(() => import('./activity.tsx'), 'Activity'),
  }),
] as const
