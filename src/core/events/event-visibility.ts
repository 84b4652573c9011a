import type { Permission, Reader } from '#core/access/policy'
import { type EventName, type EventResource, resourceOfEvent } from '../../events.ts'
import type { Snapshot } from './snapshot.ts'

/** Fields of an event hidden from a reader: null, and left out of the changes. */
export type FindHiddenFields = (data: Snapshot, reader: Reader) => readonly string[]

export interface EventVisibility {
  /** Permission per resource for feed and subscriptions. */
  readable: Readonly<Partial<Record<EventResource, Permission>>>
  /** Fields not visible to everyone who may read the resource. */
  hiddenFields: Readonly<Partial<Record<EventResource, FindHiddenFields>>>
}

/** Removes hidden fields from an event's stored body. */
export function redactEventBody(
  { hiddenFields }: Pick<EventVisibility, 'hiddenFields'>,
  reader: Reader,
  { name, body }: { name: EventName; body: string },
): string {
  const hiddenFrom = hiddenFields[resourceOfEvent[name]]
  if (!hiddenFrom) return body
  const message = JSON.parse(body) as { data: Snapshot; changes?: string[] }
  const hidden = hiddenFrom(message.data, reader)
  if (!hidden.length) return body
  const data = { ...message.data, ...Object.fromEntries(hidden.map((field) => [field, null])) }
  const changes = message.changes?.filter((field) => !hidden.includes(field))
  return JSON.stringify({ ...message, data, ...(changes && { changes }) })
}

export const mayReadEvent = (
  { readable }: Pick<EventVisibility, 'readable'>,
  { role }: Pick<Reader, 'role'>,
  name: EventName,
) => readable[resourceOfEvent[name]]?.has(role) ?? false
