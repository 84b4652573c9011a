import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { id, list, searchOf, text } from '../console/search.ts'

const page = () => import('./project-pages.tsx')

export const projectsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'projects',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./projects.tsx'), 'Projects'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'projects/new',
    // Whom it is for, and what it is called until somebody finds a better name.
    validateSearch: searchOf({ client: id, name: text }),
    component: lazyRouteComponent(page, 'NewProject'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'projects/$id',
    component: lazyRouteComponent(() => import('./board.tsx'), 'ProjectBoard'),
  }),
  createRoute({ getParentRoute: below, path: 'projects/$id/edit', component: lazyRouteComponent(page, 'EditProject') }),
] as const
