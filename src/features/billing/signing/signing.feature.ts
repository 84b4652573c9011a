import type { Feature } from '#core/feature/feature'

export const feature = {
  name: 'signing',
} satisfies Feature
