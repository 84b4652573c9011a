import type { Feature } from '#core/feature/feature'
import { examples } from './holidays.examples.ts'
import { HolidaysResolver } from './holidays.resolver.ts'

export const feature = {
  name: 'holidays',
  resolvers: [HolidaysResolver],
  examples,
} satisfies Feature
