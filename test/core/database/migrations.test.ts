import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createPool } from '#core/database/connection'
import { currentMigration, DatabaseIsNewer, migrate, newerMigrations, sortMigrations } from '#core/database/migrate'
import { createDatabase } from '../../harness/cluster.ts'
import { findBrokenRules } from '../../harness/portable-sql/broken-rules.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** Databases may be distributed before these migrations run. */
const since = '0093'
const types = inject('columnTypes')

test('each statement of a migration is portable by itself, as Citus repeats the text per statement', async () => {
  const names = sortMigrations(readdirSync(folder)).filter((name) => name >= since)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const [type] = Object.values(await import(join(folder, `${name}.ts`))) as [{ prototype: object }]
    const texts: string[] = []
    const note = (text: string) => void texts.push(text)
    await Object.assign(Object.create(type.prototype), {
      addSql: note,
      execute: async (text: string) => {
        note(text)
        return []
      },
    }).up()
    expect([name, texts.flatMap((text) => findBrokenRules(text, { types }))]).toEqual([name, []])
  }
})

test('a release runs on a newer schema that declares itself compatible', async () => {
  const { url, drop } = await createDatabase(inject('cluster'), inject('template'))
  const system = createPool(url, 'system', 1)
  const run = () => migrate(system, url, () => expect.fail('No migration is run.'))
  const oldest = async () =>
    (await system.query("select obj_description('migrations'::regclass) as name")).rows[0]?.name
  try {
    expect(await newerMigrations(system)).toEqual([])
    const told = await oldest()
    expect(told <= currentMigration).toBe(true)

    await system.query('comment on table migrations is null')
    await run()
    expect(await oldest()).toBe(told)

    await system.query("insert into migrations (name, executed_at) values ('9999-of-the-future', now())")
    await system.query(`comment on table migrations is '${currentMigration}'`)
    await run()
    expect(await oldest()).toBe(currentMigration)
    expect(await newerMigrations(system)).toEqual(['9999-of-the-future'])

    await system.query("comment on table migrations is '9999-of-the-future'")
    await expect(run()).rejects.toThrow(DatabaseIsNewer)
    await expect(newerMigrations(system)).rejects.toThrow(DatabaseIsNewer)
  } finally {
    await system.end()
    await drop()
  }
})
