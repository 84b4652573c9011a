import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createBackup } from '#core/backup/backup'
import { noBackupKeys } from '#core/backup/encryption'
import { openRepository } from '#core/backup/repository'
import { restoreBackup } from '#core/backup/restore'
import { createPool } from '#core/database/connection'
import { startEmbedded } from '#core/database/embedded'
import { migrations as known, pendingMigrations } from '#core/database/migrate'
import { openDatabase } from '#core/database/open-database'
import { type MigrationRehearsal, rehearseMigrations, type TouchedTable } from '#core/database/rehearsal'
import { createKeyRingReader, createSecrets } from '#core/runtime/secret-key'
import { snakeCase } from '#core/text/naming'
import { type Config, readConfig } from '../config.ts'
import { getMigrationBackupLocation } from './backup.ts'
import { createScratchFolder } from './scratch-folder.ts'

export interface MigrationPlan {
  migrations: string[]
  /** Location of a backup before the migration; null without one. */
  backup: string | null
  /** Null without migrations or without a database. */
  rehearsal: MigrationRehearsal | null
}

const report = (line: string) => process.stderr.write(`${line}\n`)

/** Measures what a start would change on a copy; the database itself is only read. */
export async function planMigration(): Promise<MigrationPlan> {
  const config = readConfig(process.env)
  const backup = getMigrationBackupLocation(config)
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    return { migrations: [...known], backup: null, rehearsal: null }
  const database = await openDatabase(config, report, { migrates: false })
  try {
    const system = createPool(database.url, 'system', 1)
    const migrations = await pendingMigrations(system).finally(() => system.end())
    const isNew = migrations.length === known.length
    if (!migrations.length || isNew) return { migrations, backup: null, rehearsal: null }
    return { migrations, backup, rehearsal: await rehearseOnCopy(config, database.url) }
  } finally {
    await database.close()
  }
}

async function rehearseOnCopy(config: Config, url: string): Promise<MigrationRehearsal> {
  const { folder, remove } = createScratchFolder('kontor-plan-')
  try {
    report(`Copying the database to ${folder} (TMPDIR) to measure the migrations there …`)
    const repository = await openRepository({ place: join(folder, 'copy'), s3: null }, noBackupKeys, { create: true })
    const now = new Date()
    const manifest = await createBackup(url, null, repository, { hasSecretKey: false, now, onProgress: () => {} })
    const copy = await startEmbedded(join(folder, 'data'), { report: () => {} })
    try {
      await restoreBackup(copy.url, { put: async () => {} }, repository, manifest, () => {})
      return await rehearseMigrations(copy.url, () => createSecrets(createKeyRingReader(config)))
    } finally {
      await copy.stop()
    }
  } finally {
    remove()
  }
}

export const toPlanJson = (plan: MigrationPlan): object => withSnakeKeys(plan) as object

const withSnakeKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSnakeKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [snakeCase(name), withSnakeKeys(each)]))
}

export function describePlan({ migrations, backup, rehearsal }: MigrationPlan): string {
  if (!migrations.length) return 'Nothing is to be migrated.'
  const count = `${migrations.length} ${migrations.length === 1 ? 'migration' : 'migrations'}`
  if (!rehearsal) return `The database is new: a start runs ${count} on empty tables.`
  const { statements, blocked, milliseconds } = rehearsal
  return [
    `A start runs ${count} in one transaction.`,
    backup ? `It backs up the database to ${backup} first.` : 'It makes no backup first.',
    ...migrations.flatMap((name) => [
      '',
      name,
      ...statements
        .filter(({ migration }) => migration === name)
        .flatMap(({ statement, milliseconds, touched }) => [
          `  ${shortened(statement)}  (${formatDuration(milliseconds)})`,
          ...touched.map((each) => `      ${describeTouched(each)}`),
        ]),
    ]),
    '',
    `Measured on a copy of this data, by itself: ${formatDuration(milliseconds)} in all. Locks are held to the end of the transaction.`,
    ...(blocked.length
      ? blocked.map(
          ({ table, lock, stops, milliseconds }) =>
            `  ${table}: ${lock}, ${stops} waits for ${formatDuration(milliseconds)}`,
        )
      : ['  Nobody waits for a table.']),
  ].join('\n')
}

function describeTouched({
  table,
  sizeBytes,
  lock,
  isRewritten,
  readRows,
  writtenRows,
  builtIndexes,
}: TouchedTable): string {
  const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  return [
    `${table} (${formatBytes(sizeBytes)}): ${lock}`,
    ...(isRewritten ? ['rewrites the table'] : []),
    ...(builtIndexes ? [`builds ${builtIndexes} ${builtIndexes === 1 ? 'index' : 'indexes'}`] : []),
    ...(readRows ? [`reads ${rows(readRows)}`] : []),
    ...(writtenRows ? [`writes ${rows(writtenRows)}`] : []),
  ].join(', ')
}

const shortened = (statement: string) => {
  const line = statement.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
const formatDuration = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
const formatBytes = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3).toLocaleString('en')} kB` : `${(bytes / 1e6).toFixed(1)} MB`
