import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { File } from './file.entity.ts'
import { PreviewState, previewOf } from './preview-state.ts'

/** A file whose preview is to be made. */
export interface Previewed {
  organizationId: string
  fileId: string
}

/** The job that makes it. */
export const previewJob = 'make-preview'

/** So far back in the line files are told apart. */
const longestLine = 1000

type NewFile = Pick<File, 'id' | 'name' | 'folderId' | 'sizeBytes' | 'contentType' | 'sha256' | 'uploadedBy'>

/** Keeps files whose bytes lie in the storage, and has their previews made. */
export async function addFiles<const Files extends readonly NewFile[]>(
  context: Context,
  files: Files,
): Promise<{ [Index in keyof Files]: File }> {
  const previewed = files.filter((file) => previewOf(file) === PreviewState.pending)
  if (previewed.length)
    await askForPreviews(
      context,
      previewed.map(({ id }) => id),
    )
  return files.map((file) => context.create(File, { ...file, preview: previewOf(file) })) as never
}

/** Has previews made in the order of how many the organization waits for: who has many waits for them, and nobody else does. */
export async function askForPreviews(context: Context, fileIds: readonly string[]): Promise<void> {
  const { organizationId } = context
  const [waiting] = await context.query<{ count: number }>(
    select`count(*)::int as count from (
          select from files where organization_id = ${organizationId} and preview = ${PreviewState.pending} limit ${longestLine}
        ) waiting`,
  )
  for (const [index, fileId] of fileIds.entries()) {
    const place = Math.min((waiting?.count ?? 0) + index, longestLine)
    await context.enqueue<Previewed>(previewJob, { organizationId, fileId }, 0, -place)
  }
}
