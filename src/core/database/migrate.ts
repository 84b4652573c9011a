import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import { migrations } from '../../../migrations/index.ts'

/** One lock for all processes that start at once on a new database: "Kontor" in ASCII. */
const migrationLock = 0x4b6f6e746f72

/**
 * Brings the database to the current schema, under a lock; a database that is current costs one query.
 * `system` works as the owner. Answers the names that were run.
 */
export async function migrate(system: Pool, url: string): Promise<string[]> {
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
        migrationsList: migrations.map(({ name, class: type }) => ({ name, class: type })),
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
  if (!known[0]?.exists) return migrations.map(({ name }) => name)
  const { rows } = await system.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  return migrations.map(({ name }) => name).filter((name) => !done.has(name))
}
