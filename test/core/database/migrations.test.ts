import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrder } from '#core/database/migrate'

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** From here on there are databases whose tables lie on several servers before a migration runs. */
const since = '0093'

/** The tables that a text of several statements changes without having made them; none where it is one statement. */
function changedTogether(text: string): string[] {
  const outside = text.replace(/\$\$[\s\S]*?\$\$/g, '').replace(/--.*/g, '')
  if (!/;\s*\S/.test(outside)) return []
  const made = new Set([...outside.matchAll(/\bcreate table (\w+)/g)].map(([, name]) => name))
  const changed = outside.matchAll(
    /\b(?:alter table(?: only)?|index \w+ on|drop table|drop index|truncate|update|insert into|delete from) (\w+)/g,
  )
  return [...changed].flatMap(([, name = '']) => (made.has(name) ? [] : [name]))
}

test.each([
  ['alter table tasks add column x int; create index x on tasks (x)', ['tasks', 'tasks']],
  ['create table boxes (id uuid); create index x on boxes (id); alter table tasks add column x int', ['tasks']],
  ['create table boxes (id uuid); create index x on boxes (id);', []],
  ['alter table tasks add column x int;', []],
  ['create function f() returns void language plpgsql as $$ begin update tasks set x = 1; end $$', []],
])('of %j the tables changed together are %j', (text, tables) => expect(changedTogether(text)).toEqual(tables))

test('a migration changes what is distributed by one statement at a time: Citus hands the whole text on for each', async () => {
  const names = inOrder(readdirSync(folder)).filter((name) => name >= since)
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
    expect([name, texts.flatMap(changedTogether)]).toEqual([name, []])
  }
})
