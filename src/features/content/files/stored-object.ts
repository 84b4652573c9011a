import type { Pool } from 'pg'
import { deleteFilesBetweenBackups } from '#core/backup/deletion-lock'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { createObjectKey } from '#core/storage/object-key'

interface Whose {
  organizationId: string
  fileId: string
}

const kind = 'remove-object'

/**
 * Enqueues a job that removes the object unless its file exists by then: right after a deletion, or, before an upload, later
 * than any upload takes. A crash thus leaves no bytes behind.
 */
export const scheduleObjectRemoval = (context: Context, fileId: string, afterSeconds = 0) =>
  context.enqueue<Whose>(kind, { organizationId: context.organizationId, fileId }, afterSeconds)

export const createRemoveObjectJob = (services: () => Pick<Services, 'storage'>, system: Pool): JobKind<Whose> => ({
  name: kind,
  run: (whose) => removeObject(services(), system, whose),
})

/** `system` connects as the database owner. */
export async function removeObject(
  { storage }: Pick<Services, 'storage'>,
  system: Pool,
  { organizationId, fileId }: Whose,
): Promise<void> {
  const { rows } = await system.query('select from files where organization_id = $1 and id = $2', [
    organizationId,
    fileId,
  ])
  if (!rows.length)
    await deleteFilesBetweenBackups(system, () => storage.delete(createObjectKey(organizationId, fileId)))
}
