import type { Pool, PoolClient } from 'pg'

/** All or nothing. */
export async function inTransaction<T>(system: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await system.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
