import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Percent by which the heap may grow beyond what stays in use before V8 looks what of it is garbage. */
const growth = { usual: 40, saving: 15 }

/** Milliseconds that memory is saved beyond the last large answer: long enough for a collection of what it left. */
const savedAfter = 10_000

let isSettled = false
let saving: NodeJS.Timeout | undefined

/**
 * Gives back what the start left behind, and keeps it so: V8 holds a heap as large as the start once made it, and lets it
 * grow to four times what stays in use. Before, it would look too often while everything is loaded.
 */
export function tuneHeapAfterStart() {
  isSettled = true
  usual()
  collectGarbage('async')
}

/**
 * Saves memory for a while, because much is read or sent. Pages of the heap that have become free would stay with the
 * process until it idles for seconds, 150 MB after a few large answers: `--optimize-for-size` has every full collection
 * give them back (test/core/runtime/heap-tuning.e2e.test.ts). It costs small requests up to twice their CPU, and is not kept longer than needed.
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

/** Collects all that is not in use any more, and gives its memory back to the system. */
export function collectGarbage(execution: 'sync' | 'async') {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution, flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
