import { mayReadEvent } from '#core/events/event-visibility'
import type { StoredEvent } from '#core/events/stored-events'
import type { EventName } from '../../events.ts'
import type { SocketContext } from './subscriptions.ts'

/**
 * Source of a subscription: the events that its caller may read at delivery and that `wanted` names, in order and without gaps, after
 * `sequence` or from now on.
 */
export async function* followEvents(
  context: SocketContext,
  wanted: (name: EventName) => boolean,
  sequence: number | null = null,
): AsyncGenerator<StoredEvent> {
  const { services, organizationId, signal, callerNow } = context
  for await (const event of services.eventTails.follow(organizationId, sequence, signal)) {
    if (!wanted(event.name) || !mayReadEvent(services, await callerNow(), event.name)) continue
    context.sequence = event.sequence
    yield event
  }
}
