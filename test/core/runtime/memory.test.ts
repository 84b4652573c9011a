import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { compiled } from '../../harness/compiled.ts'

/** Keeps 40 MB, lets go of 400 MB that were kept for a while, and tells the most that the heap held, in MB. */
const program = (module: string) => `
const { settleMemory } = await import(${JSON.stringify(module)})
const { setImmediate: pause } = await import('node:timers/promises')
const row = () => Array.from({ length: 12_800 }, (_, i) => i + 0.5)
const kept = Array.from({ length: 400 }, row)
settleMemory()
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

test('the heap grows little beyond what is in use', () => {
  const module = pathToFileURL(join(compiled(), 'src', 'core', 'runtime', 'memory.js')).href
  const options = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--input-type=module', '-e', program(module)]
  expect(Number(execFileSync(process.execPath, options))).toBeLessThan(110)
})
