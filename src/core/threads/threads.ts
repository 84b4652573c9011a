import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { Piscina } from 'piscina'
import { Problem } from '#core/errors/problem'
import { createFairQueue } from '#core/runtime/fair-queue'
import type { Task } from './task.ts'

/** A module whose functions run in worker threads, which load it on first use. */
export interface ThreadModule<Functions> {
  readonly url: string
  /** Milliseconds until a task is terminated; by default that of the pool. */
  readonly maxRunMs?: number
  /** For types only. */
  readonly functions?: Functions
}

/**
 * The module at a path without extension, relative to `importer`: `.ts` in the sources, `.js` in the build. Throws if it does
 * not exist.
 */
export function threadModule<Functions>(
  importer: string,
  path: string,
  limits: Pick<ThreadModule<Functions>, 'maxRunMs'> = {},
): ThreadModule<Functions> {
  const url = new URL(`${path}${extname(new URL(importer).pathname)}`, importer)
  if (!existsSync(url)) throw new Error(`There is no module for threads at ${url.href}.`)
  return { url: url.href, ...limits }
}

type Tasks<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (input: never) => unknown ? Name : never
}[keyof Functions]

const task = threadModule<typeof import('./task.ts')>(import.meta.url, './task')

/**
 * The task was terminated because it took too long or too much memory. Clients get 503 unless the caller knows that the input
 * is at fault.
 */
export class TaskStopped extends Problem {
  constructor() {
    super(503, 'unavailable')
  }
}

/** Who the task is for: an organization, or a reader within it, whose tasks do not delay those of the others. */
export type TaskOwner = string | { organizationId: string; reader: string }

/** Runs CPU-heavy work in threads, fairly by organization and reader. */
export interface Threads {
  /** Runs a pure function in a thread; input and result are copied. Throws TaskStopped if it was terminated. */
  run<Functions, Name extends Tasks<Functions>>(
    turn: TaskOwner,
    module: ThreadModule<Functions>,
    name: Name,
    input: Functions[Name] extends (input: infer Input) => unknown ? Input : never,
  ): Promise<Functions[Name] extends (input: never) => infer Result ? Awaited<Result> : never>
  close(): Promise<void>
}

export interface ThreadOptions {
  /** Milliseconds until a task is terminated. */
  maxRunMs?: number
  /** Milliseconds that a task waits for a thread. */
  maxWaitMs?: number
  /** Waiting tasks per organization, and per reader in it. */
  maxQueueLength?: number
  /** Megabytes of a thread's heap. */
  heap?: number
}

/** An organization uses at most one of them. */
const maxThreads = 2

/** Milliseconds; starting a thread takes seconds. */
const idleTimeout = 60_000

export function createThreads({
  maxRunMs = 20_000,
  maxWaitMs = 30_000,
  maxQueueLength = 50,
  heap = 192,
}: ThreadOptions = {}): Threads {
  const groups = { of: (key: string) => key.slice(0, key.indexOf(' ')), most: 1 }
  const queue = createFairQueue({ maxConcurrent: maxThreads, groups, maxWaitMs, maxWaitingPerKey: maxQueueLength })
  let pool: Promise<Piscina> | undefined
  return {
    run: (turn, { url, maxRunMs: own = maxRunMs }, name, input) =>
      queue.run(keyOf(turn), async () => {
        pool ??= open(heap)
        const signal = AbortSignal.timeout(Math.min(own, maxRunMs))
        return (await pool)
          .run({ url, name: String(name), input } satisfies Task, { signal })
          .catch((error: unknown) => {
            throw isStop(error) ? new TaskStopped() : error
          })
      }),
    async close() {
      await (await pool)?.destroy()
    },
  }
}

const keyOf = (turn: TaskOwner) => (typeof turn === 'string' ? `${turn} ` : `${turn.organizationId} ${turn.reader}`)

/** Threads start with the first task. */
async function open(heap: number): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  const pool = new Piscina({
    filename: task.url,
    name: 'run',
    minThreads: 0,
    maxThreads,
    idleTimeout,
    // Options of the process, such as a test loader, are not passed on.
    execArgv: [],
    // A small young generation is collected often; the default would keep three times as much memory.
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
    // Allows timers in idle threads: see `task.ts`.
    atomics: 'disabled',
  })
  // Ignores errors of idle threads; the next task starts another one.
  return pool.on('error', () => {})
}

const isStop = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
