// Plants faults from planted-faults/faults.ts one at a time in a scratch copy and runs the tests that should notice them;
// writes docs/planted-faults.md. The commit's tests must pass. Arguments (areas or parts of descriptions) select faults and
// keep the rest of the page; --check only verifies that each text still occurs once.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { createVitest, type Vitest } from 'vitest/node'
import { type Fault, faults } from './planted-faults/faults.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const page = join(root, 'docs/planted-faults.md')
/** So many of sixty must be noticed. */
const wanted = 55 / 60
/** Milliseconds that the tests of a fault have to notice it. */
const longest = 240_000

const words = process.argv.slice(2).filter((word) => word !== '--check')
const chosen = faults.filter(
  ({ area, what }) => !words.length || words.some((word) => area === word || what.includes(word)),
)

/** The file with the fault in it. */
function planted({ file, text, replacement, what }: Fault, before = readFileSync(join(root, file), 'utf8')): string {
  if (before.split(text).length !== 2) throw new Error(`Stale: "${what}": its text stands not exactly once in ${file}.`)
  const after = before.replace(text, () => replacement)
  // What does not even parse would be noticed by every test.
  parseSync(after, { syntax: 'typescript', decorators: true })
  return after
}

for (const fault of chosen) {
  planted(fault)
  for (const test of fault.tests)
    if (!existsSync(join(root, 'test', test))) throw new Error(`Stale: "${fault.what}": there is no test/${test}.`)
}
if (process.argv.includes('--check')) process.exit()

const scratch = mkdtempSync(join(tmpdir(), 'kontor-faults-'))
const copy = join(scratch, 'kontor')
execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy, 'HEAD'], { cwd: root })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
process.env.NODE_ENV = 'test'

// Shorter timeouts for tests that wait for what a fault prevents.
const start = () =>
  createVitest({ root: copy, watch: false, maxWorkers: 1, bail: 1, testTimeout: 20_000, reporters: [{}] })
/** Kept from fault to fault, with its database. */
let kept: Vitest | undefined

/** The first test that fails, or the file that does; null where none does. */
async function firstFailure(vitest: Vitest, tests: readonly string[]): Promise<string | null> {
  vitest.state.filesMap.clear()
  const project = vitest.getRootProject()
  const specifications = tests.map((test) => project.createSpecification(join(copy, 'test', test)))
  const late = setTimeout(() => endRun(vitest), longest)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  clearTimeout(late)
  for (const module of testModules) for (const test of module.children.allTests('failed')) return test.fullName
  const failed = testModules.find((module) => !module.ok())
  if (failed) return failed.relativeModuleId
  if (
    testModules.length < tests.length ||
    !testModules.some((module) => module.children.allTests('passed').next().value)
  )
    throw new Error(`Not all of ${tests.join(', ')} ran.`)
  return unhandledErrors.length ? 'an error outside of the tests' : null
}

/** Ends what runs: the first call lets a test finish, the second one does not. */
function endRun(vitest: Vitest) {
  void vitest.cancelCurrentRun('keyboard-input')
  void vitest.cancelCurrentRun('keyboard-input')
}

async function judge(fault: Fault): Promise<string | null> {
  const path = join(copy, fault.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, planted(fault, before))
  // The database of a run is migrated once.
  const own = fault.file.startsWith('migrations/') ? await start() : undefined
  kept ??= own ? undefined : await start()
  const vitest = own ?? (kept as Vitest)
  try {
    vitest.invalidateFile(path)
    return await firstFailure(vitest, fault.tests)
  } finally {
    writeFileSync(path, before)
    vitest.invalidateFile(path)
    await own?.close()
  }
}

/** What the page says of the faults that were not planted now. */
function earlier(): Map<string, string> {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const rows = text.matchAll(/^\| \w+ \| (.+?) \| `[^`]+` \| (.+) \|$/gm)
  return new Map([...rows].map(([, what = '', result = '']) => [what, result]))
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const survived = '**survived**'
const results = earlier()

/** Writes the page; answers how it stands. */
function write() {
  const known = faults.flatMap((fault) => {
    const result = results.get(cell(fault.what))
    return result === undefined ? [] : [{ ...fault, result }]
  })
  const caught = known.filter(({ result }) => !result.startsWith(survived)).length
  writeFileSync(
    page,
    `# Planted faults

Do the tests notice when something is wrong? \`npm run faults\` plants each of these faults in a copy of the repository, alone,
runs the tests that should notice it, and writes this page. At least 55 of 60 must be caught. The faults themselves, text for
text, are in \`scripts/planted-faults/faults.ts\`.

**${caught} of ${known.length} are caught.** ${faults.length - known.length} are still to be planted.

| area | what is wrong | in | noticed by |
|---|---|---|---|
${known.map(({ area, what, file, result }) => `| ${area} | ${cell(what)} | \`${file}\` | ${result} |`).join('\n')}
`,
  )
  return { caught, known: known.length }
}

try {
  for (const fault of chosen) {
    const began = performance.now()
    const noticed = await judge(fault)
    results.set(cell(fault.what), noticed === null ? `${survived} ${fault.tests.join(', ')}` : cell(noticed))
    write()
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `${noticed === null ? 'SURVIVED' : 'caught  '} ${fault.area}: ${fault.what} (${noticed ?? fault.tests.join(', ')}; ${seconds} s)`,
    )
  }
} finally {
  await kept?.close()
  process.chdir(root)
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root })
  rmSync(scratch, { recursive: true, force: true })
}

const { caught, known } = write()
console.log(`${caught} of ${known} planted faults are caught.`)
if (caught / known < wanted) process.exitCode = 1
