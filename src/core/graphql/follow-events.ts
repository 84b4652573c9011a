import { mayRead } from '#core/events/body-for'
import type { StoredEvent } from '#core/events/stored-events'
import { type EventName, resourceOfEvent } from '../../events.ts'
import type { SocketContext } from './socket.ts'

/**
 * The source of a subscription: the organization's events that its caller may read when they are delivered and `wanted`
 * names, in order and without a gap, after `sequence` or from now on. Ends with the subscription.
 */
export async function* followEvents(
  { services, organizationId, signal, callerNow }: SocketContext,
  wanted: (name: EventName) => boolean,
  sequence: number | null = null,
): AsyncGenerator<StoredEvent> {
  for await (const event of services.tails.follow(organizationId, sequence, signal))
    if (wanted(event.name) && mayRead(services, await callerNow(), event.name)) yield event
}

/** What happened to the resources of a kind from now on: the event's name and the id of what it is about. */
export async function* followResource(
  context: SocketContext,
  resource: (typeof resourceOfEvent)[EventName],
): AsyncGenerator<{ event: EventName; id: string }> {
  for await (const { name, body } of followEvents(context, (event) => resourceOfEvent[event] === resource))
    yield { event: name, id: (JSON.parse(body) as { data: { id: string } }).data.id }
}
