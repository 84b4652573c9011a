import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../scripts/compile.mjs'

const cache = 'node_modules/.cache'
let folder: string | undefined

/**
 * The folder of the service compiled, with a cache of its code beside it, for starts as short as an operator's. No other
 * process builds there; it is removed by the next that builds, because workers of tests end without a word.
 */
export function compiled(): string {
  if (folder) return folder
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    const pid = /^compiled-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true })
  }
  const made = join(cache, `compiled-${process.pid}`)
  compile(made, ['--noCheck', '--incremental', 'false', '--sourceMap', 'false'])
  folder = made
  return made
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
