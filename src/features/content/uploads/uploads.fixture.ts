import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  upload: ({ send }) =>
    send('POST', '/storage/uploads', undefined, { 'tus-resumable': '1.0.0', 'upload-length': '24' }),
} satisfies Fixture
