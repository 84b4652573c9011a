import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, list, searchOf } from '../console/search.ts'

const page = () => import('./recurring-page.tsx')

export const recurringRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring',
    validateSearch: list,
    component: lazyPage(() => import('./recurring-list.tsx'), 'RecurringInvoices'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring/new',
    validateSearch: searchOf({ client: id }),
    component: lazyPage(page, 'NewRecurringInvoicePage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring/$id',
    component: lazyPage(page, 'RecurringInvoicePage'),
  }),
] as const
