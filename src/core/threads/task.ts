import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from '#core/runtime/memory'

export interface Task {
  url: string
  name: string
  input: unknown
}

/** Bytes that a thread may go on holding when it has nothing to do. */
const mostAtRest = 48 * 1024 * 1024

/**
 * Runs one function of a module in this thread, and gives back what it left behind once the answer is on its way.
 * @public Piscina calls it by its name.
 */
export async function run({ url, name, input }: Task): Promise<unknown> {
  const functions = (await import(url)) as Record<string, (input: unknown) => unknown>
  try {
    return await functions[name]?.(input)
  } finally {
    setImmediate(giveBack)
  }
}

function giveBack() {
  const { total_heap_size, external_memory } = getHeapStatistics()
  if (total_heap_size + external_memory > mostAtRest) collectGarbage('sync')
}
