import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { idParam, listSearch, parseSearch } from '../routing/search-params.ts'

const page = () => import('./recurring-page.tsx')

export const recurringRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'invoices/recurring',
    validateSearch: listSearch,
    component: lazyPage(() => import('./recurring-list.tsx'), 'RecurringInvoices'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'invoices/recurring/new',
    validateSearch: parseSearch({ client: idParam }),
    component: lazyPage(page, 'NewRecurringInvoicePage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'invoices/recurring/$id',
    component: lazyPage(page, 'RecurringInvoicePage'),
  }),
] as const
