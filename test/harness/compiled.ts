import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

let folder: string | undefined

/**
 * The folder of the service compiled, with a cache of its code beside it, for starts as short as an operator's. No other
 * build writes there; it goes with this process.
 */
export function compiled(): string {
  if (folder) return folder
  mkdirSync('node_modules/.cache', { recursive: true })
  const made = mkdtempSync(join('node_modules/.cache', 'compiled-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  const compiler = 'node_modules/typescript/bin/tsc'
  const options = ['--noCheck', '--incremental', 'false', '--sourceMap', 'false']
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', made, ...options])
  folder = made
  return made
}
