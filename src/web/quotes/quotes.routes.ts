import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, listBy } from '../console/root.ts'

const page = () => import('./quote-page.tsx')

export const quotesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'quotes',
    validateSearch: listBy('status'),
    component: lazyRouteComponent(() => import('./quotes.tsx'), 'Quotes'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'quotes/new',
    validateSearch: ({ client: id }: Record<string, unknown>): { client?: string } =>
      typeof id === 'string' ? { client: id } : {},
    component: lazyRouteComponent(page, 'NewQuote'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'quotes/$id',
    // Whether it is about to be sent.
    validateSearch: ({ send }: Record<string, unknown>): { send?: true } => (send === true ? { send } : {}),
    component: lazyRouteComponent(page, 'QuotePage'),
  }),
] as const
