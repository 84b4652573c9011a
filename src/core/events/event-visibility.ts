import type { Permission, Reader } from '#core/access/policy'
import { type EventName, type EventResource, resourceOfEvent } from '../../events.ts'
import type { Snapshot } from './snapshot.ts'

/** The fields of what an event is about that are hidden from a reader: they are null, and that they changed is not told. */
export type FindHiddenFields = (data: Snapshot, reader: Reader) => readonly string[]

/** Who may read which events. */
export interface EventVisibility {
  /** Who may read what events are about: resource → permission. Feed and subscriptions show no more. */
  readable: Readonly<Partial<Record<EventResource, Permission>>>
  /** What of a resource in an event is not for everyone who may read it. */
  hiddenFields: Readonly<Partial<Record<EventResource, FindHiddenFields>>>
}

/** An event's body as one may read it: as it is stored, but for what is kept from them. */
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

/** Whether somebody of a role may read events of that name. */
export const mayReadEvent = (
  { readable }: Pick<EventVisibility, 'readable'>,
  { role }: Pick<Reader, 'role'>,
  name: EventName,
) => readable[resourceOfEvent[name]]?.has(role) ?? false
