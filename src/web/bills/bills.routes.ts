import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'

export const billsRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'bills/read',
    component: lazyPage(() => import('./bill-reader.tsx'), 'BillReaderPage'),
  }),
] as const
