import type { Feature } from '#core/feature/feature'
import { mountSharePage } from './share.page.ts'

export const feature = { name: 'share-page', mount: mountSharePage } satisfies Feature
