import { randomBytes } from 'node:crypto'
import { createPool } from '#core/database/connection'
import { currentMigration, migrate } from '#core/database/migrate'
import { createQueues } from '#core/jobs/jobs'
import { createSecrets } from '#core/runtime/secret-key'
import { connectForBackup, type OnProgress } from './backup.ts'
import { BackupFailed } from './encryption.ts'
import { type InstallationFiles, restoreFiles } from './files.ts'
import { listQueueNames, readJobs, restoreJobs } from './jobs.ts'
import type { Manifest } from './manifest.ts'
import type { Repository } from './repository.ts'
import { assertPartitionBounds, restoreTables } from './tables.ts'

/** Finds a backup by id, or the newest. Throws BackupFailed. */
export async function findBackup(repository: Repository, place: string, id?: string): Promise<Manifest> {
  const ids = await repository.ids()
  const found = id ?? ids.at(-1)
  if (!found || !ids.includes(found))
    throw new BackupFailed(
      found
        ? `There is no backup ${found} in ${place}: there are ${ids.join(', ')}.`
        : `There is no complete backup in ${place}.`,
    )
  const manifest = await repository.manifest(found)
  if (manifest.id !== found) throw new BackupFailed(`The manifest of ${found} is that of ${manifest.id}.`)
  if (manifest.migration > currentMigration)
    throw new BackupFailed(`Kontor ${manifest.kontor}, which made the backup, is newer than this one.`)
  return manifest
}

/**
 * Restores a backup into an empty database (all or nothing) and empty file storage, and verifies each row and file. `url` is the
 * owner's. Throws BackupFailed.
 */
export async function restoreBackup(
  url: string,
  files: Pick<InstallationFiles, 'put'>,
  repository: Repository,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const { migration, tables, partitions } = manifest
  assertPartitionBounds(partitions)
  const jobs = await readJobs(repository, manifest)
  await restoreFiles(files, repository, manifest, (count) => onProgress('Files', count, manifest.files.count))
  const system = createPool(url, 'system', 1)
  try {
    await assertEmpty(system)
    // The empty database has nothing to encrypt.
    await migrate(system, url, () => createSecrets(randomBytes(32)), { last: migration })
  } finally {
    await system.end()
  }
  await createQueues(url, listQueueNames(jobs))
  const client = await connectForBackup(url)
  try {
    await client.query('begin')
    await restoreTables(client, repository, manifest, (done) => onProgress('Tables', done, tables.length))
    await restoreJobs(client, jobs)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Only empty databases, or those of an interrupted restore, are filled. */
async function assertEmpty(system: ReturnType<typeof createPool>): Promise<void> {
  const { rows } = await system.query<{ kontor: boolean; tables: string }>(
    `select to_regclass('public.organizations') is not null as kontor, count(*) as tables from pg_tables where schemaname = 'public'`,
  )
  const [found] = rows
  if (!Number(found?.tables)) return
  const { rows: organizations } = found?.kontor
    ? await system.query('select from organizations limit 1')
    : { rows: [1] }
  if (organizations.length) throw new BackupFailed('The database is not empty: restore into an empty one.')
}
