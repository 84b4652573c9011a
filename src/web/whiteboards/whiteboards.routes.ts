import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { listSearch } from '../routing/search-params.ts'

export const whiteboardsRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'projects/$id/whiteboards',
    validateSearch: listSearch,
    component: lazyPage(() => import('./whiteboards.tsx'), 'Whiteboards'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'whiteboards/$id',
    component: lazyPage(() => import('./whiteboard-page.tsx'), 'WhiteboardPage'),
  }),
] as const
