import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, listBy, searchOf, text, yes } from '../console/search.ts'

const page = () => import('./quote-page.tsx')

export const quotesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'quotes',
    validateSearch: listBy({ status: text, delivery: text }),
    component: lazyPage(() => import('./quotes.tsx'), 'Quotes'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'quotes/new',
    validateSearch: searchOf({ client: id }),
    component: lazyPage(page, 'NewQuotePage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'quotes/$id',
    // Whether it is about to be sent.
    validateSearch: searchOf({ send: yes }),
    component: lazyPage(page, 'QuotePage'),
  }),
] as const
