import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { readConfig, variables } from '../src/config.ts'

// What Kontor is deployed with: Dockerfile, Compose, the systemd unit, the Helm chart, proxies, and their pages.

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot })
  .toString()
  .split('\n')
  .filter((file) => file && existsSync(join(projectRoot, file)))
const pages = tracked.filter((file) => /^docs\/operations(\.md$|\/)/.test(file))
const files = tracked.filter((file) => /^(Dockerfile$|compose\.|deploy\/(systemd|helm)\/)/.test(file))

/** Settings of what runs beside Kontor, or of Node.js and the C library below it. */
const others = [
  ...['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'],
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'PGPASSWORD'],
  ...['MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD', 'ON_ERROR_STOP', 'SECRET', 'PASSWORD'],
]
const settings = variables.map(({ name }) => name)

/** Assignments of a unit, an env file, a shell, a Dockerfile, a YAML map or a container's `env`. */
const assignment = /(?:^|[\s#="'`])([A-Z][A-Z0-9_]{2,})(?:=(?![=\s])|:(?=\s))|\bname: ([A-Z][A-Z0-9_]+)$/gm
const assigned = (text: string) =>
  [...text.matchAll(assignment)].map(([, name, ofContainer]) => name ?? ofContainer ?? '')
const code = (page: string) => [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = '']) => block).join('\n')

test.each([...files, ...pages])('%s names only existing settings', (file) => {
  const text = file.endsWith('.md') ? code(read(file)) : read(file).replace(/^\s*#(?![A-Z]).*$/gm, '')
  expect(assigned(text).filter((name) => !settings.includes(name) && !others.includes(name))).toEqual([])
})

test('every kind of assignment is recognized', () => {
  const text =
    'PORT=1\n#HOST=x\nEnvironment=A_B=1 C_D=2\n  MAIL_FROM: x\n- name: WORKERS\n  value: 1\n --from-literal=SMTP_URL=x'
  expect(new Set(assigned(text))).toEqual(new Set(['PORT', 'HOST', 'A_B', 'C_D', 'MAIL_FROM', 'WORKERS', 'SMTP_URL']))
  expect(files.length).toBeGreaterThan(10)
})

describe('example settings are valid', () => {
  test('of the systemd unit', () => {
    const env = Object.fromEntries(
      [...read('deploy/systemd/kontor.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value = '']) => [
        name,
        value.replace(/^"(.*)"$/, '$1'),
      ]),
    )
    expect(readConfig(env)).toMatchObject({ trustProxy: ['127.0.0.1', '::1'], mail: { via: 'smtp' } })
  })
  test('of the Helm chart', () => {
    const [, block = ''] = /^settings:\n((?: {2}.*\n)+)/m.exec(read('deploy/helm/kontor/values.yaml')) ?? []
    const env = Object.fromEntries(
      [...block.matchAll(/^ {2}([A-Z][A-Z0-9_]+): "?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
    )
    const secrets = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig({ ...env, ...secrets })).toMatchObject({ stopGraceMs: 10_000, s3: { bucket: 'kontor' } })
  })
})

describe('systemd unit', () => {
  const unit = read('deploy/systemd/kontor.service')
  test('starts like the container', () => {
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.+)$/m.exec(unit) ?? []
    expect(read('Dockerfile')).toContain(
      `\nCMD ${JSON.stringify(['node', ...command.split(' ')]).replaceAll(',', ', ')}\n`,
    )
  })
  const { error } = spawnSync('systemd-analyze', ['--version'])
  test.skipIf(error)(
    `passes systemd-analyze verify${error ? ' (skipped: there is no systemd-analyze here)' : ''}`,
    () => {
      const copy = join(mkdtempSync(join(tmpdir(), 'kontor-unit-')), 'kontor.service')
      writeFileSync(copy, unit.replace('/usr/bin/node', process.execPath))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
      expect([status, stderr.split('\n').filter((line) => line.includes('kontor.service'))]).toEqual([0, []])
    },
  )
})

describe('Helm chart', () => {
  const chart = join(projectRoot, 'deploy/helm/kontor')
  const templates = files
    .filter((file) => file.startsWith('deploy/helm/kontor/templates/'))
    .map(read)
    .join('\n')
  test('probes existing paths, and runs unprivileged on a read-only root', () => {
    const probed = [...templates.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, path]) => path)
    expect(new Set(probed)).toEqual(new Set(['/healthz', '/readyz']))
    for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
      expect(templates).toContain(line)
  })
  test('has a value for each that its templates read', () => {
    const values = read('deploy/helm/kontor/values.yaml')
    for (const [, path = ''] of templates.matchAll(/\.Values\.([\w.]+)/g)) {
      // Each level stands deeper than the one before.
      const levels = path.split('.').map((key, depth) => `^ {${2 * depth}}${key}:`)
      expect(values, path).toMatch(new RegExp(levels.join('[\\s\\S]*?'), 'm'))
    }
  })
  const { error } = spawnSync('helm', ['version'])
  test.skipIf(error)(`passes helm lint${error ? ' (skipped: there is no helm here)' : ''}`, () => {
    const { status, stdout, stderr } = spawnSync('helm', ['lint', '--strict', chart], { encoding: 'utf8' })
    expect([status, status ? stdout + stderr : '']).toEqual([0, ''])
  })
})

test('pages of operations are in the index, and their links work', () => {
  const index = read('docs/operations.md')
  for (const page of pages) {
    if (page !== 'docs/operations.md') expect(index, page).toContain(`(${page.replace('docs/', '')})`)
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
      expect(existsSync(join(projectRoot, normalize(join(dirname(page), link)))), `${page}: ${link}`).toBe(true)
  }
})
