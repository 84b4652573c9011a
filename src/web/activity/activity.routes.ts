import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { listBy, text } from '../console/search.ts'

export const activityRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'activity',
    validateSearch: listBy({ kind: text }),
    component: lazyPage(() => import('./activity.tsx'), 'Activity'),
  }),
] as const
