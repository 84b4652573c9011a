import { createRootRoute } from '@tanstack/react-router'
import { Crashed, Missing } from './states.tsx'

/** What every page of the app is below. Each area brings its own pages in a `*.routes.ts`. */
export const root = createRootRoute({ notFoundComponent: Missing, errorComponent: Crashed })
export const below = () => root
