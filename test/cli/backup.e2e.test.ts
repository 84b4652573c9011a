import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { noBackupKeys } from '#core/backup/encryption'
import { openRepository } from '#core/backup/repository'
import { createPool } from '#core/database/connection'
import { startEmbedded } from '#core/database/embedded'
import { currentMigration, migrate } from '#core/database/migrate'
import { createSecrets } from '#core/runtime/secret-key'
import { readConfig } from '../../src/config.ts'
import { createDatabase } from '../harness/cluster.ts'
import { compileService } from '../harness/compile-service.ts'
import { runProgramToEnd } from '../harness/process.ts'

// Backups as an operator makes them, of an embedded database.

const folder = mkdtempSync(join(tmpdir(), 'kontor-backups-'))
const dataDir = join(folder, 'data')
const passphrase = 'correct horse battery staple'
const kontor = (args: string[], settings: NodeJS.ProcessEnv = {}) =>
  runProgramToEnd('kontor.js', args, {
    DATA_DIR: dataDir,
    BACKUP_TO: join(folder, 'backups'),
    BACKUP_PASSPHRASE: passphrase,
    ...settings,
  })

/** Works as the owner of the embedded database of a folder. */
async function onEmbedded<Result>(directory: string, work: (system: Pool, url: string) => Promise<Result>) {
  const database = await startEmbedded(directory, { report: () => {} })
  const system = createPool(database.url, 'system', 2)
  try {
    return await work(system, database.url)
  } finally {
    await system.end()
    await database.stop()
  }
}

