import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull } from '#core/errors/problem'
import type { Config } from '../../config.ts'

/** The room of a file system; without a limit of inodes `inodes` is 0, as on Btrfs. */
export interface DiskSpace {
  freeBytes: number
  bytes: number
  freeInodes: number
  inodes: number
}

/** Where the installation keeps things on this machine: DATA_DIR, and the embedded database. */
export type DiskLocation = 'data' | 'database'

export type MeasureDisk = (path: string) => Promise<DiskSpace>

export interface DiskWatch {
  /** What is free now, or was a second ago; a place that is not on this machine is left out. */
  measure(): Promise<ReadonlyMap<DiskLocation, DiskSpace>>
  /** Throws `disk_full` where the rest is kept for reading; by the last measurement, so that nobody waits for it. */
  assertRoomForWrites(): void
  /** Throws `disk_full` where the rest is kept for everything but uploads. */
  assertRoomForUploads(): Promise<void>
  /** A write failed for lack of space. */
  markFull(): void
  /** Whether writes are refused: by the measurement, or since one failed and a try fails too. */
  isFull(): Promise<boolean>
}

/** Below both a place is scarce: of a large disk a few percent last long. */
interface Threshold {
  share: number
  bytes: number
}
const gigabyte = 2 ** 30
const thresholds = {
  warning: { share: 0.1, bytes: 20 * gigabyte },
  uploads: { share: 0.05, bytes: 10 * gigabyte },
  // PostgreSQL ends where it cannot write its log, of 16 MB a file, and then does not read either.
  writes: { share: 0.02, bytes: 64 * 2 ** 20 },
} satisfies Record<string, Threshold>

const isBelow = ({ freeBytes, bytes, freeInodes, inodes }: DiskSpace, { share, bytes: most }: Threshold) =>
  freeBytes < Math.min(share * bytes, most) || freeInodes < Math.min(share * inodes, 10_000)

/** Whether an operator should make room. */
export const isDiskScarce = (space: DiskSpace) => isBelow(space, thresholds.warning)

/** Milliseconds that a measurement is kept, and that pass between two tries to write. */
const keptMs = 1_000
const triedEachMs = 5_000

/** The places of an installation that are on this machine. */
export const getDiskPaths = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) => ({
  data: dataDir,
  ...(!databaseUrl && { database: join(dataDir, 'postgres') }),
})

const measureDisk: MeasureDisk = async (path) => {
  const { bavail, blocks, bsize, ffree, files } = await statfs(path)
  return { freeBytes: bavail * bsize, bytes: blocks * bsize, freeInodes: ffree, inodes: files }
}

/** Measures the disks of `paths`; `tryWriting` throws where the database or the storage keeps nothing more. */
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
