import { createClient } from 'graphql-ws'
import { EventsDocument, type EventsSubscription } from '../../../schema/web/graphql.ts'
import { tellAll, touch } from './watch.ts'

/** The service takes no session from this page, or not any more. */
const forbidden = 4403

/** The longest time between two tries to reach the service, in milliseconds. */
const longestRetry = 30_000

/**
 * Follows the events of the organization for as long as the page is open. What happened while the network was away is caught
 * up with: the stream continues after the last event that was seen, and where none was, everything shown is asked for anew.
 */
export function follow(): () => void {
  let last: string | undefined
  let hasConnected = false
  const socket = createClient({
    url: `${location.origin.replace('http', 'ws')}/graphql`,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (problem) => hasConnected || (problem as CloseEvent).code !== forbidden,
    retryWait: (tries) => networkOr(Math.min(longestRetry, 500 * 2 ** tries) * (0.5 + Math.random() / 2)),
    on: {
      connected: () => {
        if (hasConnected && !last) tellAll()
        hasConnected = true
      },
      closed: (event) => {
        // Was the session ended elsewhere? The next answer says so.
        if (hasConnected && (event as CloseEvent).code === forbidden) tellAll()
      },
    },
  })
  // Read whenever the stream begins anew.
  const variables = {
    get after() {
      return last
    },
  }
  let again: ReturnType<typeof setTimeout> | undefined
  const begin = () =>
    socket.subscribe<EventsSubscription>(
      { query: String(EventsDocument), variables },
      {
        next: ({ data }) => {
          if (!data?.events) return
          last = data.events.id
          const [resource = ''] = data.events.event.split('.')
          touch(resource)
        },
        // It cannot go on where it was, or there are too many of them: later, and from then on.
        error: () => {
          last = undefined
          again = setTimeout(begin, longestRetry)
        },
        complete: () => undefined,
      },
    )
  begin()
  return () => {
    clearTimeout(again)
    socket.dispose()
  }
}

/** Waits so long, or until the network is back. */
const networkOr = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      removeEventListener('online', done)
      clearTimeout(wait)
      resolve()
    }
    const wait = setTimeout(done, milliseconds)
    addEventListener('online', done)
  })
