import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { pageAfterFirst, searchOf } from '../console/search.ts'

const page = () => import('./bank.tsx')

export const bankRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'payments/import',
    component: lazyRouteComponent(page, 'ImportPayments'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'payments/import/$id',
    validateSearch: searchOf({ page: pageAfterFirst }),
    component: lazyRouteComponent(page, 'ProposedPayments'),
  }),
] as const
