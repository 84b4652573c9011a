import { createRootRoute } from '@tanstack/react-router'
import { ErrorPage, NotFoundPage } from './page-states.tsx'

/** The parent of all routes. Features declare theirs in `*.routes.ts`. */
export const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })
export const getRootRoute = () => rootRoute
