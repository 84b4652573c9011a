import { totalmem } from 'node:os'

/** Bytes: 512 MB for the service's largest requests, the rest for a preview process or embedded PostgreSQL. */
export const minimumMemory = 1024 * 1024 * 1024

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`

/** cgroups without a limit report 0 or a huge number. */
const memoryOfProcess = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export function describeMemory(bytes = memoryOfProcess()): { isEnough: boolean; text: string } {
  const isEnough = bytes >= minimumMemory
  const text = isEnough ? megabytes(bytes) : `${megabytes(bytes)} of memory; Kontor needs ${megabytes(minimumMemory)}`
  return { isEnough, text }
}
