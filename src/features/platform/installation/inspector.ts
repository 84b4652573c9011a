import type { Pool } from 'pg'
import type { DiskWatch } from '#core/runtime/disk-space'
import type { Storage } from '#core/storage/objects'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../../config.ts'
import type { FailureMessages } from './checks.messages.ts'
import { type CheckContext, CheckFailed, type CheckName, checks } from './checks.ts'

/** `detail` is for the operator. */
export interface CheckResult {
  name: CheckName
  isOk: boolean
  detail: string
  /** Text and remedy of a `CheckFailed`. */
  messages?: FailureMessages
}

interface Inspection {
  at: Date
  results: CheckResult[]
  /** The installation has several organizations, so none of them runs it. */
  isShared: boolean
}

export interface Inspector {
  readonly config: Config
  /** Cached for 30 seconds, to spare mail servers and storage. */
  inspect(): Promise<Inspection>
}

declare module '#core/operation/services' {
  interface Services {
    inspector: Inspector
  }
}

const cacheMs = 30_000
const timeoutMs = 15_000

export function createInspector(
  config: Config,
  {
    system,
    storage,
    clock,
    disk,
  }: { system: Pool; storage: Pick<Storage, 'check'>; clock: Clock; disk: Pick<DiskWatch, 'measure'> },
): Inspector {
  let last: { began: number; inspection: Promise<Inspection> } | undefined
  const looking: CheckContext = { config, clock, storage, disk, system: (work) => work(system) }
  const find = async (name: CheckName): Promise<CheckResult> => {
    try {
      return { name, isOk: true, detail: redactCredentials(await withTimeout(timeoutMs, checks[name](looking))) }
    } catch (error) {
      const finding = { name, isOk: false, detail: redactCredentials((error as Error).message) }
      return error instanceof CheckFailed ? { ...finding, messages: error.messages } : finding
    }
  }
  const look = async (): Promise<Inspection> => {
    const [findings, { rows }] = await Promise.all([
      Promise.all((Object.keys(checks) as CheckName[]).map(find)),
      system.query('select from organizations limit 2'),
    ])
    return { at: clock.now(), results: findings, isShared: rows.length > 1 }
  }
  return {
    config,
    inspect() {
      if (!last || performance.now() - last.began > cacheMs) {
        const begun = { began: performance.now(), inspection: look() }
        begun.inspection.catch(() => {
          if (last === begun) last = undefined
        })
        last = begun
      }
      return last.inspection
    },
  }
}

const redactCredentials = (detail: string) => detail.replaceAll(/\/\/[^/@\s]+@/g, '//')

function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
