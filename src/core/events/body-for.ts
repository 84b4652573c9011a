import type { Permission, Reader } from '#core/access/policy'
import { type EventName, type EventResource, resourceOfEvent } from '../../events.ts'
import type { Snapshot } from './snapshot.ts'

/** Who may read which events. */
export interface EventReaders {
  /** Who may read what events are about: resource → permission. Feed and subscriptions show no more. */
  readable: Readonly<Partial<Record<EventResource, Permission>>>
  /** What of a resource in an event is not for everyone who may read it: what one reader sees of it. */
  reserved: Readonly<Partial<Record<EventResource, (data: Snapshot, reader: Reader) => Snapshot>>>
}

/** An event's body as one may read it: as it is stored, but for what is kept from them. */
export function bodyFor(
  { reserved }: Pick<EventReaders, 'reserved'>,
  reader: Reader,
  { name, body }: { name: EventName; body: string },
): string {
  const show = reserved[resourceOfEvent[name]]
  if (!show) return body
  const message = JSON.parse(body) as { data: Snapshot }
  const data = show(message.data, reader)
  return data === message.data ? body : JSON.stringify({ ...message, data })
}

/** Whether somebody of a role may read events of that name. */
export const mayRead = (
  { readable }: Pick<EventReaders, 'readable'>,
  { role }: Pick<Reader, 'role'>,
  name: EventName,
) => readable[resourceOfEvent[name]]?.has(role) ?? false
