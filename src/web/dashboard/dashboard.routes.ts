import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: '/',
    component: lazyPage(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
