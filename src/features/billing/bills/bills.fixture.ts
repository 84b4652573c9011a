import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  billFile: ({ upload }) =>
    upload('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>RE-1</ID></Invoice>'),
} satisfies Fixture
