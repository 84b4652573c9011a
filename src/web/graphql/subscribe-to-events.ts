import { createClient } from 'graphql-ws'
import { EventsDocument, type EventsSubscription } from '#schema/web/graphql'
import { setConnected } from './connection-state.ts'
import { fetchLatestEventId } from './latest-event-id.ts'
import { requestHeaders } from './post-graphql.ts'
import { notifyAll, notifyChanged } from './resource-events.ts'

/** The service takes no session from this page, or not any more. */
const forbidden = 4403

/** The longest time between two tries to reach the service, in milliseconds. */
const maxRetryDelayMs = 30_000

/** Milliseconds between two pings, and how long the answer to one may take. */
const pingIntervalMs = 10_000
const pongTimeoutMs = 10_000

interface Refusal {
  extensions?: { code?: string; retryAfter?: number }
}

/**
 * Follows the events of the organization for as long as the page is open, from the one that was the newest before anything was
 * asked for: nothing that happens in between is missed. What happened while the network was away is caught up with in the same
 * way; where no event is known to go on from, everything shown is asked for anew.
 */
export function subscribeToEvents(latest: string | undefined): () => void {
  let last = latest
  let hasConnected = false
  let isOver = false
  let silence: ReturnType<typeof setTimeout> | undefined
  const leave = () => socket.terminate()
  addEventListener('offline', leave)
  const socket = createClient({
    url: `${location.origin.replace('http', 'ws')}/graphql`,
    connectionParams: requestHeaders,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (problem) => hasConnected || (problem as CloseEvent).code !== forbidden,
    keepAlive: pingIntervalMs,
    retryWait: (tries) => delayOrOnline(Math.min(maxRetryDelayMs, 500 * 2 ** tries) * (0.5 + Math.random() / 2)),
    on: {
      connected: () => {
        if (!last) notifyAll()
        hasConnected = true
        setConnected(true)
      },
      // A connection that is gone may say nothing: it answers no ping.
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(leave, pongTimeoutMs)
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(silence)
      },
      closed: (event) => {
        clearTimeout(silence)
        setConnected(false)
        // Was the session ended elsewhere? The next answer says so.
        if (hasConnected && (event as CloseEvent).code === forbidden) notifyAll()
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
  const begin = () => {
    let hasEnded = false
    /** Ended by the service: by its refusal, or for no reason that it gives. */
    const ended = ([refusal]: readonly Refusal[] = []) => {
      if (hasEnded || isOver) return
      hasEnded = true
      end()
      const { code, retryAfter } = refusal?.extensions ?? {}
      const isForgotten = code === 'validation_failed'
      again = setTimeout(beginAnew, isForgotten ? 0 : retryAfter ? retryAfter * 1000 : maxRetryDelayMs)
    }
    const end = socket.subscribe<EventsSubscription>(
      { query: String(EventsDocument), variables },
      {
        next: ({ data, errors }) => {
          if (errors) ended(errors as readonly Refusal[])
          if (!data?.events) return
          last = data.events.id
          notifyChanged(data.events.event)
        },
        error: (why) => ended(Array.isArray(why) ? (why as Refusal[]) : []),
        complete: () => ended(),
      },
    )
  }
  /** The event that it was to go on from is not kept any more, or there are too many streams: what is shown is asked for anew. */
  const beginAnew = async () => {
    last = await fetchLatestEventId()
    if (isOver) return
    notifyAll()
    begin()
  }
  begin()
  return () => {
    isOver = true
    removeEventListener('offline', leave)
    clearTimeout(again)
    socket.dispose()
  }
}

/** Waits so long, or until the network is back. */
const delayOrOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      removeEventListener('online', done)
      clearTimeout(wait)
      resolve()
    }
    const wait = setTimeout(done, milliseconds)
    addEventListener('online', done)
  })
