import { Client, DatabaseError } from 'pg'
import type { Cluster } from './cluster.ts'

/** Starting, stopping, terminating connections, or database missing. */
export const startingUpCodes = ['57P03', '57P01', '57P02', '3D000']
/** Another process has created it, or is creating it. */
const alreadyMade = ['42P04', '23505', '55006']

export const hasCode = (error: unknown, codes: string[]) =>
  error instanceof DatabaseError && codes.includes(error.code ?? '')

/** Connects and checks the connection with a statement. */
export async function connectAndQuery(
  connectionString: string,
  statement: string,
  values?: unknown[],
): Promise<Client> {
  const client = new Client({ connectionString, application_name: 'kontor embedded', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement, values)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

export async function createDatabase(cluster: Pick<Cluster, 'url'>) {
  try {
    await (await connectAndQuery(cluster.url('postgres'), 'create database kontor')).end()
  } catch (error) {
    if (!hasCode(error, [...startingUpCodes, ...alreadyMade])) throw error
  }
}
