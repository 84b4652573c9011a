import { execFile } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { postgresEnvironment } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { prepareSocketDirectory } from './socket-directory.ts'

const run = promisify(execFile)

/** pg_ctl passes arguments to a shell; relative paths need no quoting. */
const control = ({ binaries, home, data, user }: Cluster, ...args: string[]) =>
  run(binaries.pgCtl, [...args, '-D', data], { ...user, cwd: home, env: postgresEnvironment })

const pidFile = ({ home, data }: Pick<Cluster, 'home' | 'data'>) => join(home, data, 'postmaster.pid')

/** Undefined if the file is missing. */
function processIn(file: string): number | undefined {
  const text = textOf(file)
  return text ? Number.parseInt(text, 10) : undefined
}

/** True if the process is a zombie or something other than PostgreSQL. */
function isOther(pid: number): boolean {
  const state = textOf(`/proc/${pid}/stat`)
  return state !== undefined && !/^\d+ \(postgres\) [^ZX]/.test(state)
}

/** True while starting, serving or stopping. */
export async function isRunning(cluster: Cluster): Promise<boolean> {
  const pid = processIn(pidFile(cluster))
  if (pid === undefined || isOther(pid)) return false
  return control(cluster, 'status').then(
    () => true,
    () => false,
  )
}

/**
 * PostgreSQL recovers from crashes itself, but takes any living process with the pid of its lock files for its own, such as another one
 * of a restarted container. Removes such lock files; a process that still uses the shared memory prevents the next start anyway.
 */
function dropStaleLocks(cluster: Cluster) {
  for (const file of [pidFile(cluster), join(cluster.host, `.s.PGSQL.${cluster.port}.lock`)]) {
    const pid = processIn(file)
    if (pid !== undefined && isOther(pid)) rmSync(file, { force: true })
  }
}

/**
 * Starts the server and waits until it serves. Of concurrent starts one succeeds, by the lock `postmaster.pid`. Returns the error, or
 * undefined.
 */
export async function startServer(cluster: Cluster): Promise<string | undefined> {
  dropStaleLocks(cluster)
  const log = join(cluster.home, 'log')
  const before = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const socket = process.platform === 'win32' ? '' : `-k ${prepareSocketDirectory(cluster.home, cluster.user)} `
  try {
    await control(cluster, 'start', '-w', '-t', '600', '-l', 'log', '-o', `${socket}-p ${cluster.port}`)
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    const lines = (textOf(log, before)?.trim() || stderr?.trim() || message).split('\n').slice(-10)
    return `PostgreSQL did not start. Its log, ${log}, ends with:\n  ${lines.join('\n  ')}\n${advice(lines.join('\n'), cluster)}`
  }
}

/** `fast` writes everything to disk first, `immediate` does not. */
export async function stopServer(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  const pid = processIn(pidFile(cluster))
  if (pid === undefined) return
  await control(cluster, 'stop', '-W', '-m', mode)
  // pg_ctl would wait for the file to vanish, but misses that if another process restarts the server at once, and the file vanishes
  // before the process.
  for (const end = performance.now() + 60_000; lives(pid); await sleep(10))
    if (performance.now() > end) throw new Error(`PostgreSQL in ${cluster.home} has been told to stop, and still runs.`)
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isOther(pid)
  } catch {
    return false
  }
}

function textOf(file: string, from = 0): string | undefined {
  try {
    return readFileSync(file).toString('utf8', from)
  } catch {
    return undefined
  }
}

function advice(lines: string, cluster: Cluster): string {
  const known: [RegExp, string][] = [
    [/No space left/, 'Free some disk space and start again.'],
    [/postmaster\.pid" already exists/, findStalePid(cluster)],
    [
      /Permission denied|invalid permissions|wrong ownership/,
      `Give ${cluster.home} back to the user that PostgreSQL runs as.`,
    ],
  ]
  const found = known.find(([pattern]) => pattern.test(lines))
  return found?.[1] ?? 'Mend what it names and start again, or set DATABASE_URL to a PostgreSQL 15 or newer.'
}

/** A crash leaves the file, and its pid may be reused. */
export const findStalePid = (cluster: Pick<Cluster, 'home' | 'data'>) =>
  `If the process named in ${pidFile(cluster)} is not PostgreSQL, delete that file and start again.`
