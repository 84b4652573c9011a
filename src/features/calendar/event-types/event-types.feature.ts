import type { Feature } from '#core/feature/feature'
import { EventType } from './event-type.entity.ts'
import { EventTypeResolver, eventTypeConstraints } from './event-type.resolver.ts'
import { examples } from './event-types.examples.ts'
import { removeMemberEventTypes } from './remove-member-event-types.ts'

export const feature = {
  name: 'event-types',
  entities: [EventType],
  resolvers: [EventTypeResolver],
  constraints: eventTypeConstraints,
  onDelete: { Member: removeMemberEventTypes },
  examples,
  demo: async () => (await import('./event-type.demo.ts')).eventTypeDemo,
  fixture: () => import('./event-types.fixture.ts'),
} satisfies Feature
