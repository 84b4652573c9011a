import type { Snapshot } from '#core/events/snapshot'
import { fitsAsJson } from '#core/runtime/json-size'

/** Bytes of content in an event; receivers fetch larger contents. */
const most = 64 * 1024

export const limitEventContent = (page: Snapshot): Snapshot =>
  fitsAsJson(page.content, most) ? page : { ...page, content: null, warnings: [] }
