import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'

export const billsRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'bills/read',
    component: lazyPage(() => import('./bill-reader.tsx'), 'BillReaderPage'),
  }),
] as const
