import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { list } from '../console/search.ts'

export const whiteboardsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'projects/$id/whiteboards',
    validateSearch: list,
    component: lazyPage(() => import('./whiteboards.tsx'), 'Whiteboards'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'whiteboards/$id',
    component: lazyPage(() => import('./whiteboard-page.tsx'), 'WhiteboardPage'),
  }),
] as const
