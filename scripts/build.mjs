// Compiles src and migrations to dist and bundles what a start loads, where they are newer than the last build, and puts
// GraphiQL's files beside them, so that a server without development packages has them; `--force` always.
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compile } from './compile.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'dist', '.built')

const changedSince = (time, path) => {
  const entry = statSync(path)
  if (entry.mtimeMs > time) return true
  return entry.isDirectory() && readdirSync(path).some((name) => changedSince(time, join(path, name)))
}

const sources = ['src', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const stale =
  process.argv.includes('--force') ||
  !existsSync(stamp) ||
  sources.some((name) => existsSync(join(root, name)) && changedSince(statSync(stamp).mtimeMs, join(root, name)))

if (stale && existsSync(join(root, 'tsconfig.build.json'))) {
  const began = new Date()
  process.stderr.write('Building …\n')
  try {
    compile(join(root, 'dist'))
  } catch {
    process.exit(1)
  }
  const { graphiqlFiles } = await import(pathToFileURL(join(root, 'dist', 'src', 'core', 'http', 'graphiql.js')))
  mkdirSync(join(root, 'dist', 'graphiql'), { recursive: true })
  for (const [name, file] of Object.entries(graphiqlFiles))
    copyFileSync(join(root, 'node_modules', file), join(root, 'dist', 'graphiql', name))
  writeFileSync(stamp, `${began.toISOString()}\n`)
}
