import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { listBy, text } from '../console/search.ts'

export const activityRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'activity',
    validateSearch: listBy({ kind: text }),
    component: lazyRouteComponent(() => import('./activity.tsx'), 'Activity'),
  }),
] as const
