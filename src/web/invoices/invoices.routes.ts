import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, listBy, searchOf, text, yes } from '../console/search.ts'

const page = () => import('./invoice-page.tsx')

export const invoicesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'invoices',
    validateSearch: listBy({ status: text, delivery: text }),
    component: lazyPage(() => import('./invoices.tsx'), 'Invoices'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/new',
    validateSearch: searchOf({ client: id }),
    component: lazyPage(page, 'NewInvoicePage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'invoices/$id',
    // Whether it is about to be sent.
    validateSearch: searchOf({ send: yes }),
    component: lazyPage(page, 'InvoicePage'),
  }),
] as const
