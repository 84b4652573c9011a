import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { idParam, parseSearch } from '../routing/search-params.ts'

export const pagesRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'pages',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q } : {},
    component: lazyPage(() => import('./pages.tsx'), 'Pages'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'pages/new',
    // The parent of the new page.
    validateSearch: parseSearch({ parent: idParam }),
    component: lazyPage(() => import('./new-page.tsx'), 'PageCreation'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'pages/$id',
    component: lazyPage(() => import('./page-view.tsx'), 'PageView'),
  }),
] as const
