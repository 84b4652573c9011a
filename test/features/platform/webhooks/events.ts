import { randomUUID } from 'node:crypto'
import type { House } from '../../../harness/house.ts'

/** Writes events as operations do, many at once, so many days ago, and notifies; answers their ids in order. */
export async function happen(
  { app, organizationId }: House,
  name: string,
  count: number,
  daysAgo = 0,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.system.query(
    `with numbered as (
       insert into event_sequences as s (organization_id, last) values ($1, $2)
       on conflict (organization_id) do update set last = s.last + $2 returning s.last
     ), tallied as (
       insert into tallies as t values ($1, 'events:' || $3 || ':' || to_char(now() - $4 * interval '1 day', 'YYYY-MM'), $2)
       on conflict (organization_id, name) do update set total = t.total + excluded.total
     )
     insert into events (organization_id, id, sequence, name, created_at, body)
     select $1, id, last - $2 + place, $3, now() - $4 * interval '1 day',
       json_build_object('id', id, 'event', $3::text, 'organization_id', $1::uuid, 'sequence', last - $2 + place)
     from numbered, unnest($5::uuid[]) with ordinality as e (id, place)`,
    [organizationId, count, name, daysAgo, ids],
  )
  app.services.bus.notify(organizationId)
  return ids
}
