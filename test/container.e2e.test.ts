import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8')
const dockerfile = read('Dockerfile')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

test('the container imports no development packages', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'migrations'], {
    cwd: projectRoot,
  })
    .toString()
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.startsWith('src/web/') && existsSync(join(projectRoot, file)))
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^'.][^']*)'|^import '([^'.][^']*)'/gm)].map(
      ([, from = '', bare = '']) => from || bare,
    ),
  )
  const packages = imported
    .filter((name) => !isBuiltin(name) && !name.startsWith('#'))
    .map((name) => (name.startsWith('@') ? name.split('/', 2).join('/') : (name.split('/')[0] ?? '')))
  expect(packages).toContain('fastify')
  expect([...new Set(packages)].filter((name) => !dependencies[name])).toEqual([])
})

test('the container runs unprivileged, with a health check and a stop signal', () => {
  expect(lastStage).toMatch(/^USER node$/m)
  expect(lastStage).toMatch(/^HEALTHCHECK .*\/readyz/m)
  expect(lastStage).toMatch(/^STOPSIGNAL SIGTERM$/m)
  // A shell in between would keep the signal for itself.
  expect(lastStage).toMatch(/^CMD \["node", /m)
  for (const [, path = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const file of path.split(' ')) expect(existsSync(join(projectRoot, file)), file).toBe(true)
})

test('the container starts like `npm start`, with the same memory limits', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  const [, options = ''] = /exec node (.+)$/.exec(scripts.start) ?? []
  expect(options).toContain('--max-semi-space-size=')
  expect(lastStage).toContain(`\nCMD ${JSON.stringify(['node', ...options.split(' ')]).replaceAll(',', ', ')}\n`)
})

test('compose writes only to volumes, and starts after the database accepts connections', () => {
  const compose = read('compose.yaml')
  expect(compose).toMatch(/read_only: true\n\s+tmpfs: \[\/tmp\]/)
  expect(compose).toContain('cap_drop: [ALL]')
  expect(compose).toContain('condition: service_healthy')
  for (const name of ['POSTGRES_PASSWORD', 'SECRET_KEY']) expect(compose).toContain(`\${${name}:?`)
})

test('compose for several servers shares database, storage and key', () => {
  const compose = read('compose.scale.yaml')
  const [, settings = ''] = /&settings\n((?: {4}.+\n)+)/.exec(compose) ?? []
  const names = [...settings.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'SECRET_KEY', 'WORKERS', 'S3_ENDPOINT', 'TRUST_PROXY']))
  for (const part of ['server-1: *kontor', 'server-2: *kontor', '[kontor, work]', '[kontor, distribute]'])
    expect(compose).toContain(part)
})
