import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { takeChangedFields } from '#core/database/changed-fields'
import type { Statement } from '#core/database/connection'
import type { Snapshot } from '#core/events/snapshot'
import { eventCounter } from '#core/events/stored-events'
import { getTraceHeaders } from '#core/runtime/tracing'
import { type EventName, resourceOfEvent } from '../../events.ts'
import type { Context } from './context.ts'

/** Who is gone shows nothing any more: what it showed last is taken before. */
type LastState<Name extends EventName> = Name extends `${string}.deleted` ? [Snapshot] : []

interface Noted {
  name: EventName
  entity: object
  snapshot: Snapshot | undefined
  changes?: string[]
}

/** Collects the events of one operation, to be written as the last thing in its transaction. */
export class EventRecorder {
  readonly #noted: Noted[] = []

  record<Name extends EventName>(name: Name, entity: object, ...[snapshot]: LastState<Name>) {
    this.#noted.push({ name, entity, snapshot })
  }

  /** Has the events noted about an entity carry what it was answered as: it is represented once. */
  setSnapshot(entity: unknown, snapshot: Snapshot) {
    for (const noted of this.#noted) if (noted.entity === entity) noted.snapshot ??= snapshot
  }

  /**
   * Takes what the events noted so far show, and which fields changed: at the end of the root field that they come
   * from, before another one changes anything, and not by what happens to be still in memory later.
   */
  async takeSnapshots(context: Context) {
    const untold = this.#noted.filter(({ changes }) => !changes)
    const changes = new Map<object, string[]>()
    for (const { entity } of untold) if (!changes.has(entity)) changes.set(entity, takeChangedFields(entity))
    await Promise.all(
      untold.map(async (noted) => {
        noted.changes = changes.get(noted.entity) ?? []
        noted.snapshot ??= await context.snapshot(resourceOfEvent[noted.name], noted.entity)
      }),
    )
  }

  /**
   * Flushes the operation's changes and answers the statements that append its events. They take the organization's
   * sequence, and so belong before the commit and after everything else: sequence order is commit order, and a reader
   * of the feed misses nothing.
   */
  async buildStatements(context: Context): Promise<Statement[]> {
    await context.transaction.flush()
    await this.takeSnapshots(context)
    const at = new Date().toISOString()
    const appended: Statement[] = []
    for (const { name, snapshot, ...noted } of this.#noted) {
      const changes = name.endsWith('.updated') ? noted.changes : undefined
      if (changes?.length === 0) continue
      const tell = context.services.eventData[resourceOfEvent[name]]
      const data = tell && snapshot ? tell(snapshot) : snapshot
      context.transaction.addToCounter(eventCounter(name, at), 1)
      const id = randomUUID()
      const head = {
        id,
        event: name,
        created_at: at,
        organization_id: context.organizationId,
        actor: { type: context.actor.type, id: context.actor.id, name: context.actor.name },
      }
      const untilSequence = `${JSON.stringify(head).slice(0, -1)},"sequence":`
      const rest = `,${JSON.stringify({ data, changes }).slice(1)}`
      const { traceparent = null } = getTraceHeaders()
      appended.push(append(context.organizationId, { id, name, at, traceparent }, untilSequence, rest))
    }
    return appended
  }
}

/**
 * Writes an event under the organization's next number, which stands in its body too. `on conflict` finds none, for the
 * id is new: without it a distributed PostgreSQL copies the row, which row-level security refuses.
 */
const append = (
  organizationId: string,
  { id, name, at, traceparent }: { id: string; name: string; at: string; traceparent: string | null },
  untilSequence: string,
  rest: string,
) =>
  sql`with numbered as (
        insert into event_sequences as s (organization_id, last) values (${organizationId}::uuid, 1)
        on conflict (organization_id) do update set last = s.last + 1 returning s.last
      )
      insert into events (organization_id, id, sequence, name, created_at, traceparent, body)
      select ${organizationId}::uuid, ${id}::uuid, last, ${name}::text, ${at}::timestamptz, ${traceparent}::text,
        ${untilSequence}::text || last || ${rest}::text from numbered
      on conflict (organization_id, id, created_at) do nothing`
