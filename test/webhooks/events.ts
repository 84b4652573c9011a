import { randomUUID } from 'node:crypto'
import type { House } from '../harness/house.ts'

/** Writes events as operations do, many at once, so many days ago, and rings; answers their ids in order. */
export async function happen(
  { app, organizationId }: House,
  name: string,
  count: number,
  daysAgo = 0,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const head = (id: string) => `{"id":"${id}","event":"${name}","organization_id":"${organizationId}","sequence":`
  await app.system.query(`select append_events($1, $2, $3, $4, $5, now() - $6 * interval '1 day')`, [
    organizationId,
    ids,
    ids.map(() => name),
    ids.map(head),
    ids.map(() => '}'),
    daysAgo,
  ])
  app.services.bus.ring(organizationId)
  return ids
}
