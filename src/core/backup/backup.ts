import { Client } from 'pg'
import { isDistributed } from '#core/database/connection'
import { version } from '#core/runtime/version'
import { lockFileDeletion, unlockFileDeletion } from './deletion-lock.ts'
import { BackupFailed } from './encryption.ts'
import { copyFiles, type InstallationFiles, writeIndex } from './files.ts'
import { copyJobs } from './jobs.ts'
import type { AuditHead, FileEntry, Manifest, TableCopy } from './manifest.ts'
import type { Repository } from './repository.ts'
import { copyTable, readPartitions, readSequences, readTables } from './tables.ts'

/** `all` is null if unknown. */
export type OnProgress = (part: 'Tables' | 'Files', done: number, all: number) => void

/** Advisory lock: "bkup" in ASCII. */
const backupLock = 0x626b7570

/**
 * Backs up a running installation: one snapshot of the database, then the files, none of which can be deleted until it ends. Without
 * `files`, only the database. Then removes incomplete backups and those that `choose` returns. `url` is the owner's. Throws BackupFailed.
 */
export async function createBackup(
  url: string,
  files: Pick<InstallationFiles, 'walk' | 'get'> | null,
  repository: Repository,
  {
    hasSecretKey,
    now,
    onProgress,
    choose = () => [],
  }: { hasSecretKey: boolean; now: Date; onProgress: OnProgress; choose?: (ids: readonly string[]) => string[] },
): Promise<Manifest> {
  const client = await connectForBackup(url)
  try {
    if (await isDistributed(client))
      throw new BackupFailed(
        'The tables are spread over the servers of Citus, which share no snapshot: back each server up by the tools of PostgreSQL (docs/scale.md).',
      )
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [backupLock])
    if (!rows[0]?.free) throw new BackupFailed('Another backup is under way.')
    const id = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const entries = new Map<string, FileEntry & { sizeBytes: number }>()
    await lockFileDeletion(client)
    await client.query('begin isolation level repeatable read read only')
    const described = await describe(client)
    const unfilled = await readTables(client)
    const tables: TableCopy[] = []
    for (const table of unfilled) {
      tables.push(await copyTable(client, repository, id, table))
      onProgress('Tables', tables.length, unfilled.length)
    }
    const jobs = await copyJobs(client, repository, id)
    await client.query('commit')
    if (files) await copyFiles(files, repository, entries, (count) => onProgress('Files', count, 0))
    await unlockFileDeletion(client)
    const kept = [...entries.values()]
    await writeIndex(repository, id, kept)
    const manifest: Manifest = {
      format: 1,
      id,
      kontor: version,
      ...described,
      recipient: repository.recipient,
      hasSecretKey,
      ...(!files && { isDatabaseAlone: true as const }),
      tables,
      jobs,
      files: { count: kept.length, sizeBytes: kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) },
    }
    await repository.complete(manifest)
    await repository.remove(choose(await repository.ids()))
    return manifest
  } finally {
    await client.end()
  }
}

/** Without timeouts, and with the usual text format. */
export async function connectForBackup(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'kontor backup',
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c extra_float_digits=1',
  })
  // A broken connection rejects its running statement.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Must be the first statements, as they take the snapshot. */
async function describe(client: Client) {
  const { rows: known } = await client.query<{ has: boolean; hasChains: boolean }>(
    `select to_regclass('public.migrations') is not null as has, to_regclass('public.audit_chains') is not null as "hasChains"`,
  )
  const { rows } = known[0]?.has
    ? await client.query<Pick<Manifest, 'migration' | 'postgres'>>(
        "select max(name) as migration, current_setting('server_version_num')::int as postgres from migrations",
      )
    : { rows: [] }
  if (!rows[0]?.migration) throw new BackupFailed('The database has no tables yet.')
  // A database before its migration may not have it yet.
  const { rows: auditHeads } = known[0]?.hasChains
    ? await client.query<AuditHead>(
        `select distinct on (organization_id) organization_id as "organizationId", sequence::int, encode(hash, 'hex') as hash
         from audit_chains order by organization_id, sequence desc`,
      )
    : { rows: [] }
  return { ...rows[0], partitions: await readPartitions(client), sequences: await readSequences(client), auditHeads }
}
