import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { type ClusterOptions, createCluster } from './create-cluster.ts'
import { give, type SystemUser, userFor } from './system-user.ts'

/** A cluster on disk, and how it is reached; whether its server runs is another matter. */
export interface Cluster {
  /** The private directory that holds `data`, `log`, `password` and `port`. */
  home: string
  /** What `home` is called in DATA_DIR: itself, or a link to it. */
  entry: string
  user: SystemUser | undefined
  binaries: Binaries
  /** The private directory of the server's socket; on Windows, which has none, the loopback address. */
  host: string
  port: string
  /** The URL of a database of this cluster. */
  url(database: string): string
}

/** The cluster of a data directory that is there, made where there is none. */
export async function openCluster(dataDir: string, options: ClusterOptions): Promise<Cluster> {
  const entry = join(realpathSync(dataDir), 'postgres')
  const user = await userFor(entry, options.say)
  const binaries = await findBinaries(user, options.say)
  if (!lstatSync(entry, { throwIfNoEntry: false })) await createCluster(entry, user, binaries, options)
  if (!existsSync(entry))
    throw new Error(
      `${entry} leads to ${readlinkSync(entry)}, which is gone. Bring it back, or delete the link to begin with an empty database.`,
    )
  const home = realpathSync(entry)
  if (user && lstatSync(home).uid === 0) await give(home, user)

  const { password, port } = readAccess(home)
  const host = process.platform === 'win32' ? '127.0.0.1' : prepareSocketDirectory(home, user)
  const url = (database: string) => `postgresql://kontor:${password}@${encodeURIComponent(host)}:${port}/${database}`
  return { home, entry, user, binaries, host, port, url }
}

/**
 * The directory of the server's socket, private to its user: the cluster's own where that is short and plain (a
 * socket's path may have 103 bytes on macOS, 107 on Linux), else one under /tmp that is named after it.
 */
export function prepareSocketDirectory(home: string, user: SystemUser | undefined): string {
  if (/^[\w./-]{1,80}$/.test(home)) return home
  const directory = `/tmp/kontor-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const us = process.getuid?.()
  const { uid, mode } = lstatSync(directory)
  if (user && uid === us) chownSync(directory, user.uid, user.gid)
  // Anyone may have made a directory of that name before us, and answer in the server's place.
  else if (uid !== (user?.uid ?? us) || mode & 0o077)
    throw new Error(`${directory} belongs to somebody else: delete it.`)
  return directory
}

function readAccess(home: string): { password: string; port: string } {
  const read = (name: string) => readFileSync(join(home, name), 'utf8').trim()
  try {
    return { password: read('password'), port: read('port') }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EACCES') throw cause
    throw new Error(`The database in ${home} (DATA_DIR) belongs to another user: run this as that user, or as root.`, {
      cause,
    })
  }
}
