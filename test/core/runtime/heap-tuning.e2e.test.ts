import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { compileService } from '../../harness/compile-service.ts'

/** Holds 40 MB, drops 400 MB, and prints the heap's maximum in MB. */
const program = (module: string) => `
const { tuneHeapAfterStart } = await import(${JSON.stringify(module)})
const { setImmediate: pause } = await import('node:timers/promises')
const row = () => Array.from({ length: 12_800 }, (_, i) => i + 0.5)
const kept = Array.from({ length: 400 }, row)
tuneHeapAfterStart()
let most = 0
const line = []
for (let i = 0; i < 4000; i++) {
  line.push(row())
  if (line.length > 100) line.shift()
  if (i % 20 === 0) await pause()
  most = Math.max(most, process.memoryUsage().heapUsed)
}
console.log(kept.length && Math.round(most / 1048576))
`

/** Holds 300 MB for a while, and prints what the process keeps beside the heap, in MB. */
const passing = (module: string) => `
const { tuneHeapAfterStart, reduceHeapForAWhile } = await import(${JSON.stringify(module)})
const { setImmediate: pause } = await import('node:timers/promises')
const row = () => Array.from({ length: 128 }, (_, i) => ({ i }))
tuneHeapAfterStart()
reduceHeapForAWhile()
let kept = Array.from({ length: 60_000 }, row)
await pause()
kept = null
for (let i = 0; i < 100_000; i++) {
  row()
  if (i % 1000 === 0) await pause()
}
const { rss, heapTotal } = process.memoryUsage()
console.log(Math.round((rss - heapTotal) / 1048576))
`

const options = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--input-type=module', '-e']
const settled = () => pathToFileURL(join(compileService(), 'src', 'core', 'runtime', 'heap-tuning.js')).href
const run = (text: string) => Number(execFileSync(process.execPath, [...options, text]))

test('returns freed heap pages after large reads', { timeout: 120_000 }, () => {
  expect(run(passing(settled()))).toBeLessThan(120)
})

test('grows the heap little beyond what is in use', { timeout: 120_000 }, () => {
  expect(run(program(settled()))).toBeLessThan(110)
})
