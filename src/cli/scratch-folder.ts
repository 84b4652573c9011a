import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataDirectoryMode } from '../config.ts'

/** A folder for a copy of an installation, which the embedded PostgreSQL can reach: that of root runs as another user. */
export function createScratchFolder(prefix: string): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, dataDirectoryMode)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
