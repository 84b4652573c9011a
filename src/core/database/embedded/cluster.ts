import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { type ClusterOptions, createCluster } from './create-cluster.ts'
import { finishMove, readMajorVersion } from './move-cluster.ts'
import { prepareSocketDirectory } from './socket-directory.ts'
import { chooseSystemUser, giveOwnership, type SystemUser } from './system-user.ts'

/** A cluster on disk, and how it is reached; whether its server runs is another matter. */
export interface Cluster {
  /** The private directory that holds `data`, `log`, `password` and `port`. */
  home: string
  /** What `home` is called in DATA_DIR: itself, or a link to it. */
  entry: string
  /** The folder of PostgreSQL's files in `home`. */
  data: string
  user: SystemUser | undefined
  /** Of the version that made it. */
  binaries: Binaries
  /** True where that is older than the one that Kontor comes with. */
  isOutdated: boolean
  /** The private directory of the server's socket; on Windows, which has none, the loopback address. */
  host: string
  port: string
  /** The URL of a database of this cluster. */
  url(database: string): string
}

/** The cluster of a data directory that is there, made where there is none. */
export async function openCluster(dataDir: string, options: ClusterOptions): Promise<Cluster> {
  const entry = join(realpathSync(dataDir), 'postgres')
  const user = await chooseSystemUser(entry, options.report)
  const own = await findBinaries(user, options.report)
  if (!lstatSync(entry, { throwIfNoEntry: false })) await createCluster(entry, user, own, options)
  if (!existsSync(entry))
    throw new Error(
      `${entry} leads to ${readlinkSync(entry)}, which is gone. Bring it back, or delete the link to begin with an empty database.`,
    )
  const home = realpathSync(entry)
  if (user && lstatSync(home).uid === 0) await giveOwnership(home, user)

  const { password, port } = readAccess(home)
  const host = process.platform === 'win32' ? '127.0.0.1' : prepareSocketDirectory(home, user)
  const url = (database: string) => `postgresql://kontor:${password}@${encodeURIComponent(host)}:${port}/${database}`
  const cluster = { home, entry, data: 'data', user, binaries: own, isOutdated: false, host, port, url }
  await finishMove(cluster)
  const binaries = await findBinaries(user, options.report, readMajorVersion(cluster))
  return { ...cluster, binaries, isOutdated: binaries.major < own.major }
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
