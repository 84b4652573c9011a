import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull } from '#core/errors/problem'
import type { Config } from '../../config.ts'

/** `inodes` is 0 without an inode limit, as on Btrfs. */
export interface DiskSpace {
  freeBytes: number
  bytes: number
  freeInodes: number
  inodes: number
}

/** DATA_DIR and the embedded database. */
export type DiskLocation = 'data' | 'database'

export type MeasureDisk = (path: string) => Promise<DiskSpace>

export interface DiskWatch {
  /** At most a second old; locations on other machines are left out. */
  measure(): Promise<ReadonlyMap<DiskLocation, DiskSpace>>
  /** Throws `disk_full` if only reads are allowed; uses the last measurement. */
  assertRoomForWrites(): void
  /** Throws `disk_full` if uploads are not allowed. */
  assertRoomForUploads(): Promise<void>
  /** Call it after a write failed for lack of space. */
  markFull(): void
  /** True if writes are rejected, by measurement or because a write failed and a retry fails too. */
  isFull(): Promise<boolean>
}

/** Scarce is what is below both: a few percent of a large disk are plenty. */
interface Threshold {
  share: number
  bytes: number
}
const gigabyte = 2 ** 30
const thresholds = {
  warning: { share: 0.1, bytes: 20 * gigabyte },
  uploads: { share: 0.05, bytes: 10 * gigabyte },
  // PostgreSQL stops, even for reads, if it cannot write its 16 MB log files.
  writes: { share: 0.02, bytes: 64 * 2 ** 20 },
} satisfies Record<string, Threshold>

const isBelow = ({ freeBytes, bytes, freeInodes, inodes }: DiskSpace, { share, bytes: most }: Threshold) =>
  freeBytes < Math.min(share * bytes, most) || freeInodes < Math.min(share * inodes, 10_000)

export const isDiskScarce = (space: DiskSpace) => isBelow(space, thresholds.warning)

/** How long measurements are cached, and the pause between retries, in milliseconds. */
const keptMs = 1_000
const triedEachMs = 5_000

export const getDiskPaths = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) => ({
  data: dataDir,
  ...(!databaseUrl && { database: join(dataDir, 'postgres') }),
})

const measureDisk: MeasureDisk = async (path) => {
  const { bavail, blocks, bsize, ffree, files } = await statfs(path)
  return { freeBytes: bavail * bsize, bytes: blocks * bsize, freeInodes: ffree, inodes: files }
}

/** Watches the disks of `paths`; `tryWriting` throws if database or storage are full. */
export async function createDiskWatch(
  paths: Partial<Record<DiskLocation, string>>,
  tryWriting: () => Promise<unknown>,
  measureAt: MeasureDisk = measureDisk,
): Promise<DiskWatch> {
  let last: ReadonlyMap<DiskLocation, DiskSpace> = new Map()
  let measured: { at: number; done: Promise<ReadonlyMap<DiskLocation, DiskSpace>> } | undefined
  let suspected = false
  let tried = Number.NEGATIVE_INFINITY
  const measureAll = async () => {
    const found = new Map<DiskLocation, DiskSpace>()
    for (const [place, path] of Object.entries(paths) as [DiskLocation, string][]) {
      const space = await measureAt(path).catch(() => null)
      if (space) found.set(place, space)
    }
    last = found
    return found
  }
  const measure = () => {
    if (!measured || performance.now() - measured.at > keptMs) measured = { at: performance.now(), done: measureAll() }
    return measured.done
  }
  const isAnyBelow = (places: ReadonlyMap<DiskLocation, DiskSpace>, threshold: Threshold) =>
    [...places.values()].some((space) => isBelow(space, threshold))
  await measure()
  return {
    measure,
    assertRoomForWrites() {
      measure()
      if (isAnyBelow(last, thresholds.writes)) throw diskFull()
    },
    async assertRoomForUploads() {
      if (isAnyBelow(await measure(), thresholds.uploads)) throw diskFull()
    },
    markFull() {
      suspected = true
    },
    async isFull() {
      if (isAnyBelow(await measure(), thresholds.writes)) return true
      if (suspected && performance.now() - tried > triedEachMs) {
        tried = performance.now()
        suspected = await tryWriting().then(
          () => false,
          () => true,
        )
      }
      return suspected
    },
  }
}
