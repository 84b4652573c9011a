import type { Feature } from '#core/feature/feature'
import { mountBookingPages } from './booking.page.ts'

export const feature = { name: 'booking-pages', mount: mountBookingPages } satisfies Feature
