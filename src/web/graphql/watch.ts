/** What events are about: the first word of `invoice.sent`. */
export type Resource =
  | 'calendar_event'
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
  | 'absence'

/** For what shows whatever happens. */
export const anything: readonly Resource[] = [
  ...(['calendar_event', 'booking', 'client', 'invoice', 'project', 'time_entry', 'task', 'member'] as const),
  ...(['quote', 'contract', 'comment', 'subtask', 'reminder', 'page', 'absence'] as const),
]

interface Watcher {
  resources: readonly Resource[]
  changed: () => void
}

const watchers = new Set<Watcher>()

/** Calls back when something happened to resources of these kinds, here or elsewhere; until it is ended. */
export function watch(resources: readonly Resource[], changed: () => void): () => void {
  const watcher = { resources, changed }
  if (resources.length > 0) watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** What happens at once is told once. */
const pause = 250

let told = 0
let timer: ReturnType<typeof setTimeout> | undefined
const touched = new Set<string>()

/** Something happened to a resource of this kind. */
export function touch(resource: string) {
  touched.add(resource)
  if (timer === undefined) timer = setTimeout(tell, Math.max(0, told + pause - Date.now()))
}

function tell() {
  timer = undefined
  told = Date.now()
  const now = new Set(touched)
  touched.clear()
  for (const { resources, changed } of watchers) if (resources.some((each) => now.has(each))) changed()
}

/** For when it is not known what happened. */
export function tellAll() {
  for (const { changed } of watchers) changed()
}
