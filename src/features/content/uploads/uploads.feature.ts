import sql from 'sql-template-tag'
import type { Feature } from '#core/feature/feature'
import type { Context } from '#core/operation/context'
import type { Folder } from '#features/content/files/folder.entity'
import { createUploadCompletionJob } from './complete-upload.ts'
import { cancelUploadsOfMember } from './open-uploads.ts'
import { Upload } from './upload.entity.ts'
import { uploadRoutes } from './upload.http.ts'
import { examples } from './uploads.examples.ts'

export const feature = {
  name: 'uploads',
  entities: [Upload],
  bytes: uploadRoutes,
  jobs: ({ services, system }) => [createUploadCompletionJob(services, system)],
  onDelete: { Folder: leaveFolder, Member: cancelUploadsOfMember },
  examples,
  fixture: () => import('./uploads.fixture.ts'),
} satisfies Feature

/** Files of pending uploads into a deleted folder go to the top level. */
function leaveFolder(context: Context, { id }: Folder) {
  return context.write(
    sql`update uploads set folder_id = null, updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and folder_id = ${id}`,
  )
}
