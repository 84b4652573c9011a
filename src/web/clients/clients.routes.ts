import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { getRootRoute } from '../shell/root-route.ts'
import { listSearch } from '../shell/search-params.ts'

const page = () => import('./client-page.tsx')

export const clientsRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'clients',
    validateSearch: listSearch,
    component: lazyPage(() => import('./clients.tsx'), 'Clients'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'clients/import',
    component: lazyPage(() => import('./import/client-import.tsx'), 'ClientImportPage'),
  }),
  createRoute({ getParentRoute: getRootRoute, path: 'clients/new', component: lazyPage(page, 'NewClient') }),
  createRoute({ getParentRoute: getRootRoute, path: 'clients/$id', component: lazyPage(page, 'ClientPage') }),
  createRoute({ getParentRoute: getRootRoute, path: 'clients/$id/edit', component: lazyPage(page, 'EditClient') }),
] as const
