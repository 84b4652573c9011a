import sql, { raw } from 'sql-template-tag'
import { afterAll, expect, inject, test } from 'vitest'
import { createPool, run } from '#core/database/connection'
import { mostPrepared } from '#core/database/prepared'

/** Of one connection. */
const pool = createPool(inject('cluster'), 'system', 1)
afterAll(() => pool.end())

const numbered = (n: number) => sql`select ${raw(String(n))} as n`
const prepared = async () =>
  new Set(
    (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
      (row) => row.statement,
    ),
  )

test('a connection keeps the statements that it has used last prepared, and no more than it may', async () => {
  const client = await pool.connect()
  try {
    await run(client, numbered(0))
    for (let n = 1; n <= mostPrepared + 100; n++) {
      await run(client, numbered(n))
      await run(client, numbered(0))
    }
  } finally {
    client.release()
  }
  const kept = await prepared()
  expect(kept.size).toBe(mostPrepared)
  for (const n of [0, 102, mostPrepared + 100]) expect(kept).toContain(`select ${n} as n`)
  expect(kept).not.toContain('select 101 as n')
})

test('one that was deallocated is prepared anew, in a transaction that has failed and in one packet with others too', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await expect(run(client, sql`select 1 / 0`)).rejects.toThrow('division by zero')
    const refused = Array.from({ length: mostPrepared }, (_, n) => run(client, numbered(10_000 + n)))
    for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected')
    await client.query('rollback')
    const answers = await Promise.all(
      Array.from({ length: 2 * mostPrepared }, (_, n) => run<{ n: number }>(client, numbered(n))),
    )
    expect(answers.flat().map(({ n }) => n)).toEqual(Array.from({ length: 2 * mostPrepared }, (_, n) => n))
    expect(await run(client, numbered(3))).toEqual([{ n: 3 }])
  } finally {
    client.release()
  }
  expect((await prepared()).size).toBe(mostPrepared)
})
