import { copyFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

const maxLogBytes = 10 * 2 ** 20

/**
 * Rotates the log at 10 MB to `log.1`. The server keeps the file open, so it is copied and truncated; lines written in between are lost.
 */
export async function truncateLog(dataDir: string, most = maxLogBytes): Promise<void> {
  const log = join(dataDir, 'postgres', 'log')
  const found = await stat(log).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found || found.size <= most) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}
