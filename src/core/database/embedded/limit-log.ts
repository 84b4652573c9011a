import { copyFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

const maxLogBytes = 10 * 2 ** 20

/**
 * Keeps the log of the embedded PostgreSQL from growing without end: beyond 10 MB it becomes `log.1`, in place of the one before.
 * The server holds the file open and appends to it, so it is copied and emptied; lines that it writes in between are lost.
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
