import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, searchOf } from '../console/search.ts'

export const pagesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'pages',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q } : {},
    component: lazyPage(() => import('./pages.tsx'), 'Pages'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'pages/new',
    // The page that the new one is to lie under.
    validateSearch: searchOf({ parent: id }),
    component: lazyPage(() => import('./new-page.tsx'), 'PageCreation'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'pages/$id',
    component: lazyPage(() => import('./page-view.tsx'), 'PageView'),
  }),
] as const
