import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataDirectoryMode } from '../config.ts'

/** A temporary folder that embedded PostgreSQL can reach, which runs as another user if started by root. */
export function createScratchFolder(prefix: string): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, dataDirectoryMode)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
