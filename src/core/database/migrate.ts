import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import type { Secrets } from '#core/runtime/secret-key'
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

/**
 * Brings the database to the current schema, under a lock; a database that is current costs one query.
 * `system` works as the owner. Answers the names that were run.
 */
export async function migrate(system: Pool, url: string, secrets: () => Secrets): Promise<string[]> {
  if ((await pending(system)).length === 0) return []
  const client = await system.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const names = await pending(client)
    if (names.length === 0) return []
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
      await orm.migrator.up()
    } finally {
      await orm.close(true)
    }
    return names
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

async function pending(system: Pool | PoolClient): Promise<string[]> {
  const { rows: known } = await system.query("select to_regclass('public.migrations') is not null as exists")
  if (!known[0]?.exists) return migrations
  const { rows } = await system.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  return migrations.filter((name) => !done.has(name))
}
