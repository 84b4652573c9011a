import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { flagParam, idParam, listSearchWith, parseSearch, textParam } from '../routing/search-params.ts'

export const invoicesRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'invoices',
    validateSearch: listSearchWith({ status: textParam, delivery: textParam }),
    component: lazyPage(() => import('./invoices.tsx'), 'Invoices'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'invoices/new',
    validateSearch: parseSearch({ client: idParam }),
    component: lazyPage(() => import('./new-invoice-page.tsx'), 'NewInvoicePage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'invoices/$id',
    // Opens the send dialog.
    validateSearch: parseSearch({ send: flagParam }),
    component: lazyPage(() => import('./invoice-page.tsx'), 'InvoicePage'),
  }),
] as const
