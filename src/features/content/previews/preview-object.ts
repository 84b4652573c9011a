import { registerEnumType } from 'type-graphql'
import type { PreviewKey } from '../files/add-files.ts'

export enum PreviewSize {
  small = 'small',
  large = 'large',
}
registerEnumType(PreviewSize, {
  name: 'PreviewSize',
  description: 'How large a preview is: at most 160 or 1,200 pixels on its longer side.',
})

export const previewContentType = 'image/webp'

export const previewKey = ({ organizationId, fileId }: PreviewKey, size: PreviewSize) =>
  `previews/${organizationId}/${fileId}/${size}`
