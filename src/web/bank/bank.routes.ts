import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { pageParam, parseSearch } from '../routing/search-params.ts'

const page = () => import('./bank-import.tsx')

export const bankRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'payments/import',
    component: lazyPage(page, 'StatementUploadPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'payments/import/$id',
    validateSearch: parseSearch({ page: pageParam }),
    component: lazyPage(page, 'PaymentProposalsPage'),
  }),
] as const
