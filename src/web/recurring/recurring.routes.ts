import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { id, list, searchOf } from '../console/search.ts'

const page = () => import('./recurring-page.tsx')

export const recurringRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./recurring-list.tsx'), 'RecurringInvoices'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring/new',
    validateSearch: searchOf({ client: id }),
    component: lazyRouteComponent(page, 'NewRecurringInvoice'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring/$id',
    component: lazyRouteComponent(page, 'RecurringInvoicePage'),
  }),
] as const
