import { concurrentChange } from '#core/errors/database-error'
import { unauthorized } from '#core/errors/problem'
import type { Feature } from '#core/feature/feature'
import { deleteOldShareAccess } from './delete-old-share-access.ts'
import { PublicShareResolver } from './public-share.resolver.ts'
import { Share } from './share.entity.ts'
import {
  revokeSharesOfFile,
  revokeSharesOfFolder,
  revokeSharesOfMember,
  ShareResolver,
  shareConstraints,
} from './share.resolver.ts'
import { ShareAccess } from './share-access.entity.ts'
import { examples } from './shares.examples.ts'

export const feature = {
  name: 'shares',
  entities: [Share, ShareAccess],
  resolvers: [ShareResolver, PublicShareResolver],
  constraints: {
    ...shareConstraints,
    shares_hash_key: concurrentChange,
    shares_created_by_fkey: { missing: unauthorized },
  },
  jobs: ({ services, system }) => [
    { name: 'share-uses', cron: '50 3 * * *', run: () => deleteOldShareAccess(system, services().clock) },
  ],
  onDelete: { File: revokeSharesOfFile, Folder: revokeSharesOfFolder, Member: revokeSharesOfMember },
  examples,
  demo: async () => (await import('./share.demo.ts')).shareDemo,
  fixture: () => import('./shares.fixture.ts'),
} satisfies Feature
