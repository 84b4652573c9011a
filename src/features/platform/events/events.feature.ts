import { lostRace } from '#core/errors/failure'
import type { Feature } from '#core/feature/feature'
import { EventResolver } from './event.resolver.ts'

import { examples } from './events.examples.ts'

export const feature = {
  name: 'events',
  resolvers: [EventResolver],
  constraints: { events_sequence_key: lostRace },
  examples,
} satisfies Feature
