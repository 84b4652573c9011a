import type { House } from '../../harness/house.ts'

/** Has an event come from another calendar of whose it is. */
export async function makeSynced({ app }: Pick<House, 'app'>, id: string) {
  await app.system.query(
    `insert into calendar_connections
       (organization_id, id, created_at, updated_at, user_id, url, username, sealed_password, calendars, next_sync_at)
     select organization_id, id, now(), now(), user_id, '', '', '', '[]', now() from calendar_events where id = $1`,
    [id],
  )
  await app.system.query('update calendar_events set connection_id = id where id = $1', [id])
}
