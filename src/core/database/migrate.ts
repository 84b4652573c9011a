import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import type { Secrets } from '#core/runtime/secret-key'
import { version } from '#core/runtime/version'
import { assertDistinct } from '#core/schema/assert-distinct'

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** Sorts by file name, `NNNN-what-it-does`, which is also the name in the database. */
export function sortMigrations(files: readonly string[]): string[] {
  const names = files.flatMap((file) => /^(\d{4}-.*)\.[jt]s$/.exec(file)?.slice(1) ?? []).sort()
  assertDistinct(
    'migration',
    names.map((name) => name.slice(0, 4)),
  )
  return names
}

/** All migrations of this version. */
export const migrations: readonly string[] = sortMigrations(readdirSync(folder))

/** Loads a migration's class. Those that encrypt stored values need the key. */
async function load(name: string, secrets: () => Secrets) {
  const extension = import.meta.filename.slice(-3)
  const [type] = Object.values<object>(await import(pathToFileURL(join(folder, name + extension)).href))
  return { name, class: Object.assign(type as object, { secrets }) }
}

/** Advisory lock: "Kontor" in ASCII. */
const migrationLock = 0x4b6f6e746f72

export const currentMigration = migrations.at(-1) ?? ''

/**
 * Releases whose last migration is this or a later one run on the current schema. Raise it with migrations that remove what they use
 * (docs/decisions/0096-previous-release-runs-on-new-schema.md).
 */
const oldestRelease = '0132-key-of-recovery-codes'

/** A newer version has migrated the database incompatibly. */
export class DatabaseIsNewer extends Error {
  override readonly name = 'DatabaseIsNewer'
}

/** Runs a migration's statement, and may inspect the transaction around it. */
export type MigrationObserver = (
  migration: string,
  statement: string,
  run: () => Promise<unknown>,
  query: (sql: string) => Promise<unknown>,
) => Promise<unknown>

/** Migrations that a start would run. Throws DatabaseIsNewer. */
export const pendingMigrations = async (system: Pool): Promise<string[]> =>
  (await readSchema(system, currentMigration)).pending

/**
 * Migrates to the current schema, or up to `last`, under a lock. `system` connects as the owner. `before` is called first if the
 * database is not new. Returns the names that were run. Throws DatabaseIsNewer, and errors of `before`.
 */
export async function migrate(
  system: Pool,
  url: string,
  secrets: () => Secrets,
  {
    last = currentMigration,
    before,
    observe,
  }: { last?: string; before?: () => Promise<void>; observe?: MigrationObserver } = {},
): Promise<string[]> {
  const oldest = oldestRelease < last ? oldestRelease : last
  const isCurrent = ({ pending, unknown, comment }: Schema) =>
    pending.length === 0 && (unknown.length > 0 || comment === oldest)
  if (isCurrent(await readSchema(system, last))) return []
  const client = await system.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const schema = await readSchema(client, last)
    if (isCurrent(schema)) return []
    const { pending: names } = schema
    if (names[0] && names[0] !== migrations[0]) await before?.()
    const { Migrator } = await import('@mikro-orm/migrations')
    const orm = await MikroORM.init({
      clientUrl: url,
      entities: [],
      discovery: { warnWhenNoEntities: false },
      extensions: [Migrator],
      migrations: {
        migrationsList: await Promise.all(migrations.map((name) => load(name, secrets))),
        tableName: 'migrations',
        transactional: true,
        allOrNothing: true,
        disableForeignKeys: false,
        snapshot: false,
        silent: true,
      },
    } as never)
    if (observe) watch(orm, observe)
    try {
      await orm.migrator.up({ to: last })
    } finally {
      await orm.close(true)
    }
    await client.query(`comment on table migrations is '${oldest}'`)
    return names
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

/** Passes each statement to `observe`, except the migrator's own. */
function watch({ em, migrator }: MikroORM, observe: MigrationObserver): void {
  const driver = em.getDriver()
  const execute = driver.execute.bind(driver)
  let migration = ''
  migrator.on('migrating', ({ name }) => {
    migration = name
  })
  driver.execute = ((statement, params, method, transaction) => {
    const run = () => execute(statement, params, method, transaction)
    if (typeof statement !== 'string' || /^set /i.test(statement)) return run()
    return observe(migration, statement, run, (query) => execute(query, [], 'all', transaction))
  }) as typeof driver.execute
}

interface Schema {
  pending: string[]
  /** Of a newer version. */
  unknown: string[]
  /** Last migration of the oldest release that runs on it. */
  comment: string | null
}

/** Throws DatabaseIsNewer if a newer version is incompatible. */
async function readSchema(system: Pool | PoolClient, last: string): Promise<Schema> {
  const wanted = migrations.filter((name) => name <= last)
  const { rows: found } = await system.query<{ exists: boolean; comment: string | null }>(
    `select found is not null as exists, obj_description(found, 'pg_class') as comment from to_regclass('public.migrations') as found`,
  )
  const { exists = false, comment = null } = found[0] ?? {}
  if (!exists) return { pending: wanted, unknown: [], comment }
  const { rows } = await system.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  const unknown = [...done].filter((name) => !migrations.includes(name)).sort()
  if (unknown.length && (!comment || comment > currentMigration))
    throw new DatabaseIsNewer(
      `A newer version of Kontor has migrated this database (${unknown.join(', ')}), and this one (${version}) would misread it. Start the newer version, or restore a backup from before it.`,
    )
  return { pending: wanted.filter((name) => !done.has(name)), unknown, comment }
}

/** Migrations of a newer, compatible version. Throws DatabaseIsNewer. */
export const newerMigrations = async (system: Pool): Promise<string[]> =>
  (await readSchema(system, currentMigration)).unknown
