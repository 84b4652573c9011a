import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, listBy } from '../console/search.ts'

export const filesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'files',
    validateSearch: listBy({ folder: id }),
    component: lazyPage(() => import('./files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'files/$id',
    component: lazyPage(() => import('./file-page.tsx'), 'FilePage'),
  }),
] as const
