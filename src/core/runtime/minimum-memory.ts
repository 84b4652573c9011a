import { totalmem } from 'node:os'

/** Bytes: the service under the dearest legal requests (512 MB), and a program that draws a preview or an embedded PostgreSQL beside it. */
export const minimumMemory = 1024 * 1024 * 1024

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`

/** The memory of the machine, or of the control group that the process is in; cgroups without a limit answer 0 or a huge number. */
const memoryOfProcess = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** What there is of memory, in words; `isEnough` where it is as much as the service needs. */
export function describeMemory(bytes = memoryOfProcess()): { isEnough: boolean; text: string } {
  const isEnough = bytes >= minimumMemory
  const text = isEnough ? megabytes(bytes) : `${megabytes(bytes)} of memory; Kontor needs ${megabytes(minimumMemory)}`
  return { isEnough, text }
}
