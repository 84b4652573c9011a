import { registerEnumType } from 'type-graphql'

export enum PreviewState {
  none = 'none',
  pending = 'pending',
  ready = 'ready',
}
registerEnumType(PreviewState, {
  name: 'PreviewState',
  description:
    'Whether a preview is there, is still being made, or there is none: of this type, this size, or of a file that cannot be drawn.',
})

/** Types with previews: still images, and PDF (first page). */
const previewedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
  'application/pdf',
] as const

/** Bytes; larger files have no preview. */
const maxPreviewedBytes = 64 * 1024 * 1024

/** The preview state of a new file. */
export const initialPreviewState = ({
  contentType,
  sizeBytes,
}: {
  contentType: string
  sizeBytes: number
}): PreviewState =>
  (previewedTypes as readonly string[]).includes(contentType) && sizeBytes <= maxPreviewedBytes
    ? PreviewState.pending
    : PreviewState.none
