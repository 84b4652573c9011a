import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { lookUpEverywhere } from '#core/database/everywhere'
import { eventsKeptFor } from '#core/events/stored-events'
import type { Clock } from '#core/time/clock'

const day = 24 * 60 * 60 * 1000

const batch = 1000

/**
 * Removes events and deliveries older than 90 days (and one more: no replay may be under way to them), in batches, each a statement of one organization. An event that is
 * not yet turned into deliveries stays, and so does one with a delivery on its way.
 */
export async function removeOldEvents(system: Pool, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - eventsKeptFor - day).toISOString()
  const known = await lookUpEverywhere<{ organization_id: string }>(
    system,
    (reached) => sql`select organization_id from webhook_cursors where ${reached('organization_id')}`,
  )
  for (const { organization_id } of known) {
    let after: number | null = 0
    while (after !== null) after = await removeBatch(system, organization_id, before, after)
    await system.query(
      `delete from webhook_deliveries where organization_id = $1 and created_at < $2 and sequence is null and status <> 'pending'
       and webhook_id in (select id from webhooks where organization_id = $1)`,
      [organization_id, before],
    )
  }
}

/** Removes what may go of the next events after a sequence; answers the last sequence it saw, null where there are no more. */
async function removeBatch(system: Pool, organizationId: string, before: string, after: number) {
  const { rows } = await system.query<{ last: number | null }>(
    `with oldest as (
       select e.id, e.sequence, e.created_at from events e join webhook_cursors c on c.organization_id = e.organization_id
       where e.organization_id = $1 and e.sequence > $2 and e.sequence <= c.sequence
       order by e.sequence limit ${batch}
     ), removable as (
       select o.id from oldest o where o.created_at < $3 and not exists (
         select from webhook_deliveries d
         where d.organization_id = $1 and d.webhook_id in (select id from webhooks where organization_id = $1)
           and d.event_id = o.id and d.status = 'pending'
       )
     ), undelivered as (
       delete from webhook_deliveries d using removable r
       where d.organization_id = $1 and d.webhook_id in (select id from webhooks where organization_id = $1) and d.event_id = r.id
     ), removed as (
       delete from events e using removable r where e.organization_id = $1 and e.id = r.id returning e.name
     ), tallied as (
       insert into tallies as t select $1::uuid, 'events:' || name, -count(*) from removed group by name order by name
       on conflict (organization_id, name) do update set total = t.total + excluded.total
     )
     select case when count(*) = ${batch} and bool_or(created_at < $3) then max(sequence) end as last from oldest`,
    [organizationId, after, before],
  )
  return rows[0]?.last ?? null
}
