import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { list } from '../console/search.ts'

const page = () => import('./client-page.tsx')

export const clientsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'clients',
    validateSearch: list,
    component: lazyPage(() => import('./clients.tsx'), 'Clients'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'clients/import',
    component: lazyPage(() => import('./import/client-import.tsx'), 'ClientImportPage'),
  }),
  createRoute({ getParentRoute: below, path: 'clients/new', component: lazyPage(page, 'NewClient') }),
  createRoute({ getParentRoute: below, path: 'clients/$id', component: lazyPage(page, 'ClientPage') }),
  createRoute({ getParentRoute: below, path: 'clients/$id/edit', component: lazyPage(page, 'EditClient') }),
] as const
