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

/** An embedded PostgreSQL, shared by all processes of a data directory. */
export interface EmbeddedDatabase {
  /** Connects to `kontor` as its owner. A socket's directory is percent-encoded as the host. */
  readonly url: string
  /** Leaves the server, which stops after the last user. Close pools first. */
  stop(): Promise<void>
}

const rejoinedEachMs = 5_000

/** Advisory lock that every user of the server holds shared ("PgUse" in ASCII). */
const useLock = 0x5067557365

/**
 * Starts or joins the embedded PostgreSQL of a data directory, and creates it at the first start. It also joins a server whose starter
 * was killed, and restarts one that dies. If an older major version created it, `moveData` migrates it; otherwise the older programs run
 * it.
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
  /** Retries as long as it takes, such as while the disk is full. */
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

/** How long a start waits for other users before it moves the database. */
const aloneWithinMs = 10_000

/** Moves a cluster to the current major version, or waits until another process has. Throws if others use it. */
async function moveAlone(cluster: Cluster, options: ClusterOptions, moveData: MoveData): Promise<void> {
  const hasMoved = () => readMajorVersion(cluster) !== cluster.binaries.major
  for (const end = performance.now() + aloneWithinMs; ; await sleep(Math.random() * 500)) {
    // A process that moves the cluster stops the server while others wait for the lock.
    const client = await use(cluster, options.report).catch((error) => {
      if (hasMoved()) return null
      throw error
    })
    try {
      if (!client || hasMoved()) return
      const holder = readHostClaim(cluster)
      if (await isLast(client)) {
        // Statements of a killed process keep running and hold its backup's lock.
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

/** Takes the shared lock; starts the server if it does not answer. */
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
        // Another process may be starting or stopping it: retry.
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

/** The exclusive lock shows that nobody else uses the server; newcomers wait for it, and then start the server. */
async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [useLock])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [useLock])
    return rows[0]?.last ?? false
  } catch {
    return false // The connection is lost, and with it the right to stop anything.
  }
}
