import type { Feature } from '#core/feature/feature'
import { mountLogoRoute } from './logo.http.ts'

export const feature = { name: 'guest-page', mount: mountLogoRoute } satisfies Feature
