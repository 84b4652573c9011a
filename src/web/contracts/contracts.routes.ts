import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below, listBy } from '../console/root.ts'

const page = () => import('./contract-page.tsx')

const idOf = (value: unknown, name: 'client' | 'quote') => (typeof value === 'string' ? { [name]: value } : {})

export const contractsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'contracts',
    validateSearch: listBy('status'),
    component: lazyRouteComponent(() => import('./contracts.tsx'), 'Contracts'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'contracts/new',
    // Whom it is with, and the quote that it follows.
    validateSearch: ({ client, quote }: Record<string, unknown>): { client?: string; quote?: string } => ({
      ...idOf(client, 'client'),
      ...idOf(quote, 'quote'),
    }),
    component: lazyRouteComponent(page, 'NewContract'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'contracts/$id',
    // Whether it is about to be sent.
    validateSearch: ({ send }: Record<string, unknown>): { send?: true } => (send === true ? { send } : {}),
    component: lazyRouteComponent(page, 'ContractPage'),
  }),
] as const
