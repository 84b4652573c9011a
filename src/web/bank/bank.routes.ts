import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, type ListSearch, list } from '../console/root.ts'

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
    validateSearch: ({ page: of }: Record<string, unknown>): Pick<ListSearch, 'page'> => list({ page: of }),
    component: lazyRouteComponent(page, 'ProposedPayments'),
  }),
] as const
