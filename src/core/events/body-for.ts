import type { Reader } from '#core/access/policy'
import type { Services } from '#core/services'
import { type EventName, resourceOfEvent } from '../../events.ts'
import type { Snapshot } from './record.ts'

/** An event's body as one may read it: as it is stored, but for what is kept from them. */
export function bodyFor(
  { reserved }: Pick<Services, 'reserved'>,
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
export const mayRead = ({ readable }: Pick<Services, 'readable'>, { role }: Pick<Reader, 'role'>, name: EventName) =>
  readable[resourceOfEvent[name]]?.has(role) ?? false
