import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  file: ({ upload }) => upload(),
  folder: ({ post }) => post('/storage/folders', { name: 'Ordner' }),
  emptyFolder: ({ post }) => post('/storage/folders', { name: 'Leer' }),
} satisfies Fixture
