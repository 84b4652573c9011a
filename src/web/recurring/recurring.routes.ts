import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, list } from '../console/root.ts'

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
    validateSearch: ({ client: id }: Record<string, unknown>): { client?: string } =>
      typeof id === 'string' ? { client: id } : {},
    component: lazyRouteComponent(page, 'NewRecurringInvoice'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/recurring/$id',
    component: lazyRouteComponent(page, 'RecurringInvoicePage'),
  }),
] as const
