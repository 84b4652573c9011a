import type { Context } from '#core/operation/context'
import { File } from './file.entity.ts'
import { PreviewState, initialPreviewState } from './preview-state.ts'

/** A file whose preview is to be made. */
export interface PreviewKey {
  organizationId: string
  fileId: string
}

/** The job that makes it. */
export const previewJobName = 'make-preview'

type NewFile = Pick<File, 'id' | 'name' | 'folderId' | 'sizeBytes' | 'contentType' | 'sha256' | 'uploadedBy'>

/** Keeps files whose bytes lie in the storage, and has their previews made. */
export async function addFiles<const Files extends readonly NewFile[]>(
  context: Context,
  files: Files,
): Promise<{ [Index in keyof Files]: File }> {
  const previewed = files.filter((file) => initialPreviewState(file) === PreviewState.pending)
  if (previewed.length)
    await enqueuePreviews(
      context,
      previewed.map(({ id }) => id),
    )
  return files.map((file) => context.create(File, { ...file, preview: initialPreviewState(file) })) as never
}

/** Has previews made. */
export async function enqueuePreviews(context: Context, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds)
    await context.enqueue<PreviewKey>(previewJobName, { organizationId: context.organizationId, fileId })
}
