import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { inOrder } from '#core/database/migrate'
import { brokenRules } from '../../harness/portable-sql/broken-rules.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** From here on there are databases whose tables lie on several servers before a migration runs. */
const since = '0093'
const types = inject('columnTypes')

test('each text of a migration is portable by itself: Citus hands the whole of it on for each of its statements', async () => {
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
    expect([name, texts.flatMap((text) => brokenRules(text, { types }))]).toEqual([name, []])
  }
})
