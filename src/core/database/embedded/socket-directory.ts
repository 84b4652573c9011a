import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import type { SystemUser } from './system-user.ts'

/**
 * The cluster's own directory if its path is short and plain (at most 103 bytes on macOS, 107 on Linux), else one under /tmp named after
 * it. Private to the server's user.
 */
export function prepareSocketDirectory(home: string, user: SystemUser | undefined): string {
  if (/^[\w./-]{1,80}$/.test(home)) return home
  const directory = `/tmp/kontor-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const us = process.getuid?.()
  const { uid, mode } = lstatSync(directory)
  if (user && uid === us) chownSync(directory, user.uid, user.gid)
  // Others could have created it before, to impersonate the server.
  else if (uid !== (user?.uid ?? us) || mode & 0o077)
    throw new Error(`${directory} belongs to somebody else: delete it.`)
  return directory
}
