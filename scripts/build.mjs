// Compiles src and migrations to dist, bundles what is loaded at start, copies GraphiQL's files, and builds the app, each if
// its sources are newer. `--force` rebuilds everything.
import { copyFileSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from './compile.mjs'
import { isStale, root } from './stale.mjs'
import { buildWeb } from './web.mjs'

const stamp = join(root, 'dist', '.built')
const sources = ['src', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const isForced = process.argv.includes('--force')

if (existsSync(join(root, 'tsconfig.build.json'))) {
  try {
    if (isForced || isStale(stamp, sources, join(root, 'src', 'web'))) await buildService()
    await buildWeb({ isForced })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

async function buildService() {
  const began = new Date()
  process.stderr.write('Building …\n')
  compileAll()
  const { graphiqlFiles } = await import(pathToFileURL(join(root, 'dist', 'src', 'core', 'http', 'graphiql.js')))
  mkdirSync(join(root, 'dist', 'graphiql'), { recursive: true })
  for (const [name, file] of Object.entries(graphiqlFiles))
    copyFileSync(join(root, 'node_modules', file), join(root, 'dist', 'graphiql', name))
  writeFileSync(stamp, `${began.toISOString()}\n`)
  utimesSync(stamp, began, began)
}

/** Compiles changed files; everything if a previous build was interrupted. */
function compileAll() {
  const folder = join(root, 'dist')
  const known = join(folder, '.tsbuildinfo')
  if (isForced) rmSync(known, { force: true })
  try {
    compile(folder)
  } catch (error) {
    if (!existsSync(known)) throw error
    rmSync(known)
    compile(folder)
  }
}
