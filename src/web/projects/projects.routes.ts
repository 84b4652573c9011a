import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, list, searchOf, text } from '../console/search.ts'

const page = () => import('./project-pages.tsx')

export const projectsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'projects',
    validateSearch: list,
    component: lazyPage(() => import('./projects.tsx'), 'Projects'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'projects/new',
    // Whom it is for, and what it is called until somebody finds a better name.
    validateSearch: searchOf({ client: id, name: text }),
    component: lazyPage(page, 'NewProjectPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'projects/$id',
    component: lazyPage(() => import('./board.tsx'), 'ProjectBoard'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'tasks/new',
    component: lazyPage(() => import('./new-task.tsx'), 'NewTaskPage'),
  }),
  createRoute({ getParentRoute: below, path: 'projects/$id/edit', component: lazyPage(page, 'EditProjectPage') }),
] as const
