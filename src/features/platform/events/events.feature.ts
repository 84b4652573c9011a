import { concurrentChange } from '#core/errors/database-error'
import { deleteExpiredEventCounters, eventsTable } from '#core/events/stored-events'
import type { Feature } from '#core/feature/feature'
import { EventResolver } from './event.resolver.ts'

import { examples } from './events.examples.ts'

export const feature = {
  name: 'events',
  resolvers: [EventResolver],
  partitioned: [eventsTable],
  constraints: { events_sequence_key: concurrentChange },
  jobs: ({ services, system }) => [
    {
      name: 'event-tallies',
      cron: '50 3 * * *',
      run: () => deleteExpiredEventCounters(system, services().clock.now()),
    },
  ],
  examples,
} satisfies Feature
