import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

// A feature from the template, in a copy of the project: from nothing to REST, GraphQL, events, search, the demo and the
// table tests, by one folder and one line.

let copy = ''
/** Without what says that a test is running. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST)/.test(name)))
const run = (file: string, args: string[]) =>
  execFileSync(file, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env })
const local = (name: string, args: string[]) =>
  promisify(execFile)(join(projectRoot, 'node_modules', '.bin', name), args, { cwd: copy, env, maxBuffer: 1e8 })
const git = (...args: string[]) => run('git', ['-c', 'user.name=x', '-c', 'user.email=x@kontor.example', ...args])

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'kontor-new-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' })
  for (const file of files
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(projectRoot, file))))
    cpSync(join(projectRoot, file), join(copy, file), { force: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'before')
  await local('tsx', ['scripts/new.ts', 'feature', 'work/price-lists', 'price-list'])
}, 120_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('is one folder, its test, its migration, and one line', () => {
  expect(git('diff', '--numstat').trim().split('\n')).toEqual(['1\t0\tsrc/features.ts'])
  const places = git('ls-files', '--others', '--exclude-standard').trim().split('\n')
  expect(new Set(places.map((file) => file.replace(/[^/]+$/, '')))).toEqual(
    new Set(['migrations/', 'src/features/work/price-lists/', 'test/features/work/price-lists/']),
  )
})

test('is typed, formatted and knows nobody in a circle', { timeout: 180_000 }, async () => {
  const own = ['src/features/work/price-lists', 'src/features.ts', 'migrations', 'test/features/work/price-lists']
  await Promise.all([
    local('tsc', ['--noEmit']),
    local('biome', ['check', ...own]),
    local('depcruise', ['--config', '.dependency-cruiser.cjs', 'src']),
  ])
})

test('works over REST and GraphQL, in events, search and the demo, and is walked by every table', {
  timeout: 300_000,
}, async () => {
  await local('tsx', ['scripts/schema.ts'])
  const tables = ['every-route', 'every-field', 'examples'].map((name) => `test/${name}.test.ts`)
  const out = join(copy, 'result.json')
  const named = ['-t', 'price-lists|riceList', '--reporter=json', `--outputFile=${out}`]
  // One worker loads the service once.
  await local('vitest', ['run', 'test/features/work/price-lists', ...tables, ...named, '--maxWorkers=1'])
})
