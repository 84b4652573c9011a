import { registerEnumType } from 'type-graphql'
import type { Previewed } from '../files/add-files.ts'

export enum PreviewSize {
  small = 'small',
  large = 'large',
}
registerEnumType(PreviewSize, {
  name: 'PreviewSize',
  description: 'How large a preview is: at most 160 or 1,200 pixels on its longer side.',
})

export const previewType = 'image/webp'

/** Where a preview lies. */
export const previewKey = ({ organizationId, fileId }: Previewed, size: PreviewSize) =>
  `previews/${organizationId}/${fileId}/${size}`
