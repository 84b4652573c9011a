/** What events are about: the first word of `invoice.sent`. */
export type Resource =
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
export type Followed = Resource | `${Resource}.${string}`

/** For what shows whatever happens. */
export const anything: readonly Resource[] = [
  ...(['booking', 'client', 'invoice', 'project', 'time_entry', 'task', 'member'] as const),
  ...(['quote', 'contract', 'comment', 'subtask', 'reminder', 'page', 'absence'] as const),
]

interface Watcher {
  followed: readonly Followed[]
  changed: () => void
}

const watchers = new Set<Watcher>()

/** Calls back when something of this happened, here or elsewhere; until it is ended. */
export function watch(followed: readonly Followed[], changed: () => void): () => void {
  const watcher = { followed, changed }
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** What happens at once is told once. */
const pause = 250

let told = 0
let timer: ReturnType<typeof setTimeout> | undefined
const touched = new Set<string>()

/** Something happened: an event by its name, or what is known of it, the kind of its resource. */
export function touch(event: string) {
  const [resource = ''] = event.split('.')
  touched.add(resource).add(event)
  if (timer === undefined) timer = setTimeout(tell, Math.max(0, told + pause - Date.now()))
}

function tell() {
  timer = undefined
  told = Date.now()
  const now = new Set(touched)
  touched.clear()
  for (const { followed, changed } of watchers) if (followed.some((each) => now.has(each))) changed()
}

/** For when it is not known what happened. */
export function tellAll() {
  for (const { changed } of watchers) changed()
}
