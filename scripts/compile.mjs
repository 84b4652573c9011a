import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Compiles src and migrations into `folder`, with the subpath imports of package.json pointing at what was compiled, and
 * bundles what a start loads.
 */
export function compile(folder, options = []) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const command = [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', folder, ...options]
  execFileSync(process.execPath, command, { stdio: ['ignore', 2, 2] })
  // Migrations are discovered by file name, so compiled ones without a source would still run.
  const migrations = join(folder, 'migrations')
  for (const file of readdirSync(migrations))
    if (!existsSync(join(root, 'migrations', file.replace(/\.js(\.map)?$/, '.ts')))) rmSync(join(migrations, file))
  const { type, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const compiled = Object.fromEntries(
    Object.entries(imports).map(([name, path]) => [name, path.replace(/\.ts$/, '.js')]),
  )
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type, imports: compiled }))
  execFileSync(process.execPath, [join(root, 'scripts', 'bundle.mjs'), folder], { stdio: ['ignore', 2, 2] })
}
