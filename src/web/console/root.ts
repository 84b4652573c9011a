import { createRootRoute } from '@tanstack/react-router'
import { Crashed, Missing } from './missing.tsx'
import { Shell } from './shell.tsx'

/** What every page of the app stands in. Each area brings its own pages in a `*.routes.ts`. */
export const root = createRootRoute({ component: Shell, notFoundComponent: Missing, errorComponent: Crashed })
export const below = () => root
