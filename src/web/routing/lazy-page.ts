import { lazyRouteComponent } from '@tanstack/react-router'

/** If a chunk is missing, the router reloads the whole page: unsaved input would be lost, and offline nothing would load. */
function throwLoadError(cause: unknown): never {
  throw new Error('Failed to load the code of a page.', { cause })
}

/** A page whose code loads on first use. */
export const lazyPage = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => load().catch(throwLoadError), name)
