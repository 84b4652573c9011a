import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../scripts/compile.mjs'

const cache = 'node_modules/.cache'
const day = 86_400_000
let folder: string | undefined

/** Compiles the service, with a code cache, into a folder named after a hash of its sources, which later runs reuse. */
export function compileService(): string {
  folder ??= made()
  return folder
}

function made(): string {
  mkdirSync(cache, { recursive: true })
  const place = join(cache, `compiled-${digest()}`)
  // A link is there whole, with the number of its process in it.
  const claim = `${place}.claim`
  while (!existsSync(place))
    if (claimed(claim))
      try {
        // Another may have been faster.
        if (!existsSync(place)) build(place)
      } finally {
        rmSync(claim)
      }
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  return place
}

function build(place: string) {
  removeOld()
  const draft = `${place}.${process.pid}`
  compile(draft, ['--noCheck', '--incremental', 'false', '--sourceMap', 'false'])
  renameSync(draft, place)
}

/** Of all that the compiled files depend on. */
function digest(): string {
  const sources = [...globSync(['src/**/*.ts', 'migrations/*.ts']).sort(), 'package-lock.json', 'package.json']
  const sum = createHash('sha256')
  for (const file of [...sources, 'tsconfig.json', 'tsconfig.build.json', 'scripts/compile.mjs', 'scripts/bundle.mjs'])
    sum.update(file).update(readFileSync(file))
  return sum.digest('hex').slice(0, 16)
}

function claimed(claim: string): boolean {
  try {
    symlinkSync(String(process.pid), claim)
    return true
  } catch {
    const owner = pidIn(claim)
    if (owner && !isAlive(owner)) rmSync(claim, { force: true })
    return false
  }
}

function pidIn(claim: string): number | undefined {
  try {
    return Number(readlinkSync(claim))
  } catch {
    return undefined
  }
}

/** What no run of this day has made. */
function removeOld() {
  for (const name of readdirSync(cache).filter((each) => each.startsWith('compiled-')))
    if (Date.now() - (statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > day)
      rmSync(join(cache, name), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
