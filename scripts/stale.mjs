import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** True if anything below `sources`, except `except`, is newer than `stamp`. */
export function isStale(stamp, sources, except) {
  if (!existsSync(stamp)) return true
  const { mtimeMs } = statSync(stamp)
  const changed = (path) => {
    if (path === except) return false
    const entry = statSync(path)
    if (entry.mtimeMs > mtimeMs) return true
    return entry.isDirectory() && readdirSync(path).some((name) => changed(join(path, name)))
  }
  return sources.map((name) => join(root, name)).some((path) => existsSync(path) && changed(path))
}
