import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import type { Secrets } from '#core/runtime/secret-key'
import { version } from '#core/runtime/version'
import { assertDistinct } from '#core/schema/distinct'

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** Migrations by the names of their files, `NNNN-what-it-does`, in that order: they are the names in the database too. */
export function inOrder(files: readonly string[]): string[] {
  const names = files.flatMap((file) => /^(\d{4}-.*)\.[jt]s$/.exec(file)?.slice(1) ?? []).sort()
  assertDistinct(
    'migration',
    names.map((name) => name.slice(0, 4)),
  )
  return names
}

const migrations = inOrder(readdirSync(folder))

/** The class that a migration's file exports; one that seals what was stored in clear finds the key there. */
async function load(name: string, secrets: () => Secrets) {
  const extension = import.meta.filename.slice(-3)
  const [type] = Object.values<object>(await import(pathToFileURL(join(folder, name + extension)).href))
  return { name, class: Object.assign(type as object, { secrets }) }
}

/** One lock for all processes that start at once on a new database: "Kontor" in ASCII. */
const migrationLock = 0x4b6f6e746f72

/** The last migration that this version knows. */
export const currentMigration = migrations.at(-1) ?? ''

/** A newer version has migrated the database: this one would misread it. */
export class DatabaseIsNewer extends Error {
  override readonly name = 'DatabaseIsNewer'
}

/**
 * Brings the database to the current schema, or to that of the migration `last`, under a lock; a database that is current
 * costs one query. `system` works as the owner. `before` is called first where there is something to lose: where others have been run
 * before. Answers the names that were run. Throws DatabaseIsNewer, and what `before` throws.
 */
export async function migrate(
  system: Pool,
  url: string,
  secrets: () => Secrets,
  { last = currentMigration, before }: { last?: string; before?: () => Promise<void> } = {},
): Promise<string[]> {
  if ((await pendingMigrations(system, last)).length === 0) return []
  const client = await system.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const names = await pendingMigrations(client, last)
    if (names.length === 0) return []
    if (names[0] !== migrations[0]) await before?.()
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
    try {
      await orm.migrator.up({ to: last })
    } finally {
      await orm.close(true)
    }
    return names
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

/** The migrations up to `last` that the database lacks. */
async function pendingMigrations(system: Pool | PoolClient, last: string): Promise<string[]> {
  const wanted = migrations.filter((name) => name <= last)
  const { rows: known } = await system.query("select to_regclass('public.migrations') is not null as exists")
  if (!known[0]?.exists) return wanted
  const { rows } = await system.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  const unknown = [...done].filter((name) => !migrations.includes(name)).sort()
  if (unknown.length)
    throw new DatabaseIsNewer(
      `A newer version of Kontor has migrated this database (${unknown.join(', ')}), and this one (${version}) would misread it. Start the newer version, or restore a backup from before it.`,
    )
  return wanted.filter((name) => !done.has(name))
}
