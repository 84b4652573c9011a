import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from '#core/runtime/heap-tuning'

export interface Task {
  url: string
  name: string
  input: unknown
}

/** Bytes that an idle thread may keep. */
const maxIdleBytes = 48 * 1024 * 1024

/** Milliseconds without a task until an idle thread releases memory. */
const idle = 500

let giveBackLater: NodeJS.Timeout | undefined

/**
 * Runs a function of a module in this thread.
 * @public Called by Piscina.
 */
export async function run({ url, name, input }: Task): Promise<unknown> {
  clearTimeout(giveBackLater)
  const functions = (await import(url)) as Record<string, (input: unknown) => unknown>
  try {
    return await functions[name]?.(input)
  } finally {
    giveBackLater = setTimeout(giveBack, idle).unref()
  }
}

function giveBack() {
  const { total_heap_size, external_memory } = getHeapStatistics()
  if (total_heap_size + external_memory > maxIdleBytes) collectGarbage('sync')
}
