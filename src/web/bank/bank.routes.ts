import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'
import { pageParam, parseSearch } from '../shell/search-params.ts'

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
