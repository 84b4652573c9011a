import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runNode, startNode } from '../harness/process.ts'

/** The last release: its version and commit, and `backup-<version>.tar.gz`, a backup of its demo with its `secret.key`. */
export const lastRelease = JSON.parse(readFileSync(join(import.meta.dirname, 'last-release.json'), 'utf8')) as {
  version: string
  commit: string
}

const cache = resolve('node_modules/.cache')

/** False in a clone without history. */
export const isInHistory = () => spawnSync('git', ['cat-file', '-e', `${lastRelease.commit}^{commit}`]).status === 0

/** The release's programs, built from its commit with the packages that are installed here. */
export function releasePrograms() {
  const { commit } = lastRelease
  const folder = join(cache, `release-${commit.slice(0, 12)}`)
  if (!existsSync(folder)) build(commit, folder)
  const args = (program: string, options: readonly string[]) => [join(folder, 'dist', 'bundle', program), ...options]
  const env = (settings: NodeJS.ProcessEnv) => ({ ...process.env, ...settings })
  return {
    routes: JSON.parse(readFileSync(join(folder, 'schema', 'openapi.json'), 'utf8')).paths as Record<string, object>,
    run: (options: readonly string[], settings: NodeJS.ProcessEnv) =>
      runNode(args('kontor.js', options), env(settings)),
    startServer: (settings: NodeJS.ProcessEnv) =>
      startNode(args('main.js', []), 'Kontor is ready', env({ ...settings, WORKERS: 'none' })),
  }
}

function build(commit: string, folder: string) {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', draft], { input: archive })
  // Hard links: what is bundled and what is not is told by where a package really lies.
  const packages = readdirSync('node_modules').filter((name) => name !== '.cache')
  mkdirSync(join(draft, 'node_modules'))
  execFileSync('cp', ['-Rl', ...packages.map((name) => join('node_modules', name)), join(draft, 'node_modules')])
  const compile = `import('./scripts/compile.mjs').then(({ compile }) => compile('dist', ['--noCheck', '--incremental', 'false']))`
  execFileSync(process.execPath, ['-e', compile], { cwd: draft, stdio: 'pipe' })
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
}

/** Unpacks the backup of the release: a folder with `backup` and `secret.key`. */
export function unpackBackup(folder: string) {
  mkdirSync(folder, { recursive: true })
  const file = join(import.meta.dirname, `backup-${lastRelease.version}.tar.gz`)
  execFileSync('tar', ['-xzf', file, '-C', folder])
}
