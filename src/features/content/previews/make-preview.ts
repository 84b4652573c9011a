import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { JobKind } from '#core/jobs/jobs'
import type { Services } from '#core/operation/services'
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { ProgramFailed, type ProgramLimits, runProgram } from '#core/threads/program'
import { threadModule } from '#core/threads/threads'
import { type PreviewKey, previewJobName } from '../files/add-files.ts'
import { PreviewState } from '../files/preview-state.ts'
import { PreviewSize, previewContentType, previewKey } from './preview-object.ts'
import { removeOrphanedPreview } from './remove-preview.ts'

const drawing = threadModule<typeof import('./render-previews.ts')>(import.meta.url, './render-previews')

const usual: ProgramLimits = { maxRunMs: 20_000, maxMemory: 640 * 1024 * 1024, maxOutput: 4 * 1024 * 1024 }

/** A file that kills the process once will do so again. */
const maxAttempts = 3

/** The job that renders previews and stores the result in the file's row. */
export const createPreviewJob = (services: () => Services, system: Pool, limits = usual): JobKind<PreviewKey> => ({
  name: previewJobName,
  // A hanging render occupies its slot until the time limit.
  concurrency: 2,
  async run(of) {
    const { log } = services()
    const file = await begun(services(), of)
    // Already rendered, or the file is gone.
    if (!file) return removeOrphanedPreview(services(), system, of)
    try {
      const isReady = file.tries <= maxAttempts && (await make(services(), of, file.contentType, limits))
      await settle(services(), system, of, isReady ? PreviewState.ready : PreviewState.none)
    } catch (error) {
      // Storage errors do not count as attempts.
      if (!(error instanceof ProgramFailed)) await notCounted(services(), of)
      if (!(error instanceof ProgramFailed) || file.tries < maxAttempts) throw error
      log.warn({ organization_id: of.organizationId, file_id: of.fileId, err: error }, 'no preview')
      await settle(services(), system, of, PreviewState.none)
    }
  },
})

/** True if a preview was stored. */
async function make(
  { storage }: Services,
  of: PreviewKey,
  contentType: string,
  limits: ProgramLimits,
): Promise<boolean> {
  const source = await storage.get(createObjectKey(of.organizationId, of.fileId)).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return null
    throw error
  })
  const answer = source && (await runProgram(drawing, 'renderPreviews', source, contentType, limits))
  if (!answer) return false
  const pictures = unpacked(answer)
  for (const size of Object.values(PreviewSize))
    await storage.put(previewKey(of, size), pictures[size], previewContentType)
  return true
}

const unpacked = (answer: Buffer): Record<PreviewSize, Buffer> => {
  const end = 4 + answer.readUInt32BE()
  return { small: answer.subarray(4, end), large: answer.subarray(end) }
}

/** Counts the attempt before rendering, which may kill this process; undefined if nothing is to be rendered. */
const begun = ({ database }: Services, { organizationId, fileId }: PreviewKey) =>
  database.tenant(organizationId, async (transaction) => {
    const [file] = await transaction.writeReturning<{ contentType: string; tries: number }>(
      sql`update files set preview_tries = preview_tries + 1
          where organization_id = ${organizationId} and id = ${fileId} and preview = ${PreviewState.pending}
          returning content_type as "contentType", preview_tries as tries`,
    )
    return file
  })

const notCounted = ({ database }: Services, { organizationId, fileId }: PreviewKey) =>
  database.tenant(organizationId, (transaction) =>
    transaction.write(
      sql`update files set preview_tries = preview_tries - 1
          where organization_id = ${organizationId} and id = ${fileId} and preview = ${PreviewState.pending}`,
    ),
  )

/** The file's version stays the same, so that concurrent edits do not conflict. */
async function settle(services: Services, system: Pool, of: PreviewKey, state: PreviewState): Promise<void> {
  const { organizationId, fileId } = of
  await services.database.tenant(organizationId, (transaction) =>
    transaction.write(
      sql`update files set preview = ${state}
          where organization_id = ${organizationId} and id = ${fileId} and preview = ${PreviewState.pending}`,
    ),
  )
  await removeOrphanedPreview(services, system, of)
}
