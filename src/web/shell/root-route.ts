import { createRootRoute } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './page-states.tsx'

/** What every page of the app is below. Each area brings its own pages in a `*.routes.ts`. */
export const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })
export const getRootRoute = () => rootRoute
