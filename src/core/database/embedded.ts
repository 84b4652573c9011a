import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { dataDirectoryMode } from '../../config.ts'
import { type Cluster, openCluster } from './embedded/cluster.ts'
import { connectAndQuery, createDatabase, hasCode, startingUpCodes } from './embedded/connect.ts'
import type { ClusterOptions } from './embedded/create-cluster.ts'
import { claimHost, readHostClaim, releaseHost } from './embedded/host-lock.ts'
import { type MoveData, moveCluster, readMajorVersion } from './embedded/move-cluster.ts'
import { findStalePid, isRunning, startServer, stopServer } from './embedded/server.ts'

/** A PostgreSQL of our own, shared with every process that asks for the same data directory. */
export interface EmbeddedDatabase {
  /** The database `kontor`, as its owner: a socket's directory stands percent-encoded in the host's place. */
  readonly url: string
  /** Leaves the server; the last to leave stops it. Close pools first. */
  stop(): Promise<void>
}

const rejoinedEachMs = 5_000

/** Every process that uses the server holds this lock shared, on a connection of its own: "PgUse" in ASCII. */
const useLock = 0x5067557365

/**
 * The embedded PostgreSQL of a data directory: created on the first start, started where it does not run, joined
 * where it does, even if the process that started it was killed. It is started again should it die in between.
 * One that an older major version made is moved to that of Kontor by `moveData`; without that, the programs of the older one run it.
 */
export async function startEmbedded(
  dataDir: string,
  {
    report,
    durable = true,
    moveData,
  }: Pick<ClusterOptions, 'report'> & Partial<ClusterOptions> & { moveData?: MoveData },
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: dataDirectoryMode })
  const open = () => openCluster(dataDir, { report, durable })
  let cluster = await open()
  for (; moveData && cluster.isOutdated; cluster = await open()) await moveAlone(cluster, { report, durable }, moveData)
  if (cluster.isOutdated)
    report(
      `PostgreSQL ${cluster.binaries.major} made the database: the next start of Kontor moves it to a newer version.`,
    )
  let stopped: Promise<void> | undefined
  let lease: Promise<Client>

  const join = () => {
    lease = use(cluster, report)
    return lease.then((client) => {
      client.once('end', () => {
        if (stopped) return
        report('The connection to PostgreSQL was lost: joining it again …')
        rejoin()
      })
    })
  }
  /** As where the disk is full, for as long as it is. */
  const rejoin = (): void =>
    void join().catch(async (error: Error) => {
      report(error.message)
      await sleep(rejoinedEachMs, undefined, { ref: false })
      if (!stopped) rejoin()
    })
  await join()
  return {
    url: cluster.url('kontor'),
    stop: () =>
      (stopped ??= lease.then(
        (client) => leave(cluster, client, durable),
        () => {},
      )),
  }
}

/** How long a start waits for others that use a database which has to be moved: as where two start at once. */
const aloneWithinMs = 10_000

/** Moves a cluster to the major version of Kontor, or waits until another process has done so. Throws where another uses it. */
async function moveAlone(cluster: Cluster, options: ClusterOptions, moveData: MoveData): Promise<void> {
  const hasMoved = () => readMajorVersion(cluster) !== cluster.binaries.major
  for (const end = performance.now() + aloneWithinMs; ; await sleep(Math.random() * 500)) {
    // A process that moves it lets others wait for its lock, and stops the server under them.
    const client = await use(cluster, options.report).catch((error) => {
      if (hasMoved()) return null
      throw error
    })
    try {
      if (!client || hasMoved()) return
      const holder = readHostClaim(cluster)
      if (await isLast(client)) {
        // A process that was killed leaves its statements running, and with them the lock of its backup.
        await client.query(
          `select pg_terminate_backend(pid, 10000) from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
        await moveCluster(cluster, options, moveData)
        releaseHost(cluster, holder)
        return
      }
    } finally {
      await client?.end().catch(() => {})
    }
    if (performance.now() > end)
      throw new Error(
        `The database in ${cluster.home} (DATA_DIR) has to be moved to the next version of PostgreSQL, and another process of Kontor uses it: stop that, and start again.`,
      )
  }
}

/** Connects and takes the shared lock; starts the server where none answers. */
async function use(cluster: Cluster, report: (line: string) => void): Promise<Client> {
  const slow = setTimeout(() => report('PostgreSQL is still starting; after a crash it first recovers …'), 3000)
  let failures = 0
  let silentSince = performance.now()
  try {
    for (;;) {
      const client = await connect(cluster)
      if (client instanceof Client) return client
      if (client === 'busy') silentSince = performance.now()
      else if (!(await isRunning(cluster))) {
        claimHost(cluster)
        const failure = await startServer(cluster)
        // Another process may have been faster, or be stopping it: look again before giving up.
        if (failure && ++failures === 3) throw new Error(failure)
        if (failure) await sleep(300)
        else continue
      } else if (performance.now() - silentSince > 15_000)
        throw new Error(`PostgreSQL in ${cluster.home} seems to run, but does not answer. ${findStalePid(cluster)}`)
      await sleep(50)
    }
  } finally {
    clearTimeout(slow)
  }
}

async function connect(cluster: Cluster): Promise<Client | 'busy' | 'silent'> {
  try {
    return await connectAndQuery(cluster.url('kontor'), 'select pg_advisory_lock_shared($1)', [useLock])
  } catch (error) {
    if (hasCode(error, ['3D000'])) await createDatabase(cluster)
    if (hasCode(error, startingUpCodes)) return 'busy'
    if (error instanceof DatabaseError) throw error
    return 'silent'
  }
}

async function leave(cluster: Cluster, client: Client, durable: boolean) {
  try {
    if (!(await isLast(client))) return
    const holder = readHostClaim(cluster)
    await stopServer(cluster, durable ? 'fast' : 'immediate')
    releaseHost(cluster, holder)
  } finally {
    await client.end().catch(() => {})
  }
  if (!durable) for (const path of [cluster.entry, cluster.home]) rmSync(path, { recursive: true, force: true })
}

/** Whoever gets the lock for itself alone is the last; who comes meanwhile waits for it, and then starts anew. */
async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [useLock])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [useLock])
    return rows[0]?.last ?? false
  } catch {
    return false // The connection is lost, and with it the right to stop anything.
  }
}
