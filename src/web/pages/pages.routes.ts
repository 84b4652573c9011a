import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const pagesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'pages',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q } : {},
    component: lazyRouteComponent(() => import('./pages.tsx'), 'Pages'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'pages/new',
    // The page that the new one is to lie under.
    validateSearch: ({ parent }: Record<string, unknown>): { parent?: string } =>
      typeof parent === 'string' && uuid.test(parent) ? { parent } : {},
    component: lazyRouteComponent(() => import('./new-page.tsx'), 'NewPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'pages/$id',
    component: lazyRouteComponent(() => import('./page-view.tsx'), 'PageView'),
  }),
] as const
