import { createClient } from 'graphql-ws'
import { EventsDocument, type EventsSubscription } from '#schema/web/graphql'
import { setConnected } from './connection-state.ts'
import { fetchLatestEventId } from './latest-event-id.ts'
import { requestHeaders } from './post-graphql.ts'
import { notifyAll, notifyChanged } from './resource-events.ts'

/** Close code: the session is invalid. */
const forbidden = 4403

const maxRetryDelayMs = 30_000

const pingIntervalMs = 10_000
const pongTimeoutMs = 10_000

interface Refusal {
  extensions?: { code?: string; retryAfter?: number }
}

/**
 * Subscribes to the organization's events after `latest`, the newest one before the first query, so that none is missed. After a
 * reconnect it resumes from the last event; if none is known, all queries are fetched again. Returns a function that unsubscribes.
 */
export function subscribeToEvents(latest: string | undefined): () => void {
  let last = latest
  let hasConnected = false
  let isOver = false
  let pongTimeout: ReturnType<typeof setTimeout> | undefined
  const disconnect = () => socket.terminate()
  addEventListener('offline', disconnect)
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
      // A broken connection may report nothing, but it answers no ping.
      ping: (isReceived) => {
        if (!isReceived) pongTimeout = setTimeout(disconnect, pongTimeoutMs)
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(pongTimeout)
      },
      closed: (event) => {
        clearTimeout(pongTimeout)
        setConnected(false)
        // If the session was ended elsewhere, the next response says so.
        if (hasConnected && (event as CloseEvent).code === forbidden) notifyAll()
      },
    },
  })
  // Evaluated on every reconnect.
  const variables = {
    get after() {
      return last
    },
  }
  let again: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    let hasEnded = false
    /** The service ended the stream, with or without an error. */
    const ended = ([refusal]: readonly Refusal[] = []) => {
      if (hasEnded || isOver) return
      hasEnded = true
      end()
      const { code, retryAfter } = refusal?.extensions ?? {}
      const isForgotten = code === 'validation_failed'
      again = setTimeout(restart, isForgotten ? 0 : retryAfter ? retryAfter * 1000 : maxRetryDelayMs)
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
  /** The last event is no longer stored, or there are too many streams: all queries are fetched again. */
  const restart = async () => {
    last = await fetchLatestEventId()
    if (isOver) return
    notifyAll()
    begin()
  }
  begin()
  return () => {
    isOver = true
    removeEventListener('offline', disconnect)
    clearTimeout(again)
    socket.dispose()
  }
}

/** Resolves after the delay or once the browser is online. */
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
