import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { idParam, listSearch, parseSearch, textParam } from '../routing/search-params.ts'

const page = () => import('./project-pages.tsx')

export const projectsRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'projects',
    validateSearch: listSearch,
    component: lazyPage(() => import('./projects.tsx'), 'Projects'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'projects/new',
    // Preselected client and suggested name.
    validateSearch: parseSearch({ client: idParam, name: textParam }),
    component: lazyPage(page, 'NewProjectPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'projects/$id',
    component: lazyPage(() => import('./board.tsx'), 'ProjectBoard'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'tasks/new',
    component: lazyPage(() => import('./new-task.tsx'), 'NewTaskPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'projects/$id/edit',
    component: lazyPage(page, 'EditProjectPage'),
  }),
] as const
