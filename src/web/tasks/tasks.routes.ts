import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, type ListSearch, list } from '../console/root.ts'

const dues = ['overdue', 'week'] as const
const sorts = ['due_date', 'priority_desc', 'created_at'] as const
const statuses = ['done', 'all'] as const

/** What stands in the address of a list of tasks; what is usual does not. */
export interface TaskSearch extends ListSearch {
  project?: string
  status?: (typeof statuses)[number]
  assignee?: string
  tag?: string
  due?: (typeof dues)[number]
  sort?: (typeof sorts)[number]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const some = <Name extends string, Value extends string>(
  name: Name,
  value: unknown,
  isGood: (text: string) => boolean,
) => (typeof value === 'string' && isGood(value) ? { [name]: value } : {}) as { [Key in Name]?: Value }

const search = (given: Record<string, unknown>): TaskSearch => ({
  ...list(given),
  ...some('project', given.project, (text) => uuid.test(text)),
  ...some<'status', (typeof statuses)[number]>('status', given.status, (text) =>
    statuses.some((each) => each === text),
  ),
  ...some('assignee', given.assignee, (text) => text === 'me' || uuid.test(text)),
  ...some('tag', given.tag, (text) => uuid.test(text)),
  ...some<'due', (typeof dues)[number]>('due', given.due, (text) => dues.some((each) => each === text)),
  ...some<'sort', (typeof sorts)[number]>('sort', given.sort, (text) => sorts.some((each) => each === text)),
})

export const tasksRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'tasks',
    validateSearch: search,
    component: lazyRouteComponent(() => import('./task-list.tsx'), 'Tasks'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'projects/$id/tasks',
    validateSearch: search,
    component: lazyRouteComponent(() => import('./task-list.tsx'), 'TasksOfProject'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'tasks/$id',
    component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
  }),
] as const
