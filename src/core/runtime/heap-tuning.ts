import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Heap growth in percent before V8 collects garbage. */
const growth = { usual: 40, saving: 15 }

/** Milliseconds, enough to collect a large response's garbage. */
const savedAfter = 10_000

let isSettled = false
let saving: NodeJS.Timeout | undefined

/**
 * Releases memory of the start, and keeps the heap small: V8 would let it grow to four times of what is in use. Before the start has
 * ended it would slow down loading.
 */
export function tuneHeapAfterStart() {
  isSettled = true
  usual()
  collectGarbage('async')
}

/**
 * Reduces memory while much is read or sent. Freed heap pages would stay with the process until it idles, 150 MB after a few large
 * responses; `--optimize-for-size` returns them at each full collection (test/core/runtime/heap-tuning.e2e.test.ts). It doubles the CPU
 * of small requests, so it ends soon.
 */
export function reduceHeapForAWhile() {
  if (!isSettled) return
  if (saving) return void saving.refresh()
  setFlagsFromString(`--heap-growing-percent=${growth.saving}`)
  setFlagsFromString('--optimize-for-size')
  saving = setTimeout(usual, savedAfter).unref()
}

function usual() {
  saving = undefined
  setFlagsFromString(`--heap-growing-percent=${growth.usual}`)
  setFlagsFromString('--no-optimize-for-size')
}

export function collectGarbage(execution: 'sync' | 'async') {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution, flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
