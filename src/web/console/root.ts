import { createRootRoute } from '@tanstack/react-router'
import { Crashed, Missing } from './missing.tsx'
import { Shell } from './shell.tsx'

/** What every page of the app stands in. Each area brings its own pages in a `*.routes.ts`. */
export const root = createRootRoute({ component: Shell, notFoundComponent: Missing, errorComponent: Crashed })
export const below = () => root

/** What stands in the address of a list. */
export interface ListSearch {
  page?: number
  q?: string
}
/** The address of a list with filters of these names. */
export const listBy =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): ListSearch & Partial<Record<Name, string>> => ({
    ...list(search),
    ...(Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [])),
    ) as Partial<Record<Name, string>>),
  })
export const list = ({ page, q }: Record<string, unknown>): ListSearch => ({
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
  ...(typeof q === 'string' && q !== '' && { q }),
})
