import sql, { raw } from 'sql-template-tag'
import { afterAll, expect, inject, test } from 'vitest'
import { createPool, runStatement } from '#core/database/connection'
import { maxPreparedStatements } from '#core/database/prepared-statements'

const pool = createPool(inject('cluster'), 'system', 1)
afterAll(() => pool.end())

const numbered = (n: number) => sql`select ${raw(String(n))} as n`
const prepared = async () =>
  new Set(
    (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
      (row) => row.statement,
    ),
  )

test('keeps the most recently used statements prepared, up to the limit', async () => {
  const client = await pool.connect()
  try {
    await runStatement(client, numbered(0))
    for (let n = 1; n <= maxPreparedStatements + 100; n++) {
      await runStatement(client, numbered(n))
      await runStatement(client, numbered(0))
    }
  } finally {
    client.release()
  }
  const kept = await prepared()
  expect(kept.size).toBe(maxPreparedStatements)
  for (const n of [0, 102, maxPreparedStatements + 100]) expect(kept).toContain(`select ${n} as n`)
  expect(kept).not.toContain('select 101 as n')
})

test('prepares a deallocated statement again, also in a failed transaction and within one packet', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await expect(runStatement(client, sql`select 1 / 0`)).rejects.toThrow('division by zero')
    const refused = Array.from({ length: maxPreparedStatements }, (_, n) => runStatement(client, numbered(10_000 + n)))
    for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected')
    await client.query('rollback')
    const answers = await Promise.all(
      Array.from({ length: 2 * maxPreparedStatements }, (_, n) => runStatement<{ n: number }>(client, numbered(n))),
    )
    expect(answers.flat().map(({ n }) => n)).toEqual(Array.from({ length: 2 * maxPreparedStatements }, (_, n) => n))
    expect(await runStatement(client, numbered(3))).toEqual([{ n: 3 }])
  } finally {
    client.release()
  }
  expect((await prepared()).size).toBe(maxPreparedStatements)
})
