import { api } from './api.ts'
import { webhooks } from './webhooks.ts'

/** What can be measured, by name. */
export const parts: Readonly<Record<string, () => Promise<void>>> = { api, webhooks }
