import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, type ListSearch, list } from '../console/root.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

interface FilesSearch extends ListSearch {
  folder?: string
}

export const filesRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'files',
    validateSearch: (given: Record<string, unknown>): FilesSearch => ({
      ...list(given),
      ...(typeof given.folder === 'string' && uuid.test(given.folder) && { folder: given.folder }),
    }),
    component: lazyRouteComponent(() => import('./files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'files/$id',
    component: lazyRouteComponent(() => import('./file-page.tsx'), 'FilePage'),
  }),
] as const
