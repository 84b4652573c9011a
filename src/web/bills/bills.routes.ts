import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'

export const billsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'bills/read',
    component: lazyRouteComponent(() => import('./read-bill.tsx'), 'ReadBill'),
  }),
] as const
