import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries, postgresEnvironment } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { connectAndQuery, createDatabase } from './connect.ts'
import { type ClusterOptions, freePort, initializeData } from './create-cluster.ts'
import { isRunning, startServer, stopServer } from './server.ts'

// From one major version of PostgreSQL to the next: docs/decisions/0101-postgresql-major-upgrade.md.

const run = promisify(execFile)
const onWindows = process.platform === 'win32'

/** Copies a database into an empty one and verifies it. URLs are the owner's. */
export type MoveData = (from: string, to: string) => Promise<void>

/** New cluster until complete. */
const nextData = 'data.next'
/** PostgreSQL does not start without this file: renamed, it keeps the old cluster from changing. */
const settings = 'postgresql.conf'
const settingsAside = 'postgresql.conf.aside'
const keptData = (major: number) => `data-${major}`

/**
 * Moves a running cluster to the current major version; the caller must be its only user. The new cluster is built beside it and
 * replaces it when complete; the old one is kept. Both are stopped at the end. After an interruption the next start begins again or
 * completes the swap.
 */
export async function moveCluster(cluster: Cluster, { report, durable }: ClusterOptions, moveData: MoveData) {
  const { home, data, user } = cluster
  const binaries = await findBinaries(user, report)
  const [from, to] = [cluster.binaries.major, binaries.major]
  const kept = join(home, keptData(from))
  const next = besideOf({ ...cluster, binaries, data: nextData }, await portBeside(cluster))
  report(`Moving the database in ${home} from PostgreSQL ${from} to ${to}; until that is done, it stays as it is …`)
  try {
    if (existsSync(kept)) throw new Error(`${kept} is left from a move before: delete it, or put it elsewhere.`)
    await discard(next)
    await initializeData(next, cluster.port, durable)
    const failure = await startServer(next)
    if (failure) throw new Error(failure)
    await createDatabase(next)
    await moveData(cluster.url('kontor'), next.url('kontor'))
    // It may take minutes, for which a stop would not wait.
    await (await connectAndQuery(next.url('postgres'), 'checkpoint')).end()
    await stopServer(next, 'fast')
    await run(binaries.initdb, ['--sync-only', '-D', nextData], { ...user, cwd: home, env: postgresEnvironment })
  } catch (cause) {
    await discard(next).catch(() => {})
    await stopServer(cluster, 'fast').catch(() => {})
    const { message } = cause as Error
    throw new Error(`The database was not moved from PostgreSQL ${from} to ${to}, and is as it was: ${message}`, {
      cause,
    })
  }
  renameSync(join(home, data, settings), join(home, data, settingsAside))
  await finishMove(cluster)
  report(
    `The database is one of PostgreSQL ${to} now. As it was before, it lies in ${kept}: delete that when you are content.`,
  )
}

/** Swaps a complete new cluster with the old one, which cannot be started any more. Concurrent calls are safe. */
export async function finishMove(cluster: Cluster): Promise<void> {
  const { home, data } = cluster
  const [place, next] = [join(home, data), join(home, nextData)]
  const isReplaced = () => existsSync(join(place, settingsAside))
  if (existsSync(next) && isReplaced()) {
    await stopWhereRunning(cluster)
    const major = readMajorVersion(cluster)
    if (major) rename(place, join(home, keptData(major)), isReplaced)
  }
  if (existsSync(next) && !existsSync(place)) rename(next, place, () => !existsSync(place))
  for (const name of readdirSync(home).filter((each) => /^data-\d+$/.test(each))) {
    const aside = join(home, name, settingsAside)
    if (existsSync(aside)) rename(aside, join(home, name, settings), () => existsSync(aside))
  }
}

function rename(from: string, to: string, isNeeded: () => boolean) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (isNeeded()) throw error
  }
}

/** Undefined if the files are missing. */
export function readMajorVersion({ home, data }: Pick<Cluster, 'home' | 'data'>): number | undefined {
  const file = join(home, data, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

async function stopWhereRunning(cluster: Cluster) {
  if (await isRunning(cluster)) await stopServer(cluster, 'fast')
}

async function discard(cluster: Cluster) {
  const folder = join(cluster.home, cluster.data)
  if (!existsSync(folder)) return
  await stopWhereRunning(cluster)
  rmSync(folder, { recursive: true })
}

/** On a socket, the port is part of its name. */
const besideOf = (cluster: Cluster, port: string): Cluster => ({
  ...cluster,
  port,
  url(database) {
    const url = new URL(cluster.url(database))
    url.port = port
    return url.href
  },
})

const portBeside = async ({ port }: Cluster) => (onWindows ? freePort() : String(Number(port) + 1))
