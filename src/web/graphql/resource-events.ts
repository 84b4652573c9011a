/** What events are about: the first word of `invoice.sent`. */
export type EventResource =
  | 'absence'
  | 'booking'
  | 'client'
  | 'invoice'
  | 'project'
  | 'time_entry'
  | 'task'
  | 'member'
  | 'quote'
  | 'contract'
  | 'subtask'
  | 'comment'
  | 'reminder'
  | 'page'

/** What a page follows: whatever happens to resources of a kind, or one thing that does, such as `quote.signed`. */
export type EventFilter = EventResource | `${EventResource}.${string}`

/** For what shows whatever happens. */
export const allResources: readonly EventResource[] = [
  ...(['booking', 'client', 'invoice', 'project', 'time_entry', 'task', 'member'] as const),
  ...(['quote', 'contract', 'comment', 'subtask', 'reminder', 'page', 'absence'] as const),
]

interface Listener {
  followed: readonly EventFilter[]
  changed: () => void
}

const listeners = new Set<Listener>()

/** Calls back when something of this happened, here or elsewhere; until it is ended. */
export function onResourceChanged(followed: readonly EventFilter[], changed: () => void): () => void {
  const watcher = { followed, changed }
  listeners.add(watcher)
  return () => listeners.delete(watcher)
}

/** What happens at once is told once. */
const notifyIntervalMs = 250

let lastNotifiedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const pendingEvents = new Set<string>()

/** Something happened: an event by its name, or what is known of it, the kind of its resource. */
export function notifyChanged(event: string) {
  const [resource = ''] = event.split('.')
  pendingEvents.add(resource).add(event)
  if (timer === undefined)
    timer = setTimeout(notifyListeners, Math.max(0, lastNotifiedAt + notifyIntervalMs - Date.now()))
}

function notifyListeners() {
  timer = undefined
  lastNotifiedAt = Date.now()
  const now = new Set(pendingEvents)
  pendingEvents.clear()
  for (const { followed, changed } of listeners) if (followed.some((each) => now.has(each))) changed()
}

/** For when it is not known what happened. */
export function notifyAll() {
  for (const { changed } of listeners) changed()
}
