import type { Findable } from '#core/database/findable'
import { files } from './file.policy.ts'

/** Files by their names. */
export const fileFindable = { kind: 'file', table: 'files', permission: files.read } satisfies Findable
