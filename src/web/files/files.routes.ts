import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { idParam, listSearchWith } from '../routing/search-params.ts'

export const filesRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'files',
    validateSearch: listSearchWith({ folder: idParam }),
    component: lazyPage(() => import('./files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'files/$id',
    component: lazyPage(() => import('./file-page.tsx'), 'FilePage'),
  }),
] as const
