import type { Pool } from 'pg'
import type { DiskWatch } from '#core/runtime/disk-space'
import type { Storage } from '#core/storage/objects'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../../config.ts'
import type { FailureText } from './checks.texts.ts'
import { CheckFailed, type CheckName, checks, type Looking } from './checks.ts'

/** How a part of the installation was found; `detail` is in the operator's words. */
export interface Finding {
  name: CheckName
  isWell: boolean
  detail: string
  /** Where it is not well in a way of its own. */
  text?: FailureText
}

interface Inspection {
  at: Date
  findings: Finding[]
  /** Whether it is of several organizations: then none of them runs it. */
  isShared: boolean
}

/** Looks at the parts of the installation that runs. */
export interface Inspector {
  readonly config: Config
  /** What was found just now, or half a minute ago at most: whoever asks often costs mail servers and storage nothing. */
  inspect(): Promise<Inspection>
}

declare module '#core/operation/services' {
  interface Services {
    inspector: Inspector
  }
}

const keptMs = 30_000
const longestMs = 15_000

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
  const looking: Looking = { config, clock, storage, disk, system: (work) => work(system) }
  const find = async (name: CheckName): Promise<Finding> => {
    try {
      return { name, isWell: true, detail: shown(await within(longestMs, checks[name](looking))) }
    } catch (error) {
      const finding = { name, isWell: false, detail: shown((error as Error).message) }
      return error instanceof CheckFailed ? { ...finding, text: error.text } : finding
    }
  }
  const look = async (): Promise<Inspection> => {
    const [findings, { rows }] = await Promise.all([
      Promise.all((Object.keys(checks) as CheckName[]).map(find)),
      system.query('select from organizations limit 2'),
    ])
    return { at: clock.now(), findings, isShared: rows.length > 1 }
  }
  return {
    config,
    inspect() {
      if (!last || performance.now() - last.began > keptMs) {
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

/** Without the name and password that an address may hold. */
const shown = (detail: string) => detail.replaceAll(/\/\/[^/@\s]+@/g, '//')

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
