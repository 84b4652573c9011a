import type { Feature } from '#core/feature/feature'
import { endingCertificate } from './ending-certificate.ts'
import { mountSigningPage } from './page/sign.page.ts'
import { examples } from './signing.examples.ts'
import { signingDocuments } from './signing.http.ts'
import { SigningResolver } from './signing.resolver.ts'

export const feature = {
  name: 'signing',
  resolvers: [SigningResolver],
  bytes: signingDocuments,
  mount: mountSigningPage,
  installationNotices: [endingCertificate],
  examples,
  fixture: () => import('./signing.fixture.ts'),
} satisfies Feature
