import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Row } from '#core/schema/row'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { addFiles } from '#features/content/files/add-files'
import { detectContentType } from '#features/content/files/detect-content-type'
import { inspectFile } from '#features/content/files/read-upload'
import { removeObject } from '#features/content/files/stored-object'
import { createPartKey, partsFolder } from './part-key.ts'
import { Upload } from './upload.entity.ts'

/** Assembles the file of a complete upload. Two processes may do so at once: they write the same bytes, and one of them the row. */
export async function assembleFile(services: Services, organizationId: string, id: string): Promise<void> {
  const read = () => operateAsSystem(services, organizationId, (context) => context.loadOne(Upload, id))
  const upload = await read()
  if (!upload || upload.receivedBytes < upload.sizeBytes) return
  const head: Buffer[] = []
  const bytes = Readable.from(inspectFile(joined(services, organizationId, upload), head), { objectMode: false })
  const stored = await services.storage
    .put(createObjectKey(organizationId, id), bytes, 'application/octet-stream')
    .catch(async (error) => {
      if (error instanceof ObjectMissing && (await read()) === undefined) return null
      throw error
    })
  // Another process was first and has removed the parts.
  if (!stored) return
  if (stored.sizeBytes !== upload.sizeBytes) throw new Error(`The parts of upload ${id} are not what was received.`)
  const { name, uploadedBy } = upload
  await operateAsSystem(services, organizationId, async (context) => {
    const [gone] = await context.writeReturning<{ folderId: string | null }>(
      sql`delete from uploads where organization_id = ${organizationId} and id = ${id} returning folder_id as "folderId"`,
    )
    if (!gone) return
    const contentType = detectContentType(Buffer.concat(head), name)
    await addFiles(context, [{ id, name, folderId: gone.folderId, ...stored, contentType, uploadedBy }])
  })
}

async function* joined({ storage }: Services, organizationId: string, { id, parts }: Row<Upload>) {
  for (const part of parts)
    yield* (await storage.get(createPartKey({ organizationId, id }, part))) as AsyncIterable<Buffer>
}

interface Whose {
  organizationId: string
  uploadId: string
}

const kind = 'settle-upload'

/** Enqueues the completion of an upload: after its last part, after its expiry, and after cancellation. */
export const scheduleUploadCompletion = (context: Context, uploadId: string, seconds = 0) =>
  context.enqueue<Whose>(kind, { organizationId: context.organizationId, uploadId }, seconds)

/** Assembles complete uploads, removes expired ones, and deletes leftover parts. */
export const createUploadCompletionJob = (services: () => Services, system: Pool): JobKind<Whose> => ({
  name: kind,
  async run({ organizationId, uploadId }) {
    const { storage } = services()
    await assembleFile(services(), organizationId, uploadId)
    if (await isOpen(services(), organizationId, uploadId)) return
    for await (const key of storage.list(partsFolder(organizationId), uploadId)) await storage.delete(key)
    await removeObject(services(), system, { organizationId, fileId: uploadId })
  },
})

/** True if the upload is still active; expired ones are removed. */
const isOpen = (services: Services, organizationId: string, id: string) =>
  operateAsSystem(services, organizationId, async (context) => {
    await context.write(
      sql`delete from uploads
          where organization_id = ${organizationId} and id = ${id} and expires_at <= ${context.clock.now()}
            and received_bytes < size_bytes`,
    )
    return (await context.loadOne(Upload, id)) !== undefined
  })
