import type { Feature } from '#core/feature/feature'
import { exportRoute, importRoute } from './transfer.http.ts'

export const feature = { name: 'page-transfer', bytes: [importRoute, exportRoute] } satisfies Feature
