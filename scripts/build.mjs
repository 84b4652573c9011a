// Compiles src and migrations to dist where they are newer than the last build; `--force` always.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'dist', '.built')

const changedSince = (time, path) => {
  const entry = statSync(path)
  if (entry.mtimeMs > time) return true
  return entry.isDirectory() && readdirSync(path).some((name) => changedSince(time, join(path, name)))
}

const sources = ['src', 'migrations', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const stale =
  process.argv.includes('--force') ||
  !existsSync(stamp) ||
  sources.some((name) => existsSync(join(root, name)) && changedSince(statSync(stamp).mtimeMs, join(root, name)))

if (stale && existsSync(join(root, 'tsconfig.build.json'))) {
  const began = new Date()
  process.stderr.write('Building …\n')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: ['ignore', 2, 2] })
  } catch {
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${began.toISOString()}\n`)
}
