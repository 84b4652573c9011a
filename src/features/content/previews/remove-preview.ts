import type { Pool } from 'pg'
import { deleteFilesBetweenBackups } from '#core/backup/deletion-lock'
import { select } from '#core/database/select'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { PreviewKey } from '../files/add-files.ts'
import type { File } from '../files/file.entity.ts'
import { PreviewSize, previewKey } from './preview-object.ts'

const name = 'remove-preview'

/** Enqueues the removal of a deleted file's preview. */
export const scheduleRemovePreview = (context: Context, { id }: File) =>
  context.enqueue<PreviewKey>(name, { organizationId: context.organizationId, fileId: id })

export const createRemovePreviewJob = (services: () => Services, system: Pool): JobKind<PreviewKey> => ({
  name,
  run: (of) => removeOrphanedPreview(services(), system, of),
})

/** Removes a preview unless its file exists. `system` connects as the database owner. */
export async function removeOrphanedPreview(
  { database, storage }: Services,
  system: Pool,
  of: PreviewKey,
): Promise<void> {
  const { organizationId, fileId } = of
  const files = await database.tenant(organizationId, (transaction) =>
    transaction.query(select`id from files where organization_id = ${organizationId} and id = ${fileId}`),
  )
  if (files.length) return
  await deleteFilesBetweenBackups(system, async () => {
    for (const size of Object.values(PreviewSize)) await storage.delete(previewKey(of, size))
  })
}
