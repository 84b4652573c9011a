import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  client: ({ post, unique }) =>
    post('/clients', {
      name: 'Müller',
      email: `${unique()}@mueller.example`,
      street: 'Ring 2',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    }),
  /** A client that nothing refers to. */
  prospect: ({ post }) => post('/clients', { name: 'Interessent' }),
} satisfies Fixture
