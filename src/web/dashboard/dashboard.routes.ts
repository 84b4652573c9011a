import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: '/',
    component: lazyPage(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
