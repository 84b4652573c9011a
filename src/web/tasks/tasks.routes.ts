import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, listBy, oneOf } from '../console/search.ts'

const search = listBy({
  project: id,
  status: oneOf('done', 'all'),
  assignee: (given) => (given === 'me' ? given : id(given)),
  tag: id,
  due: oneOf('overdue', 'week'),
  sort: oneOf('due_date', 'priority_desc', 'created_at'),
})

/** What stands in the address of a list of tasks; what is usual does not. */
export type TaskSearch = ReturnType<typeof search>

export const tasksRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'tasks',
    validateSearch: search,
    component: lazyPage(() => import('./task-list.tsx'), 'AllTasksPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'projects/$id/tasks',
    validateSearch: search,
    component: lazyPage(() => import('./task-list.tsx'), 'ProjectTasksPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'tasks/$id',
    component: lazyPage(() => import('./task-page.tsx'), 'TaskPage'),
  }),
] as const
