import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, postgresEnvironment, sharedDirectory } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { canReach, giveOwnership, type SystemUser } from './system-user.ts'

const run = promisify(execFile)
const onWindows = process.platform === 'win32'

export interface ClusterOptions {
  /** Reports long or unusual work in one line. */
  report(line: string): void
  /** False for tests: all data may be lost when the machine crashes or the last user leaves. */
  durable: boolean
}

/**
 * Creates a cluster at `entry`, or links it from there if PostgreSQL's user cannot reach that path. It is renamed into place when
 * complete; a slower process discards its own.
 */
export async function createCluster(
  entry: string,
  user: SystemUser | undefined,
  binaries: Binaries,
  { report, durable }: ClusterOptions,
) {
  let draft = mkdtempSync(`${entry}.`)
  if (user) {
    chownSync(draft, user.uid, user.gid)
    if (!(await canReach(user, draft))) {
      rmSync(draft, { recursive: true })
      draft = elsewhere(durable, user)
      report(
        `PostgreSQL does not run as root, and another user cannot reach ${dirname(entry)}: the database lives in ${draft}.`,
      )
    }
  }
  const inPlace = dirname(draft) === dirname(entry)
  if (durable) report(`Creating the database in ${inPlace ? entry : draft} (first start) …`)
  try {
    await initialize(draft, user, binaries, durable)
    if (inPlace) renameSync(draft, entry)
    else symlinkSync(draft, entry)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(entry)) throw error
  }
}

function elsewhere(durable: boolean, user: SystemUser): string {
  if (durable) mkdirSync(sharedDirectory, { recursive: true, mode: 0o755 })
  const directory = mkdtempSync(durable ? `${sharedDirectory}/cluster-` : '/tmp/kontor-cluster-')
  chownSync(directory, user.uid, user.gid)
  return directory
}

/** For throw-away clusters: no durability, no cleanup. */
const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
}

async function initialize(home: string, user: SystemUser | undefined, binaries: Binaries, durable: boolean) {
  const port = onWindows ? await freePort() : '5432'
  writeFileSync(join(home, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  writeFileSync(join(home, 'port'), port, { mode: 0o600, flag: 'wx' })
  if (user) await giveOwnership(home, user)
  await initializeData({ home, data: 'data', user, binaries }, port, durable)
}

/** Creates an empty cluster; the owner's password is in `home`. */
export async function initializeData(
  { home, data, user, binaries }: Pick<Cluster, 'home' | 'data' | 'user' | 'binaries'>,
  port: string,
  durable: boolean,
) {
  const settings = {
    listen_addresses: onWindows ? '127.0.0.1' : '',
    port,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(!durable && throwAway),
  }
  // Sorting and case mapping are PostgreSQL's own, the same everywhere; pg_trgm still uses the C library's letters.
  const characters = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }[process.platform as string] ?? 'C'
  const locale = ['--locale=C', `--lc-ctype=${characters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=kontor', '--pwfile=password', '--auth=scram-sha-256']
  const values = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const all = ['-D', data, '--encoding=UTF8', ...locale, ...access, ...values, '--no-sync', '--no-instructions']
  await run(binaries.initdb, all, { ...user, cwd: home, env: postgresEnvironment }).catch(
    (error: { stderr?: string; message: string }) => {
      const broken = /shared librar/.test(String(error.stderr)) ? ' Its libraries are incomplete: run npm rebuild.' : ''
      throw new Error(`The embedded PostgreSQL could not be set up: ${error.stderr?.trim() || error.message}${broken}`)
    },
  )
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('no port')
  return String(address.port)
}
