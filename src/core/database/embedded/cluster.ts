import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { type ClusterOptions, createCluster } from './create-cluster.ts'
import { finishMove, readMajorVersion } from './move-cluster.ts'
import { prepareSocketDirectory } from './socket-directory.ts'
import { chooseSystemUser, giveOwnership, type SystemUser } from './system-user.ts'

/** A cluster on disk; its server may or may not run. */
export interface Cluster {
  /** Private directory with `data`, `log`, `password` and `port`. */
  home: string
  /** Path in DATA_DIR: `home` itself, or a link to it. */
  entry: string
  data: string
  user: SystemUser | undefined
  binaries: Binaries
  /** True if an older major version created it. */
  isOutdated: boolean
  /** Private socket directory; the loopback address on Windows. */
  host: string
  port: string
  url(database: string): string
}

/** Opens the cluster of a data directory; creates it if missing. */
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
