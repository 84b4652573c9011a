import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  /** Inserted directly, because there is no server. */
  calendarConnection: async ({ send, system, unique }) => {
    const [{ id: organizationId }, { members }] = await Promise.all([
      send('GET', '/organization'),
      send('GET', '/members'),
    ])
    const owner = members.find(({ role }: { role: string }) => role === 'owner')
    const { rows } = await system.query<{ id: string }>(
      `insert into calendar_connections
         (organization_id, id, created_at, updated_at, user_id, url, username, sealed_password, calendars, next_sync_at)
       values ($1, gen_random_uuid(), now(), now(), $2, 'https://cloud.example.com/', $3, '\\x00',
         '[{"url": "https://cloud.example.com/work/", "name": "Arbeit", "writesHere": true}]', '2200-01-01T00:00:00Z')
       returning id`,
      [organizationId, owner.id, unique()],
    )
    return { id: rows[0]?.id ?? '' }
  },
} satisfies Fixture
