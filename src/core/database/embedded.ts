import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { dataDirectoryMode } from '../../config.ts'
import { type Cluster, openCluster } from './embedded/cluster.ts'
import type { ClusterOptions } from './embedded/create-cluster.ts'
import { claimHost, releaseHost, seeHost } from './embedded/host-lock.ts'
import { isRunning, stalePid, startServer, stopServer } from './embedded/server.ts'

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
 */
export async function startEmbedded(
  dataDir: string,
  { say, durable = true }: Pick<ClusterOptions, 'say'> & Partial<ClusterOptions>,
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: dataDirectoryMode })
  const cluster = await openCluster(dataDir, { say, durable })
  let stopped: Promise<void> | undefined
  let lease: Promise<Client>

  const join = () => {
    lease = use(cluster, say)
    return lease.then((client) => {
      client.once('end', () => {
        if (stopped) return
        say('The connection to PostgreSQL was lost: joining it again …')
        rejoin()
      })
    })
  }
  /** As where the disk is full, for as long as it is. */
  const rejoin = (): void =>
    void join().catch(async (error: Error) => {
      say(error.message)
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

/** Connects and takes the shared lock; starts the server where none answers. */
async function use(cluster: Cluster, say: (line: string) => void): Promise<Client> {
  const slow = setTimeout(() => say('PostgreSQL is still starting; after a crash it first recovers …'), 3000)
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
        throw new Error(`PostgreSQL in ${cluster.home} seems to run, but does not answer. ${stalePid(cluster.home)}`)
      await sleep(50)
    }
  } finally {
    clearTimeout(slow)
  }
}

/** Starting, stopping, ending our connection, or without its database still. */
const busy = ['57P03', '57P01', '57P02', '3D000']
/** Another process has just made it, or is making it. */
const alreadyMade = ['42P04', '23505', '55006']

const hasCode = (error: unknown, codes: string[]) => error instanceof DatabaseError && codes.includes(error.code ?? '')

async function connect(cluster: Cluster): Promise<Client | 'busy' | 'silent'> {
  try {
    return await session(cluster.url('kontor'), 'select pg_advisory_lock_shared($1)', [useLock])
  } catch (error) {
    if (hasCode(error, ['3D000'])) await createDatabase(cluster)
    if (hasCode(error, busy)) return 'busy'
    if (error instanceof DatabaseError) throw error
    return 'silent'
  }
}

async function createDatabase(cluster: Cluster) {
  try {
    await (await session(cluster.url('postgres'), 'create database kontor')).end()
  } catch (error) {
    if (!hasCode(error, [...busy, ...alreadyMade])) throw error
  }
}

/** A connection that has run a statement. */
async function session(connectionString: string, statement: string, values?: unknown[]): Promise<Client> {
  const client = new Client({ connectionString, application_name: 'kontor embedded', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement, values)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function leave(cluster: Cluster, client: Client, durable: boolean) {
  try {
    if (!(await isLast(client))) return
    const holder = seeHost(cluster)
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
