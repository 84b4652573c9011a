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

/** Types of which a preview is made: pictures that stand still, and the first page of a PDF. */
const previewedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
  'application/pdf',
] as const

/** The largest file of which one is made, in bytes. */
const maxPreviewedBytes = 64 * 1024 * 1024

/** How the preview of a new file stands. */
export const initialPreviewState = ({ contentType, sizeBytes }: { contentType: string; sizeBytes: number }): PreviewState =>
  (previewedTypes as readonly string[]).includes(contentType) && sizeBytes <= maxPreviewedBytes
    ? PreviewState.pending
    : PreviewState.none
