import type { Config } from '../../config.ts'
import { createPool } from './connection.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

/** A database that is current and may be used until it is closed. */
export interface OpenDatabase {
  url: string
  close(): Promise<void>
}

/** The configured database, or the embedded one, migrated. `say` reports what takes long. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  const embedded = databaseUrl ? null : await startEmbedded(dataDir, { say })
  const url = databaseUrl ?? embedded?.url ?? ''
  const system = createPool(url, 'system', 2)
  try {
    const names = await migrate(system, url)
    if (names.length) say(`Migrated the database: ${names.join(', ')}.`)
  } catch (error) {
    await embedded?.stop()
    throw error
  } finally {
    await system.end()
  }
  return { url, close: async () => embedded?.stop() }
}
