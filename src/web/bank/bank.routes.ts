import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { pageAfterFirst, searchOf } from '../console/search.ts'

const page = () => import('./bank-import.tsx')

export const bankRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'payments/import',
    component: lazyPage(page, 'StatementUploadPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'payments/import/$id',
    validateSearch: searchOf({ page: pageAfterFirst }),
    component: lazyPage(page, 'PaymentProposalsPage'),
  }),
] as const
