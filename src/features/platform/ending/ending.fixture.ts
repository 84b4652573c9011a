import { randomUUID } from 'node:crypto'
import type { Fixture } from '#core/feature/fixture'
import { exampleOrganizationName } from './ending.examples.ts'

export const fixture = {
  namedOrganization: async ({ send }) => {
    await send('PUT', '/organization', { name: exampleOrganizationName })
    return { id: randomUUID() }
  },
} satisfies Fixture
