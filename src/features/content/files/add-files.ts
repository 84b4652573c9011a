import type { Context } from '#core/operation/context'
import { File } from './file.entity.ts'
import { initialPreviewState, PreviewState } from './preview-state.ts'

/** A file by organization and id. */
export interface PreviewKey {
  organizationId: string
  fileId: string
}

export const previewJobName = 'make-preview'

type NewFile = Pick<File, 'id' | 'name' | 'folderId' | 'sizeBytes' | 'contentType' | 'sha256' | 'uploadedBy'>

/** Creates files whose bytes are already stored, and enqueues their previews. */
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

export async function enqueuePreviews(context: Context, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds)
    await context.enqueue<PreviewKey>(previewJobName, { organizationId: context.organizationId, fileId })
}
