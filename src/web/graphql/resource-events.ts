import type { KontorEvent } from '#schema/events'

type EventName = KontorEvent['event']

/** The part of an event's name before the dot: `invoice`. */
type EventResource = EventName extends `${infer Resource}.${string}` ? Resource : never

/** All events, all events of a resource, or one event. */
export type EventFilter = '*' | EventResource | EventName

interface Listener {
  filters: readonly EventFilter[]
  changed: () => void
}

const listeners = new Set<Listener>()

/** Calls back after events that match one of the filters. Returns a function that unsubscribes. */
export function onResourceChanged(filters: readonly EventFilter[], changed: () => void): () => void {
  const listener = { filters, changed }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Events within this time are reported together. */
const notifyIntervalMs = 250

let lastNotifiedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const pendingEvents = new Set<string>()

/** Reports an event, or a change of a resource whose event is not known. */
export function notifyChanged(event: string) {
  const [resource = ''] = event.split('.')
  pendingEvents.add('*').add(resource).add(event)
  if (timer === undefined)
    timer = setTimeout(notifyListeners, Math.max(0, lastNotifiedAt + notifyIntervalMs - Date.now()))
}

function notifyListeners() {
  timer = undefined
  lastNotifiedAt = Date.now()
  const now = new Set(pendingEvents)
  pendingEvents.clear()
  for (const { filters, changed } of listeners) if (filters.some((each) => now.has(each))) changed()
}

/** Calls all listeners, for when events may have been missed. */
export function notifyAll() {
  for (const { changed } of listeners) changed()
}
