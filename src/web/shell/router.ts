import { createRouter, type NavigateOptions, type ToOptions } from '@tanstack/react-router'
import { activityRoutes } from '../activity/activity.routes.ts'
import { bankRoutes } from '../bank/bank.routes.ts'
import { billsRoutes } from '../bills/bills.routes.ts'
import { calendarRoutes } from '../calendar/calendar.routes.ts'
import { clientPageRoutes } from '../client-page/client-page.routes.ts'
import { clientsRoutes } from '../clients/clients.routes.ts'
import { contractsRoutes } from '../contracts/contracts.routes.ts'
import { dashboardRoutes } from '../dashboard/dashboard.routes.ts'
import { filesRoutes } from '../files/files.routes.ts'
import { invoicesRoutes } from '../invoices/invoices.routes.ts'
import { pagesRoutes } from '../pages/pages.routes.ts'
import { projectsRoutes } from '../projects/projects.routes.ts'
import { quotesRoutes } from '../quotes/quotes.routes.ts'
import { recurringRoutes } from '../recurring/recurring.routes.ts'
import { ErrorPage, PendingPage } from '../routing/page-states.tsx'
import { rootRoute } from '../routing/root-route.ts'
import { settingsRoutes } from '../settings/settings.routes.ts'
import { tasksRoutes } from '../tasks/tasks.routes.ts'
import { timeRoutes } from '../time/time.routes.ts'
import { whiteboardsRoutes } from '../whiteboards/whiteboards.routes.ts'

const routeTree = rootRoute.addChildren([
  ...dashboardRoutes,
  ...activityRoutes,
  ...bankRoutes,
  ...billsRoutes,
  ...clientsRoutes,
  ...clientPageRoutes,
  ...invoicesRoutes,
  ...recurringRoutes,
  ...quotesRoutes,
  ...contractsRoutes,
  ...projectsRoutes,
  ...tasksRoutes,
  ...whiteboardsRoutes,
  ...timeRoutes,
  ...calendarRoutes,
  ...pagesRoutes,
  ...filesRoutes,
  settingsRoutes,
])

export const createAppRouter = () =>
  createRouter({
    routeTree,
    basepath: '/app',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PendingPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
declare module 'react-aria-components' {
  interface RouterConfig {
    href: ToOptions['to']
    routerOptions: Omit<NavigateOptions, keyof ToOptions>
  }
}
