import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: below,
    path: '/',
    component: lazyPage(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
