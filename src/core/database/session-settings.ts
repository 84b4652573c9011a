import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** A connection pooler drops session settings. */
export class SettingsLost extends Error {
  override readonly name = 'SettingsLost'
}

/** Throws SettingsLost if session settings do not survive, as with PgBouncer in transaction mode. */
export async function assertSettingsPersist(url: string): Promise<void> {
  const mark = randomUUID()
  const client = new Client({
    connectionString: url,
    options: `-c kontor.session=${mark}`,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('kontor.session', true) as mark")
    if (rows[0].mark !== mark) throw new SettingsLost('the settings of a connection do not reach PostgreSQL')
  } finally {
    await client.end()
  }
}
