import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { enumParam, idParam, listSearchWith } from '../routing/search-params.ts'

const search = listSearchWith({
  project: idParam,
  status: enumParam('done', 'all'),
  assignee: (given) => (given === 'me' ? given : idParam(given)),
  tag: idParam,
  due: enumParam('overdue', 'week'),
  sort: enumParam('due_date', 'priority_desc', 'created_at'),
})

/** Filters and order in the URL. Defaults are left out. */
export type TaskSearch = ReturnType<typeof search>

export const tasksRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'tasks',
    validateSearch: search,
    component: lazyPage(() => import('./task-list.tsx'), 'AllTasksPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'projects/$id/tasks',
    validateSearch: search,
    component: lazyPage(() => import('./task-list.tsx'), 'ProjectTasksPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'tasks/$id',
    component: lazyPage(() => import('./task-page.tsx'), 'TaskPage'),
  }),
] as const
