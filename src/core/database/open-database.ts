import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readOnlyTransaction } from '#core/errors/database-error'
import { createKeyRingReader, createSecrets } from '#core/runtime/secret-key'
import { explainDataDirectoryError, StartFailure } from '#core/runtime/start-failure'
import type { Config } from '../../config.ts'
import { AppRoleUnusable, createAppUrl, prepareAppRole } from './app-role.ts'
import { createPool, isDistributed } from './connection.ts'
import { distributeNewTables } from './distribute.ts'
import type { MoveData } from './embedded/move-cluster.ts'
import { startEmbedded } from './embedded.ts'
import { DatabaseIsNewer, migrate } from './migrate.ts'
import { assertSettingsPersist, SettingsLost } from './session-settings.ts'

export interface OpenDatabase {
  url: string
  close(): Promise<void>
}

export class DatabaseUnavailable extends StartFailure {
  override readonly name = 'DatabaseUnavailable'
}

/** Temporary folder of a restore into DATA_DIR. */
export const getRestoreFolder = (dataDir: string) => join(dataDir, '.restoring')

interface Opening {
  /** False for backups. */
  migrates?: boolean
  /** Called with the owner's URL before an embedded database is migrated, unless it is new. */
  beforeMigration?: (url: string) => Promise<void>
  /** Moves an embedded database of an older major version; without it that version runs it. */
  moveData?: MoveData
}

/** Opens and migrates the configured or embedded database. `report` receives progress of long work. Throws DatabaseUnavailable. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> &
    Partial<Pick<Config, 'databaseAppUrl' | 'secretKey' | 'secretKeyPrevious'>>,
  report: (line: string) => void,
  { migrates = true, beforeMigration, moveData }: Opening = {},
): Promise<OpenDatabase> {
  const { databaseUrl, databaseAppUrl = null, dataDir } = config
  if (existsSync(getRestoreFolder(dataDir)))
    throw new DatabaseUnavailable(
      `A restore into ${dataDir} was not finished: empty the folder, and run kontor restore again.`,
    )
  const embedded = databaseUrl
    ? null
    : await startEmbedded(dataDir, { report, ...(moveData && { moveData }) }).catch((cause: Error) => {
        throw new DatabaseUnavailable(explainDataDirectoryError(cause, dataDir).message, { cause })
      })
  const url = databaseUrl ?? embedded?.url ?? ''
  const opened: OpenDatabase = { url, close: async () => embedded?.stop() }
  const system = createPool(url, 'system', 2)
  try {
    if (databaseUrl) await assertSettingsPersist(databaseUrl)
    await assertVersion(system)
    if (!migrates) return opened
    const before = embedded && beforeMigration && (() => beforeMigration(url))
    const names = await migrate(system, url, () => createSecrets(createKeyRingReader({ secretKey: null, ...config })), {
      ...(before && { before }),
    })
    if (names.length) report(`Migrated the database: ${names.join(', ')}.`)
    const spread = await distributeNewTables(system)
    if (spread.length) report(`Spread over the servers: ${spread.join(', ')}.`)
    await prepareAppRole(system, databaseAppUrl ?? createAppUrl(url), {
      isOwn: !databaseAppUrl,
      isDistributed: await isDistributed(system),
    })
    if (databaseAppUrl) await assertSettingsPersist(databaseAppUrl)
  } catch (error) {
    await embedded?.stop()
    if (error instanceof AppRoleUnusable || error instanceof DatabaseIsNewer)
      throw new DatabaseUnavailable(error.message, { cause: error })
    throw (
      (databaseUrl && unavailable(new URL(databaseUrl), error as ConnectionError)) ||
      explainDataDirectoryError(error as Error, dataDir)
    )
  } finally {
    await system.end()
  }
  return opened
}

const leastVersion = 15

async function assertVersion(system: Pool) {
  const { rows } = await system.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  )
  const version = rows[0]?.version ?? 0
  if (version < leastVersion)
    throw new DatabaseUnavailable(
      `DATABASE_URL names a PostgreSQL ${version}, which is too old: Kontor needs ${leastVersion} or newer.`,
    )
}

type ConnectionError = Error & { code?: string; previous?: Error; path?: string }

const raisedException = 'P0001'

/** Explains errors that a wrong URL may cause. */
function unavailable(address: URL, cause: ConnectionError): DatabaseUnavailable | null {
  const { username, pathname } = address
  const host = decodeURIComponent(address.host)
  // Hosts with several addresses fail with an aggregate error without a message.
  const what = cause.message || cause.code || ''
  const name = pathname.slice(1)
  const advice: Record<string, string> = {
    '28P01': `Correct the password of "${username}" in DATABASE_URL.`,
    '28000': `Allow "${username}" to connect, or name another user in DATABASE_URL.`,
    '3D000': `Create it (createdb ${name}), or correct the name in DATABASE_URL.`,
    [readOnlyTransaction]: `It takes no changes: give the address of the primary in DATABASE_URL, or set default_transaction_read_only off.`,
    '53100': 'Its disk is full: free some space there and start again.',
    '53300': 'Let it take more connections (max_connections), or stop others that hold them.',
    '42501': `Let "${username}" own the database "${name}" and create roles (createrole), or name another user in DATABASE_URL.`,
  }
  if (cause instanceof SettingsLost || /unsupported startup parameter/.test(what))
    return new DatabaseUnavailable(
      `DATABASE_URL names ${host}, where a connection pooler answers: ${what}. Give the address of PostgreSQL itself: Kontor has a pool of its own (DATABASE_POOL_SIZE).`,
      { cause },
    )
  if (isAboutTls(cause))
    return new DatabaseUnavailable(
      `DATABASE_URL names ${host}, with which there is no TLS: ${what}. Correct sslmode and sslrootcert in DATABASE_URL, or the certificate of that server.`,
      { cause },
    )
  if (/^SASL: .*password must be/.test(what))
    return new DatabaseUnavailable(
      `The database at ${host} wants a password: put that of "${username}" into DATABASE_URL.`,
      { cause },
    )
  // Migrations explain such errors themselves.
  if (cause.code === raisedException) return new DatabaseUnavailable((cause.previous ?? cause).message, { cause })
  const known = advice[cause.code ?? '']
  if (known) return new DatabaseUnavailable(`The database at ${host} refuses: ${what}. ${known}`, { cause })
  if (!/^E[A-Z]+$|^08|^57P/.test(cause.code ?? '') && !/timeout|terminated/.test(what)) return null
  return new DatabaseUnavailable(
    `DATABASE_URL names ${host}, where no PostgreSQL answers: ${what}. Start it or correct the address; without DATABASE_URL Kontor runs a database of its own.`,
    { cause },
  )
}

/** TLS refused or certificate not trusted, or a file named in DATABASE_URL missing. */
const isAboutTls = ({ code = '', message, path }: ConnectionError) =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_(SSL|TLS|OSSL)|^EPROTO$/.test(code) ||
  /does not support SSL|no encryption|SSL (is )?(off|on)\b/.test(message) ||
  (code === 'ENOENT' && path !== undefined)
