import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { list } from '../console/search.ts'

export const whiteboardsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'projects/$id/whiteboards',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./whiteboards.tsx'), 'Whiteboards'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'whiteboards/$id',
    component: lazyRouteComponent(() => import('./whiteboard-page.tsx'), 'WhiteboardPage'),
  }),
] as const
