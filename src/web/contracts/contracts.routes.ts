import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../console/lazy-page.ts'
import { below } from '../console/root.ts'
import { id, listBy, searchOf, text, yes } from '../console/search.ts'

const page = () => import('./contract-page.tsx')

export const contractsRoutes = [
  createRoute({
    getParentRoute: below,
    path: 'contracts',
    validateSearch: listBy({ status: text, delivery: text }),
    component: lazyPage(() => import('./contracts.tsx'), 'Contracts'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'contracts/new',
    // Whom it is with, and the quote that it follows.
    validateSearch: searchOf({ client: id, quote: id }),
    component: lazyPage(page, 'NewContractPage'),
  }),
  createRoute({
    getParentRoute: below,
    path: 'contracts/$id',
    // Whether it is about to be sent.
    validateSearch: searchOf({ send: yes }),
    component: lazyPage(page, 'ContractPage'),
  }),
] as const
