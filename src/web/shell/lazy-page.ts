import { lazyRouteComponent } from '@tanstack/react-router'

/** The router loads the whole page anew where it knows that code was not there, with all that is typed, and offline there is none. */
function notThere(cause: unknown): never {
  throw new Error('The code of a page was not there.', { cause })
}

/** A page whose code is asked for when it is first wanted. */
export const lazyPage = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) => lazyRouteComponent(() => load().catch(notThere), name)