beforeAll(async () => {
  chmodSync(folder, 0o711)
  await kontor(['org', 'create', '--name', 'Werkstatt', '--email', 'anna@werkstatt.example'])
  writeFileSync(join(dataDir, 'signing.pem'), 'private key of seals')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const organizations = async (settings: NodeJS.ProcessEnv) =>
  JSON.parse((await kontor(['org', 'list', '--json'], settings)).stdout).organizations.map(
    ({ name }: { name: string }) => name,
  )

describe('kontor backup', { timeout: 180_000 }, () => {
  test('is listed, verified and restored, with its key if requested', async () => {
    const first = await kontor(['backup', '--with-key', '--json'])
    expect([first.code, first.stderr.includes('not encrypted')]).toEqual([0, false])
    const { id, rows } = JSON.parse(first.stdout)
    expect(rows).toBeGreaterThan(1)
    expect(JSON.parse((await kontor(['backup', 'list', '--json'])).stdout).backups).toMatchObject([
      { id, rows, is_encrypted: true },
    ])
    const verified = await kontor(['backup', 'verify', '--json'])
    expect([verified.code, JSON.parse(verified.stdout).id]).toEqual([0, id])

    const into = join(folder, 'restored')
    const restored = await kontor(['restore', '--into', into])
    expect([restored.code, restored.stdout]).toEqual([0, `Restored the backup ${id} into ${into}.\n`])
    for (const key of ['secret.key', 'signing.pem'])
      expect(readFileSync(join(into, key))).toEqual(readFileSync(join(dataDir, key)))
    expect(await organizations({ DATA_DIR: into })).toEqual(['Werkstatt'])
    const again = await kontor(['restore', '--into', into])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')])
  })

  test('contains no private key if it is not encrypted', async () => {
    const open = { BACKUP_TO: join(folder, 'open'), BACKUP_PASSPHRASE: '' }
    expect((await kontor(['backup'], open)).code).toBe(0)
    const into = join(folder, 'restored-open')
    expect((await kontor(['restore', '--into', into], open)).code).toBe(0)
    expect(readdirSync(into).filter((name) => /key|pem/.test(name))).toEqual([])
  })

  test('restores into an external PostgreSQL', async () => {
    const { url, drop } = await createDatabase(inject('cluster'), inject('template'))
    try {
      const { code, stderr } = await kontor(['restore', '--into', url], { DATA_DIR: join(folder, 'other') })
      expect([code, stderr.trim()]).toEqual([0, 'Files\nTables'])
      const system = createPool(url, 'system', 1)
      const { rows } = await system.query('select name from organizations')
      await system.end()
      expect(rows).toEqual([{ name: 'Werkstatt' }])
    } finally {
      await drop()
    }
  })

  test('reports in one line what is missing, and creates nothing', async () => {
    const refusals: [string[], NodeJS.ProcessEnv, string][] = [
      [['backup'], { BACKUP_TO: '' }, 'BACKUP_TO'],
      [['backup', '--to', join(dataDir, 'backups')], {}, 'lies in DATA_DIR'],
      [['backup', '--to', 'ftp://host/folder'], {}, 'must be a folder or s3://bucket/prefix'],
      [['backup', '--to', 's3://bucket/kontor'], {}, 'BACKUP_S3_ENDPOINT'],
      [['backup', '--with-key', '--to', join(folder, 'plain')], { BACKUP_PASSPHRASE: '' }, 'needs an encrypted backup'],
      [['backup', 'verify'], { BACKUP_PASSPHRASE: '' }, 'set BACKUP_PASSPHRASE'],
      [['backup', 'verify'], { BACKUP_PASSPHRASE: 'another passphrase' }, 'not the passphrase of this repository'],
      [['backup', 'verify', '--from', join(folder, 'nowhere')], {}, 'There is no backup in'],
      [
        ['restore', '--backup', '20200101T000000Z', '--into', join(folder, 'none')],
        {},
        'There is no backup 20200101T000000Z',
      ],
      [['restore'], {}, 'is not empty'],
    ]
    for (const [args, settings, expected] of refusals) {
      const { code, stderr } = await kontor(args, settings)
      expect([args.join(' '), code, stderr.trim().split('\n').length, stderr]).toEqual([
        args.join(' '),
        1,
        1,
        expect.stringContaining(expected),
      ])
    }
    expect(readdirSync(folder).sort()).not.toContain('plain')
  })

  test('refuses to start after an interrupted restore, which can be repeated', async () => {
    const broken = join(folder, 'broken')
    mkdirSync(join(broken, '.restoring'), { recursive: true })
    writeFileSync(join(broken, '.restoring', 'signing.pem'), 'half')
    const started = await runProgramToEnd('main.js', [], { DATA_DIR: broken, PORT: '4' })
    expect([started.code, started.stderr]).toEqual([1, expect.stringMatching(/^A restore into .* was not finished/)])
    expect(existsSync(join(broken, 'postgres'))).toBe(false)
    expect((await kontor(['restore', '--into', broken])).code).toBe(0)
    expect(await organizations({ DATA_DIR: broken })).toEqual(['Werkstatt'])
  })
})

describe('start with pending migrations of an embedded database', { timeout: 600_000 }, () => {
  const old = join(folder, 'old')
  const places = { DATA_DIR: old, BACKUP_TO: '', BACKUP_PASSPHRASE: '' }
  const lastMigration = (directory: string) =>
    onEmbedded(directory, async (system) => {
      const { rows } = await system.query<{ last: string }>('select max(name) as last from migrations')
      return rows[0]?.last
    })
  const idsIn = async (place: string) => (await openRepository({ place, s3: null }, noBackupKeys)).ids()

  const last = '0080-second-factors'
  beforeAll(() =>
    onEmbedded(old, async (system, url) => {
      await migrate(system, url, () => createSecrets(Buffer.alloc(32)), { last })
      await system.query(
        "insert into organizations (id, name, created_at, updated_at) values (gen_random_uuid(), 'Altbau', now(), now())",
      )
    }),
  )

  test('is planned on a copy that reports locks, rewrites and reads', async () => {
    const { code, stdout } = await kontor(['migrate', '--plan', '--json'], places)
    expect(code).toBe(0)
    const { migrations, backup, rehearsal } = JSON.parse(stdout) as {
      migrations: string[]
      backup: string
      rehearsal: {
        statements: { statement: string; touched: { table: string; is_rewritten: boolean }[] }[]
        blocked: object[]
      }
    }
    expect(backup).toBe(join(old, 'upgrade-backups'))
    expect([(migrations[0] ?? '') > last, migrations.at(-1)]).toEqual([true, currentMigration])
    const adding = rehearsal.statements.find(({ statement }) => statement.startsWith('alter table recovery_codes add'))
    expect(adding?.touched).toMatchObject([{ table: 'recovery_codes', lock: 'ACCESS EXCLUSIVE', is_rewritten: false }])
    const rewritten = rehearsal.statements.flatMap(({ touched }) => touched.filter((each) => each.is_rewritten))
    expect(rewritten.map(({ table }) => table)).toContain('clients')
    expect(rehearsal.blocked).toContainEqual({
      table: 'organizations',
      lock: 'ACCESS EXCLUSIVE',
      stops: 'reading and writing',
      milliseconds: expect.any(Number),
    })
    expect([await lastMigration(old), readdirSync(old)]).toEqual([
      last,
      expect.not.arrayContaining(['upgrade-backups']),
    ])

    const said = await kontor(['migrate', '--plan'], { ...places, BACKUP_BEFORE_MIGRATION: 'off' })
    expect(said.stdout).toMatch(/^A start runs \d+ migrations in one transaction\.\nIt makes no backup first\.\n/)
    expect(said.stdout).toMatch(/\n {2}organizations: ACCESS EXCLUSIVE, reading and writing waits for /)
    expect((await kontor(['migrate', '--plan'])).stdout).toBe('Nothing is to be migrated.\n')
    const none = join(folder, 'nothing')
    const fresh = await kontor(['migrate', '--plan'], { ...places, DATA_DIR: none })
    expect([fresh.stdout, existsSync(none)]).toEqual([
      expect.stringMatching(/^The database is new: a start runs/),
      false,
    ])
  })

  test('backs up first, unless the database is new', async () => {
    const blocked = join(old, 'upgrade-backups')
    writeFileSync(blocked, 'a file in the way')
    const refused = await kontor(['migrate'], places)
    expect([refused.code, refused.stderr.trim().split('\n')]).toEqual([
      1,
      [
        `Backing up the database to ${blocked} before it is migrated (BACKUP_BEFORE_MIGRATION) …`,
        expect.stringMatching(/^The backup to .* failed, and nothing was migrated: .*BACKUP_BEFORE_MIGRATION=off/),
      ],
    ])
    expect(await lastMigration(old)).toBe(last)
    rmSync(blocked)

    const migrated = await kontor(['org', 'list'], places)
    expect([migrated.code, migrated.stdout, migrated.stderr]).toEqual([
      0,
      expect.stringContaining('Altbau'),
      expect.stringMatching(/^Backing up .*\nMigrated the database/),
    ])
    expect(await lastMigration(old)).toBe(currentMigration)
    const [id, ...others] = await idsIn(blocked)
    expect([id, others]).toEqual([expect.any(String), []])
    expect((await kontor(['migrate'], places)).stderr).toBe('')

    // The way back, which the release before would go.
    const back = join(folder, 'back')
    const restored = await kontor(['restore', '--from', blocked, '--into', back], places)
    expect([restored.code, restored.stdout]).toEqual([
      0,
      `Restored the backup ${id} into ${back}. It has the database alone: put files, outbox and signing.pem of the installation there. It has no secret key: put secret.key there, or set SECRET_KEY, before you start the service.\n`,
    ])
    expect(await lastMigration(back)).toBe(last)

    const repository = join(back, 'upgrade-backups')
    for (const older of ['20200101T000000Z', '20200102T000000Z']) {
      cpSync(join(blocked, 'backups', id ?? ''), join(repository, 'backups', older), { recursive: true })
      cpSync(join(blocked, 'kontor-backup.json'), join(repository, 'kontor-backup.json'))
    }
    expect((await kontor(['migrate'], { ...places, DATA_DIR: back })).code).toBe(0)
    expect((await idsIn(repository)).map((each) => each.slice(0, 8))).toEqual([
      '20200102',
      expect.stringMatching(/^(?!2020)/),
    ])

    const without = join(folder, 'without')
    await kontor(['restore', '--from', blocked, '--into', without], places)
    const off = await kontor(['migrate'], { ...places, DATA_DIR: without, BACKUP_BEFORE_MIGRATION: 'off' })
    expect([off.code, off.stderr.startsWith('Migrated the database'), readdirSync(without)]).toEqual([
      0,
      true,
      ['postgres'],
    ])
  })

  test('backs up to BACKUP_TO, including files and key', async () => {
    const from = join(old, 'upgrade-backups')
    const directory = join(folder, 'elsewhere')
    await kontor(['restore', '--from', from, '--into', directory], places)
    const to = join(folder, 'to')
    const { code, stderr } = await kontor(['migrate'], { DATA_DIR: directory, BACKUP_TO: to })
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Backing up the database to ${to} before`)])
    expect(readdirSync(directory)).not.toContain('upgrade-backups')
    const [listed] = JSON.parse((await kontor(['backup', 'list', '--from', to, '--json'])).stdout).backups
    expect(listed).toMatchObject({ is_encrypted: true, files: expect.any(Number) })
    expect(listed.files).toBeGreaterThan(0)
  })
})

test('the nightly job runs the command and reports its error', { timeout: 120_000 }, async () => {
  const place = join(compileService(), 'src/features/platform/backups/run-backup.js')
  const { runBackup } = (await import(place)) as typeof import('../../src/features/platform/backups/run-backup.ts')
  const to = join(folder, 'nightly')
  const settings = { DATA_DIR: dataDir, BACKUP_TO: to, BACKUP_PASSPHRASE: passphrase }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  try {
    await runBackup(readConfig(settings))
    const repository = await openRepository({ place: to, s3: null }, readConfig(settings).backup.keys)
    const [id = ''] = await repository.ids()
    expect((await repository.manifest(id)).hasSecretKey).toBe(true)
    vi.stubEnv('BACKUP_PASSPHRASE', 'another passphrase')
    await expect(runBackup(readConfig(settings))).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the passphrase of this repository.',
    )
  } finally {
    vi.unstubAllEnvs()
  }
})

test('an older version refuses to start on an incompatible newer database', {
  timeout: 60_000,
}, async () => {
  const { url, drop } = await createDatabase(inject('cluster'), inject('template'))
  const system = createPool(url, 'system', 1)
  try {
    await system.query("insert into migrations (name, executed_at) values ('9999-of-the-future', now())")
    await system.query("comment on table migrations is '9999-of-the-future'")
    for (const ended of [
      await runProgramToEnd('main.js', [], { DATABASE_URL: url, DATA_DIR: join(folder, 'future') }),
      await runProgramToEnd('kontor.js', ['doctor'], { DATABASE_URL: url, DATA_DIR: join(folder, 'future') }),
    ]) {
      expect(ended.code).toBe(1)
      expect(ended.stdout + ended.stderr).toContain(
        'A newer version of Kontor has migrated this database (9999-of-the-future)',
      )
    }
  } finally {
    await system.end()
    await drop()
  }
})
