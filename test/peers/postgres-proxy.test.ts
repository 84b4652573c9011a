import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase } from '../harness/cluster.ts'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

let database: { url: string; drop(): Promise<void> }
let proxy: PostgresProxy
let direct: Client

beforeEach(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  proxy = await startPostgresProxy(database.url)
  direct = await connected(database.url)
  await direct.query('create table seen (n int check (n > 0))')
})

afterEach(async () => {
  await direct.end()
  await proxy.close()
  await database.drop()
})

const connected = async (connectionString: string) => {
  const client = new Client({ connectionString, pipeline: true } as never)
  client.on('error', () => {})
  await client.connect()
  return client
}

const seen = async () => (await direct.query<{ n: number }>('select n from seen order by n')).rows.map(({ n }) => n)

const insert = { name: 'insert', text: 'insert into seen values ($1)' }
const isInsert = (statement: string) => statement === insert.text
const isCommit = (statement: string, previous: string) => statement === 'commit' && isInsert(previous)

test('breaks a connection before a statement, which is recognized by its text', async () => {
  const client = await connected(proxy.url)
  await client.query({ ...insert, values: [1] })
  proxy.breakAt('before', isInsert, () => {})
  await expect(client.query({ ...insert, values: [2] })).rejects.toThrow(/terminated/)
  expect(await seen()).toEqual([1])
})

test('breaks a connection after a commit, whose answer is lost', async () => {
  const client = await connected(proxy.url)
  await client.query('begin')
  await client.query('commit')
  proxy.breakAt('after', isCommit, () => {})
  const answers = await Promise.allSettled([
    client.query('begin'),
    client.query({ ...insert, values: [1] }),
    client.query('commit'),
  ])
  expect(answers.at(-1)?.status).toBe('rejected')
  expect(await seen()).toEqual([1])
})

test('breaks a connection before a commit, which rolls back', async () => {
  const client = await connected(proxy.url)
  proxy.breakAt('before', isCommit, () => {})
  await Promise.allSettled([client.query('begin'), client.query({ ...insert, values: [1] }), client.query('commit')])
  expect(await seen()).toEqual([])
})

test('recognizes responses in a failing batch', async () => {
  const client = await connected(proxy.url)
  let after = 0
  proxy.breakAt('after', isInsert, () => {
    after += 1
  })
  await Promise.allSettled([
    client.query({ ...insert, values: [0] }),
    client.query('select 1'),
    client.query('select 2'),
  ])
  expect(after).toBe(0)
  await expect(client.query({ ...insert, values: [1] })).rejects.toThrow(/terminated/)
  expect(after).toBe(1)
  expect(await seen()).toEqual([1])
})

test('does nothing after a trap is released', async () => {
  const client = await connected(proxy.url)
  proxy.breakAt('before', isInsert, () => {})()
  await client.query({ ...insert, values: [1] })
  expect(await seen()).toEqual([1])
  await client.end()
})
