import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, listBy } from '../console/root.ts'

export const activityRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'activity',
    validateSearch: listBy('kind'),
    component: lazyRouteComponent(() => import('./activity.tsx'), 'Activity'),
  }),
] as const
