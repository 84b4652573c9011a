// npm run release: writes what the tests of the next release need: version, commit, and a backup of the demo. Run once per
// release; the result is committed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../src/core/runtime/version.ts'

const releases = join(import.meta.dirname, '..', 'test', 'releases')
const folder = mkdtempSync(join(tmpdir(), 'kontor-release-'))
try {
  const settings = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', BACKUP_PASSPHRASE: '' }
  const kontor = (...args: string[]) =>
    execFileSync('npm', ['run', '-s', 'kontor', '--', ...args], { env: settings, stdio: 'inherit' })
  kontor('demo', '--scale', '0.1')
  kontor('backup', '--to', join(folder, 'backup'))
  copyFileSync(join(folder, 'data', 'secret.key'), join(folder, 'secret.key'))
  for (const old of readdirSync(releases).filter((name) => name.endsWith('.tar.gz'))) rmSync(join(releases, old))
  execFileSync('tar', ['-czf', join(releases, `backup-${version}.tar.gz`), '-C', folder, 'backup', 'secret.key'])
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  writeFileSync(join(releases, 'last-release.json'), `${JSON.stringify({ version, commit }, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
