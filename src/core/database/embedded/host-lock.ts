import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** Who runs the server of a cluster. */
interface Holder {
  host: string
  /** The process of ours that started it. */
  pid: number
  startedAt: string
  /** Names the running kernel, which containers on one machine share; null where it has no such name. */
  boot: string | null
}

const fileOf = ({ home }: Pick<Cluster, 'home'>) => join(home, 'host.lock')

/**
 * PostgreSQL's own lock knows the processes of its machine alone: on a shared folder a second machine would start a second
 * server, and both would damage the database. This file names the machine. What a dead process of this machine left is
 * taken over. Throws where another machine holds it.
 */
export function claimHost(cluster: Pick<Cluster, 'home' | 'host'>): void {
  const file = fileOf(cluster)
  const us: Holder = { host: hostname(), pid: process.pid, startedAt: new Date().toISOString(), boot: bootId() }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(us)}\n`, { mode: 0o644 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readHolder(file)
    if (holder && !isHere(holder, us, cluster))
      throw new Error(
        `The database in ${cluster.home} (DATA_DIR) is run by process ${holder.pid} on ${holder.host}, since ${holder.startedAt}: stop Kontor there. If nothing runs there any more, delete ${file} and start again.`,
      )
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Lets other machines in, once the server has stopped; whoever has claimed it meanwhile keeps it. */
export function releaseHost(cluster: Pick<Cluster, 'home'>, seen: string | undefined): void {
  const file = fileOf(cluster)
  if (seen !== undefined && textOf(file) === seen) rmSync(file, { force: true })
}

/** What the file says now, for `releaseHost`. */
export const readHostClaim = (cluster: Pick<Cluster, 'home'>): string | undefined => textOf(fileOf(cluster))

/**
 * No server answers, so on this machine none runs. Another container of it has another name, but reaches the socket where that
 * lies beside the data.
 */
const isHere = (holder: Holder, us: Holder, { home, host }: Pick<Cluster, 'home' | 'host'>) =>
  holder.host === us.host || (holder.boot !== null && holder.boot === us.boot && home === host)

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(textOf(file) ?? '') as Holder
  } catch {
    return null
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function bootId(): string | null {
  try {
    const read: Partial<Record<NodeJS.Platform, () => string>> = {
      linux: () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
      // A laptop's name changes with its network.
      darwin: () => execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }),
    }
    return read[process.platform]?.().trim() ?? null
  } catch {
    return null
  }
}
