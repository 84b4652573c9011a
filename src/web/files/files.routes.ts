import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'
import { idParam, listSearchWith } from '../shell/search-params.ts'

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
