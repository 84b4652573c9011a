import type { Snapshot } from '#core/events/snapshot'
import { fits } from '#core/runtime/json-size'

/** Bytes of content that an event carries; who hears of more fetches it. */
const most = 64 * 1024

/** A page as its events tell it. */
export const limitEventContent = (page: Snapshot): Snapshot =>
  fits(page.content, most) ? page : { ...page, content: null, warnings: [] }
