import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { flagParam, idParam, listSearchWith, parseSearch, textParam } from '../routing/search-params.ts'

const page = () => import('./quote-page.tsx')

export const quotesRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'quotes',
    validateSearch: listSearchWith({ status: textParam, delivery: textParam }),
    component: lazyPage(() => import('./quotes.tsx'), 'Quotes'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'quotes/new',
    validateSearch: parseSearch({ client: idParam }),
    component: lazyPage(page, 'NewQuotePage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'quotes/$id',
    // Opens the send dialog.
    validateSearch: parseSearch({ send: flagParam }),
    component: lazyPage(page, 'QuotePage'),
  }),
] as const
