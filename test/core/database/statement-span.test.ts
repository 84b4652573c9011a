import { expect, test } from 'vitest'
import { describeStatement } from '#core/database/statement-span'

const spanOf = (text: string, values: unknown[] = []) => {
  const { name, attributes } = describeStatement({ text, values })
  return [name, attributes?.['db.query.text']]
}

test.each([
  ['insert into "members" ("id") values ($1)', 'INSERT members'],
  ['update clients set name = $1', 'UPDATE clients'],
  ['delete from public.webhooks where id = $1', 'DELETE webhooks'],
  ['\n  select a, b from invoices i join clients c on true where id = $1', 'SELECT invoices'],
  ['select set_org($1)', 'SELECT'],
])('%j is named after what it does, with the text that its values are not in', (text, name) => {
  expect(spanOf(text, ['x'])).toEqual([name, text])
})

test.each([
  ["select * from clients where name = 'Trude' and city = 'Köln'", 'select * from clients where name = …'],
  [String.raw`select * from clients where name in (E'O\'Brien', 'x')`, 'select * from clients where name in (E …'],
  ['select * from clients where cents in (4711, 12)', 'select * from clients where cents in ( …'],
  ['select * from clients where note = $$Trude$$', 'select * from clients where note = …'],
  ['commit', 'commit'],
])('%j, which may have its values in it, ends before them', (text, shown) => {
  expect(spanOf(text)[1]).toBe(shown)
})
