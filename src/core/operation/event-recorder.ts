import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { takeChangedFields } from '#core/database/changed-fields'
import type { Statement } from '#core/database/connection'
import type { Snapshot } from '#core/events/snapshot'
import { eventCounter } from '#core/events/stored-events'
import { getTraceHeaders } from '#core/runtime/tracing'
import { type EventName, resourceOfEvent } from '../../events.ts'
import type { Context } from './context.ts'

/** Deleted entities need a snapshot taken before. */
type LastState<Name extends EventName> = Name extends `${string}.deleted` ? [Snapshot] : []

interface Noted {
  name: EventName
  entity: object
  snapshot: Snapshot | undefined
  changes?: string[]
}

/** Collects the events of one operation. */
export class EventRecorder {
  readonly #noted: Noted[] = []

  record<Name extends EventName>(name: Name, entity: object, ...[snapshot]: LastState<Name>) {
    this.#noted.push({ name, entity, snapshot })
  }

  /** Reuses the entity's REST response as the snapshot of its events. */
  setSnapshot(entity: unknown, snapshot: Snapshot) {
    for (const noted of this.#noted) if (noted.entity === entity) noted.snapshot ??= snapshot
  }

  /**
   * Takes snapshots and changed fields of the events recorded so far. Called at the end of each root field, before the next one changes
   * anything.
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
   * Flushes changes and returns the statements that append the events. They must come last before the commit, because they lock the
   * organization's sequence: sequence order is then commit order, and feed readers miss nothing.
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
 * Appends an event with the organization's next sequence number, also within its body. The `on conflict` never matches; without it Citus
 * copies the row by a method that row-level security rejects.
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
