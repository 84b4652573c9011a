import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { Piscina } from 'piscina'
import { Problem } from '#core/errors/problem'
import { createFairQueue } from '#core/runtime/fair-queue'
import type { Task } from './task.ts'

/** A module whose functions run in a worker thread, which loads it when first asked for one of them. */
export interface ThreadModule<Functions> {
  readonly url: string
  /** Milliseconds after which a run of one of them is stopped; those of all threads unless given. */
  readonly maxRunMs?: number
  /** For the types alone. */
  readonly functions?: Functions
}

/** The module at a path without extension, beside the one that asks: `.ts` in the sources, `.js` in the build. It must be there at the start. */
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
 * A task was ended before it was done: it took too long or too much memory. To the caller the service has too much to do (503),
 * unless whoever asked for it knows that what was sent is at fault.
 */
export class TaskStopped extends Problem {
  constructor() {
    super(503, 'unavailable')
  }
}

/** Whose turn it is: an organization's, or in it that of somebody who only looks at something, for whom nobody else waits. */
export type TaskOwner = string | { organizationId: string; reader: string }

/** Work that would hold the event loop, done in threads of which every organization has its turn, and in it each reader. */
export interface Threads {
  /** Runs a pure function in a thread; its input and its result are copied. Throws TaskStopped where it was ended. */
  run<Functions, Name extends Tasks<Functions>>(
    turn: TaskOwner,
    module: ThreadModule<Functions>,
    name: Name,
    input: Functions[Name] extends (input: infer Input) => unknown ? Input : never,
  ): Promise<Functions[Name] extends (input: never) => infer Result ? Awaited<Result> : never>
  close(): Promise<void>
}

export interface ThreadOptions {
  /** Milliseconds after which the thread of a task is killed. */
  maxRunMs?: number
  /** Milliseconds that a task waits for a thread. */
  maxWaitMs?: number
  /** Tasks of one organization that may wait, and of each reader in it. */
  maxQueueLength?: number
  /** Megabytes of a thread's heap. */
  heap?: number
}

/** Of which one organization holds one at most. */
const maxThreads = 2

/** Milliseconds that a thread is kept without work: it takes seconds to load what it needs. */
const idleTimeout = 60_000

export function createThreads({
  maxRunMs = 20_000,
  maxWaitMs = 30_000,
  maxQueueLength = 50,
  heap = 192,
}: ThreadOptions = {}): Threads {
  const groups = { of: (key: string) => key.slice(0, key.indexOf(' ')), most: 1 }
  const queue = createFairQueue({ places: maxThreads, groups, longestWait: maxWaitMs, longestLine: maxQueueLength })
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

/** Threads begin with the first task. */
async function open(heap: number): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  const pool = new Piscina({
    filename: task.url,
    name: 'run',
    minThreads: 0,
    maxThreads,
    idleTimeout,
    // What the process was started with, such as a loader of tests, is not for them.
    execArgv: [],
    // What a document leaves behind is cleared often, rather than kept: three times this would be held else.
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
    // A thread that waits in its event loop has timers: see `task.ts`.
    atomics: 'disabled',
  })
  // A thread that ends without a task is nobody's: the next task begins another.
  return pool.on('error', () => {})
}

const isStop = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
