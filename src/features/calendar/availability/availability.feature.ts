import { unauthorized } from '#core/errors/problem'
import type { Feature } from '#core/feature/feature'
import { Availability } from './availability.entity.ts'
import { examples } from './availability.examples.ts'
import { AvailabilityResolver } from './availability.resolver.ts'

export const feature = {
  name: 'availability',
  entities: [Availability],
  resolvers: [AvailabilityResolver],
  constraints: { booking_availabilities_id_fkey: { missing: unauthorized } },
  examples,
} satisfies Feature
