import type { Feature } from '#core/feature/feature'
import { certificateExpiryNotice } from './certificate-expiry-notice.ts'
import { examples } from './signing.examples.ts'
import { signingDocumentRoutes } from './signing.http.ts'
import { mountSigningPage } from './signing.page.ts'
import { SigningResolver } from './signing.resolver.ts'

export const feature = {
  name: 'signing',
  resolvers: [SigningResolver],
  bytes: signingDocumentRoutes,
  mount: mountSigningPage,
  installationNotices: [certificateExpiryNotice],
  examples,
  fixture: () => import('./signing.fixture.ts'),
} satisfies Feature
