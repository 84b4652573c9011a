import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { listSearch } from '../routing/search-params.ts'

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
] as const
