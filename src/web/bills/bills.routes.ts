import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'

export const billsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'bills/read',
    component: lazyPage(() => import('./bill-reader.tsx'), 'BillReaderPage'),
  }),
] as const
