import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: below,
    path: '/',
    component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
