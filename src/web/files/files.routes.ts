import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { id, listBy } from '../console/search.ts'

export const filesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'files',
    validateSearch: listBy({ folder: id }),
    component: lazyRouteComponent(() => import('./files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'files/$id',
    component: lazyRouteComponent(() => import('./file-page.tsx'), 'FilePage'),
  }),
] as const
