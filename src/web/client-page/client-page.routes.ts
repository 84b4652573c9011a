import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'

const page = () => import('./client-page.tsx')

export const clientPageRoutes = [
  createRoute({ getParentRoute: getRootRoute, path: 'clients/new', component: lazyPage(page, 'NewClient') }),
  createRoute({ getParentRoute: getRootRoute, path: 'clients/$id', component: lazyPage(page, 'ClientPage') }),
  createRoute({ getParentRoute: getRootRoute, path: 'clients/$id/edit', component: lazyPage(page, 'EditClient') }),
] as const
