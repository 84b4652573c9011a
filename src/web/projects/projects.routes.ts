import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, list } from '../console/root.ts'

export const projectsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'projects',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./projects.tsx'), 'Projects'),
  }),
] as const
