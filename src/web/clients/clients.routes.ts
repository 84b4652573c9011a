import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { list } from '../console/search.ts'

const page = () => import('./client-page.tsx')

export const clientsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'clients',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./clients.tsx'), 'Clients'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'clients/import',
    component: lazyRouteComponent(() => import('./import/import-clients.tsx'), 'ImportClients'),
  }),
  createRoute({ getParentRoute: below, path: 'clients/new', component: lazyRouteComponent(page, 'NewClient') }),
  createRoute({ getParentRoute: below, path: 'clients/$id', component: lazyRouteComponent(page, 'ClientPage') }),
  createRoute({ getParentRoute: below, path: 'clients/$id/edit', component: lazyRouteComponent(page, 'EditClient') }),
] as const
