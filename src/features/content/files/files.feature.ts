import type { Feature } from '#core/feature/feature'
import { mountDownloads } from './download.http.ts'
import { File } from './file.entity.ts'
import { files } from './file.policy.ts'
import { FileResolver } from './file.resolver.ts'
import { examples } from './files.examples.ts'
import { Folder } from './folder.entity.ts'
import { FolderResolver, folderConstraints } from './folder.resolver.ts'
import { createRemoveObjectJob } from './stored-object.ts'
import { uploadRoute } from './upload.http.ts'

export const feature = {
  name: 'files',
  entities: [File, Folder],
  resolvers: [FileResolver, FolderResolver],
  constraints: folderConstraints,
  searchable: [{ kind: 'file', table: 'files', permission: files.read }],
  bytes: [uploadRoute],
  mount: mountDownloads,
  jobs: ({ services, system }) => [createRemoveObjectJob(services, system)],
  examples,
  fixture: () => import('./files.fixture.ts'),
} satisfies Feature
