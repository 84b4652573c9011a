import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { runProgramToEnd } from '../harness/process.ts'

const directory = mkdtempSync(join(tmpdir(), 'kontor-cli-'))
let database: { url: string; drop(): Promise<void> }

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  // What it loads is compiled once for all of them.
  await kontor(['--version'])
}, 120_000)
afterAll(async () => {
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

const kontor = (args: string[], settings: NodeJS.ProcessEnv = {}) =>
  runProgramToEnd('kontor.js', args, { DATA_DIR: directory, DATABASE_URL: database.url, ...settings })

describe('kontor', { timeout: 60_000 }, () => {
  test('creates an organization, a member and a token, each as one JSON object', async () => {
    const org = await kontor([
      'org',
      'create',
      '--name',
      'Acme',
      '--email',
      'owner@acme.example',
      '--password',
      'ein langes wort',
      '--json',
    ])
    const { organization_id, user_id, token } = JSON.parse(org.stdout)
    expect([organization_id, user_id, token]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^kontor_/),
    ])
    expect(org.stdout.trim().split('\n')).toHaveLength(1)
    const user = await kontor([
      'user',
      'create',
      '--org',
      organization_id,
      '--email',
      'm@acme.example',
      '--role',
      'member',
      '--json',
    ])
    expect(Object.keys(JSON.parse(user.stdout))).toEqual(['user_id', 'token'])
    const made = await kontor([
      'token',
      'create',
      '--email',
      'M@acme.example',
      '--name',
      'ro',
      '--scope',
      'read',
      '--json',
    ])
    expect(Object.keys(JSON.parse(made.stdout))).toEqual(['token_id', 'token'])
    const twice = await kontor([
      'user',
      'create',
      '--org',
      organization_id,
      '--email',
      'M@acme.example',
      '--role',
      'viewer',
      '--json',
    ])
    expect([twice.code, twice.stdout, twice.stderr]).toEqual([1, '', expect.stringContaining('taken')])
  })
  for (const [what, args, says] of [
    ['a bad address', ['org', 'create', '--name', 'x', '--email', 'nobody'], 'email'],
    [
      'a short password',
      ['org', 'create', '--name', 'x', '--email', 'a@b.example', '--password', 'kurz'],
      '10 characters',
    ],
    [
      'an unknown role',
      ['user', 'create', '--org', crypto.randomUUID(), '--email', 'a@b.example', '--role', 'king'],
      'role',
    ],
    [
      'an organization that does not exist',
      ['user', 'create', '--org', crypto.randomUUID(), '--email', 'a@b.example', '--role', 'viewer'],
      'no such organization',
    ],
    [
      'a password that everybody uses',
      [
        'user',
        'create',
        '--org',
        crypto.randomUUID(),
        '--email',
        'a@b.example',
        '--role',
        'viewer',
        '--password',
        'qwertyuiop',
      ],
      'guessed first',
    ],
    [
      'a second factor that is not there',
      ['user', 'reset-second-factor', '--email', 'owner@acme.example'],
      'no second factor',
    ],
    ['somebody who is nowhere', ['token', 'create', '--email', 'x@nowhere.example', '--name', 'x'], 'no member'],
    [
      'a token that expires in the past',
      ['token', 'create', '--email', 'owner@acme.example', '--name', 'x', '--expires-at', '2020-01-01T00:00:00Z'],
      'future',
    ],
    [
      'a day that does not exist',
      ['token', 'create', '--email', 'owner@acme.example', '--name', 'x', '--expires-at', '2040-02-30T00:00:00Z'],
      'future',
    ],
    ['an empty name', ['org', 'create', '--name', ' ', '--email', 'a@b.example'], 'must not be empty'],
    ['a command that does not exist', ['org', 'creat'], 'unknown command'],
  ] as const)
    test.concurrent(`refuses ${what}, and says so in a line`, async () => {
      const { code, stdout, stderr } = await kontor([...args])
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(says)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    })
  test('doctor reports problems with what to do', async () => {
    const missing = await kontor(['doctor'])
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('kontor base-rate add')])
    const [year, month] = new Date().toISOString().split('-').map(Number) as [number, number]
    const halfYear = `${year}-${month < 7 ? '01' : '07'}-01`
    const added = await kontor(['base-rate', 'add', '--from', halfYear, '--percent', '1.27', '--json'])
    expect(JSON.parse(added.stdout)).toEqual({ from: halfYear, percent: 1.27 })
    const otherwise = ['base-rate', 'add', '--from', halfYear, '--percent', '9.99']
    const kept = await kontor(otherwise)
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('is 1.27% already: --replace corrects it.')])
    expect((await kontor([...otherwise, '--replace'])).stdout).toContain('9.99%')
    const well = await kontor(['doctor'])
    expect([well.code, well.stdout]).toEqual([0, expect.stringContaining('Everything is in order.')])
    const ill = await kontor(['doctor'], { SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(ill.code).toBe(1)
    expect(ill.stdout).toMatch(/fail {2}mail: .*\n +Check SMTP_URL/)
    const wrong = await kontor(['doctor'], { PORT: 'abc' })
    expect(wrong.stdout).toContain('PORT must be')
  })
  test('doctor prints one JSON object for programs', async () => {
    const well = JSON.parse((await kontor(['doctor', '--json'])).stdout)
    expect([well.ok, well.checks.map(({ name }: { name: string }) => name)]).toEqual([
      true,
      [
        'settings',
        'node',
        'memory',
        'database',
        'audit log',
        'servers',
        'secret key',
        'storage',
        'disk',
        'backup',
        'quotas',
        'mail',
        'base rate',
        'assistant',
        'seal',
        'previews',
      ],
    ])
    const ill = await kontor(['doctor', '--json'], { SMTP_URL: 'smtp://127.0.0.1:1' })
    const { ok, checks } = JSON.parse(ill.stdout)
    expect([ill.code, ok]).toEqual([1, false])
    expect(checks).toContainEqual({
      name: 'mail',
      ok: false,
      detail: expect.any(String),
      remedy: expect.stringContaining('SMTP_URL'),
    })
    const wrong = JSON.parse((await kontor(['doctor', '--json'], { PORT: 'abc' })).stdout)
    expect(wrong).toEqual({ ok: false, checks: [expect.objectContaining({ name: 'settings', ok: false })] })
  })
  test('lists organizations if one must be chosen', async () => {
    const named = async () => {
      const { organizations } = JSON.parse((await kontor(['org', 'list', '--json'])).stdout)
      return organizations.map(({ name }: { name: string }) => name)
    }
    expect(await named()).toEqual(['Acme'])
    const other = JSON.parse(
      (await kontor(['org', 'create', '--name', 'Beta', '--email', 'b@beta.example', '--json'])).stdout,
    )
    expect(await named()).toEqual(['Acme', 'Beta'])
    expect((await kontor(['org', 'list'])).stdout).toContain(`${other.organization_id}  Beta`)
    const period = ['--from', '2026-01-01', '--to', '2026-01-31']
    const unsaid = await kontor(['export', 'accounting', ...period])
    expect(unsaid.stderr).toContain('say which with --org (kontor org list shows them)')
    const bare = await kontor(['export', 'accounting', ...period, '--org', other.organization_id])
    for (const name of ['datev_consultant_number', 'datev_client_number', 'chart'])
      expect(bare.stderr).toContain(`accounting.${name} is missing`)
  })
  test.each([
    [
      ['export', 'accounting'],
      ['--from <day> (required)', '--to <day> (required)'],
    ],
    [
      ['base-rate', 'add'],
      ['--from <day> (required)', '--percent <percent> (required)'],
    ],
  ])('%s --help says which options are required', async (command, required) => {
    const { stdout } = await kontor([...command, '--help'])
    for (const option of required) expect(stdout).toContain(option)
    expect(stdout).not.toContain('--json (required)')
  })
  test('prints its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect((await kontor(['--version'])).stdout.trim()).toBe(version)
  })
})
