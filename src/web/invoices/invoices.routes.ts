import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, listBy } from '../console/root.ts'

const page = () => import('./invoice-page.tsx')

export const invoicesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'invoices',
    validateSearch: listBy('status'),
    component: lazyRouteComponent(() => import('./invoices.tsx'), 'Invoices'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/new',
    validateSearch: ({ client: id }: Record<string, unknown>): { client?: string } =>
      typeof id === 'string' ? { client: id } : {},
    component: lazyRouteComponent(page, 'NewInvoice'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/$id',
    // Whether it is about to be sent.
    validateSearch: ({ send }: Record<string, unknown>): { send?: true } => (send === true ? { send } : {}),
    component: lazyRouteComponent(page, 'InvoicePage'),
  }),
] as const
