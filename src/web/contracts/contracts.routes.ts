import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { flagParam, idParam, listSearchWith, parseSearch, textParam } from '../routing/search-params.ts'

const page = () => import('./contract-page.tsx')

export const contractsRoutes = [
  createRoute({
    getParentRoute: getRootRoute,
    path: 'contracts',
    validateSearch: listSearchWith({ status: textParam, delivery: textParam }),
    component: lazyPage(() => import('./contracts.tsx'), 'Contracts'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'contracts/new',
    // Preselected client and quote.
    validateSearch: parseSearch({ client: idParam, quote: idParam }),
    component: lazyPage(page, 'NewContractPage'),
  }),
  createRoute({
    getParentRoute: getRootRoute,
    path: 'contracts/$id',
    // Opens the send dialog.
    validateSearch: parseSearch({ send: flagParam }),
    component: lazyPage(page, 'ContractPage'),
  }),
] as const
