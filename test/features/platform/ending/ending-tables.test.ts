import { expect, test } from 'vitest'
import { endingTables } from '#features/platform/ending/retained-tables'
import { recordTitles } from '#features/platform/erasure/erasure.messages'
import { house } from '../../../harness/house.ts'

// The end of an organization says of every table whether its rows stay, and in which order they go.

const at = house()

test('every table of an organization says what becomes of it', async () => {
  const { rows } = await at.app.system.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition`,
  )
  expect(Object.keys(endingTables).sort()).toEqual(rows.map(({ name }) => name).sort())
})

const references = async () => {
  const { rows } = await at.app.system.query<{ child: string; parent: string; columns: string[] }>(
    `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
       (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and c.conparentid = 0 and t.relnamespace = 'public'::regnamespace and t.relrowsecurity`,
  )
  return rows.filter(
    ({ child, columns }) => !Object.keys(endingTables[child]?.refers ?? {}).some((column) => columns.includes(column)),
  )
}

test('rows go before those that they refer to', async () => {
  const order = Object.keys(endingTables)
  const late = (await references()).filter(({ child, parent }) => order.indexOf(child) >= order.indexOf(parent))
  expect(late).toEqual([])
})

test('rows are kept no longer than those that they refer to', async () => {
  const laws = ['workingTime', 'letters', 'vouchers', 'books']
  const ranks = (table: string) =>
    (endingTables[table]?.retained ?? []).map(({ law }) => (law ? laws.indexOf(law) : laws.length))
  const stranded = (await references()).filter(
    ({ child, parent }) => Math.max(-1, ...ranks(child)) > Math.min(...ranks(parent), laws.length),
  )
  expect(stranded).toEqual([])
})

test('what laws keep has a title', () => {
  const kept = Object.entries(endingTables).filter(([, { retained = [] }]) =>
    retained.some(({ law, since }) => law && since),
  )
  expect(kept.map(([table]) => table).filter((table) => !recordTitles[table])).toEqual([])
})
