import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

interface Holder {
  host: string
  /** Kontor's process that started the server. */
  pid: number
  startedAt: string
  /** Boot id of the kernel, shared by containers of a machine; null if unknown. */
  boot: string | null
}

const fileOf = ({ home }: Pick<Cluster, 'home'>) => join(home, 'host.lock')

/**
 * Claims the cluster for this machine. PostgreSQL's own lock only knows local processes, so on a shared folder a second machine would
 * start a second server and damage the data. Claims of dead local processes are taken over. Throws if another machine holds it.
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

/** Releases the claim after the server has stopped, unless it has changed since `seen`. */
export function releaseHost(cluster: Pick<Cluster, 'home'>, seen: string | undefined): void {
  const file = fileOf(cluster)
  if (seen !== undefined && textOf(file) === seen) rmSync(file, { force: true })
}

export const readHostClaim = (cluster: Pick<Cluster, 'home'>): string | undefined => textOf(fileOf(cluster))

/** No server answers, so none runs on this machine. Other containers have other host names, but reach a socket beside the data. */
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
      // A laptop's host name changes with its network.
      darwin: () => execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }),
    }
    return read[process.platform]?.().trim() ?? null
  } catch {
    return null
  }
}
