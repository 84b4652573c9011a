import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createBackup, type OnProgress } from '#core/backup/backup'
import { BackupFailed, noBackupKeys } from '#core/backup/encryption'
import { createInstallationFiles } from '#core/backup/files'
import { countRows, type Manifest } from '#core/backup/manifest'
import { openRepository, type Repository } from '#core/backup/repository'
import { findBackup, restoreBackup } from '#core/backup/restore'
import { findExpiredBackups } from '#core/backup/retention'
import { createPool } from '#core/database/connection'
import { startEmbedded } from '#core/database/embedded'
import { migrations, pendingMigrations } from '#core/database/migrate'
import { getRestoreFolder, openDatabase } from '#core/database/open-database'
import { loadSecretKey, previousKeyFile, secretKeyFile } from '#core/runtime/secret-key'
import { StartFailure } from '#core/runtime/start-failure'
import { createDiskStorage } from '#core/storage/disk'
import { createStorage } from '#core/storage/storage'
import { selfSignedPath } from '#documents/seal/certificate'
import { verifyArchive } from '#features/billing/issuing/verify-archive'
import { describeChainFault, verifyAuditLogs } from '#features/platform/audit-log/verify-audit-chain'
import { type Config, dataDirectoryMode, readConfig } from '../config.ts'
import { checkArchivedDocuments } from './check-archived-documents.ts'
import { createProgressLine } from './progress.ts'
import { createScratchFolder } from './scratch-folder.ts'

const report = (line: string) => process.stderr.write(`${line}\n`)

/** `prune` removes expired backups. */
export async function createBackupCommand({
  to,
  withKey = false,
  prune = false,
}: {
  to?: string
  withKey?: boolean
  prune?: boolean
}) {
  const config = readConfig(process.env)
  const place = placeOf(config, to)
  if (withKey && config.secretKey)
    throw new BackupFailed('--with-key has nothing to take along: the secret key is SECRET_KEY, which you keep.')
  if (withKey && !config.backup.keys.passphrase && !config.backup.keys.recipient)
    throw new BackupFailed('--with-key needs an encrypted backup: set BACKUP_PASSPHRASE or BACKUP_RECIPIENT.')
  assertElsewhere(config, place)
  // Created if missing.
  if (withKey) loadSecretKey(config)
  const repository = await openRepository({ place, s3: config.backup.s3 }, config.backup.keys, { create: true })
  if (!repository.isEncrypted)
    report('The backup is not encrypted: it holds all data. Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT.')
  // Backed up without migrating.
  const database = await openDatabase(config, report, { migrates: false })
  try {
    let removed: string[] = []
    const manifest = await createBackup(
      database.url,
      await filesOf(config, repository.isEncrypted, withKey),
      repository,
      {
        hasSecretKey: withKey,
        now: new Date(),
        onProgress: showing(),
        choose: (ids) => {
          removed = prune ? findExpiredBackups(ids) : []
          return removed
        },
      },
    )
    return { manifest, rows: countRows(manifest), removed }
  } finally {
    await database.close()
  }
}

/** Of the backups before upgrades in DATA_DIR, the last two are kept. */
const olderThanTwo = (ids: readonly string[]) => ids.slice(0, -2)
/** Default without BACKUP_TO: writable and permanent. */
const upgradeBackups = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'upgrade-backups')

/** Null if disabled. */
export const getMigrationBackupLocation = (config: Config): string | null =>
  config.databaseUrl || !config.backup.beforeMigration ? null : (config.backup.to ?? upgradeBackups(config))

/**
 * Backs up the embedded database before its migration: to BACKUP_TO as usual, else only the database, to DATA_DIR, as migrations do not
 * change files. Throws StartFailure.
 */
export async function backUpBeforeMigration(config: Config, url: string): Promise<void> {
  const { to, s3, keys } = config.backup
  const place = to ?? upgradeBackups(config)
  report(`Backing up the database to ${place} before it is migrated (BACKUP_BEFORE_MIGRATION) …`)
  try {
    if (to) assertElsewhere(config, to)
    const repository = await openRepository({ place, s3 }, to ? keys : noBackupKeys, { create: true })
    const hasSecretKey = to !== null && repository.isEncrypted && !config.secretKey
    if (hasSecretKey) loadSecretKey(config)
    await createBackup(url, to ? await filesOf(config, repository.isEncrypted, hasSecretKey) : null, repository, {
      hasSecretKey,
      now: new Date(),
      onProgress: () => {},
      choose: (ids) => (to ? [] : olderThanTwo(ids)),
    })
  } catch (cause) {
    const [reason] = (cause as Error).message.split('\n')
    throw new StartFailure(
      `The backup to ${place} before migrating failed, and nothing was migrated: ${reason} Mend it and start again, or set BACKUP_BEFORE_MIGRATION=off to migrate without one.`,
      { cause },
    )
  }
}

/**
 * Copies an embedded database to an empty one of another major version, by a backup in DATA_DIR, and verifies each table. Throws
 * BackupFailed.
 */
export async function moveDatabase(config: Config, from: string, to: string): Promise<void> {
  if (await isNew(from)) return
  const place = upgradeBackups(config)
  report(`Backing up the database to ${place} …`)
  const repository = await openRepository({ place, s3: null }, noBackupKeys, { create: true })
  const { id } = await createBackup(from, null, repository, {
    hasSecretKey: false,
    now: new Date(),
    onProgress: showing(),
    choose: olderThanTwo,
  })
  report('Restoring it, and comparing each table …')
  await restoreBackup(to, { put: async () => {} }, repository, await findBackup(repository, place, id), showing())
}

/** True if nothing was ever migrated, such as after an interrupted first start. */
async function isNew(url: string): Promise<boolean> {
  const system = createPool(url, 'system', 1)
  try {
    return (await pendingMigrations(system)).length === migrations.length
  } finally {
    await system.end()
  }
}

export async function listBackups({ from }: { from?: string }) {
  const { repository } = await open(from)
  const ids = await repository.ids()
  return Promise.all(
    ids.map(async (id) => {
      const manifest = await repository.manifest(id)
      const { kontor, files, recipient } = manifest
      return {
        id,
        kontor,
        rows: countRows(manifest),
        files: files.count,
        file_bytes: files.sizeBytes,
        is_encrypted: recipient !== null,
      }
    }),
  )
}

interface Which {
  from?: string
  /** The newest by default. */
  backup?: string
}

/** Restores into the configured installation or `into`, without overwriting. */
export async function restoreFromBackup({ from, backup, into }: Which & { into?: string }) {
  const { config, repository, place } = await open(from)
  const manifest = await findBackup(repository, place, backup)
  const isUrl = into !== undefined && /^postgres(ql)?:\/\//.test(into)
  const databaseUrl = isUrl ? into : into ? null : config.databaseUrl
  const dataDir = resolve(into !== undefined && !isUrl ? into : config.dataDir)
  const target = {
    ...config,
    databaseUrl,
    databaseAppUrl: databaseUrl === config.databaseUrl ? config.databaseAppUrl : null,
    dataDir,
  }
  await restoreInto(target, repository, manifest)
  return {
    id: manifest.id,
    into: databaseUrl ? `${new URL(databaseUrl).pathname.slice(1)} and ${dataDir}` : dataDir,
    hasSecretKey: manifest.hasSecretKey,
    hasFiles: !manifest.isDatabaseAlone,
  }
}

/**
 * Restores beside its target in DATA_DIR, then moves it there. After an interruption the target is empty, complete, or marked as
 * incomplete.
 */
async function restoreInto(config: Config, repository: Repository, manifest: Manifest): Promise<void> {
  await repository.unlock()
  const { dataDir, databaseUrl, s3 } = config
  const draft = getRestoreFolder(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: dataDirectoryMode })
  const others = readdirSync(dataDir).filter((name) => join(dataDir, name) !== draft)
  if (others.length)
    throw new BackupFailed(`${dataDir} is not empty (${others[0]} …): restore into an empty folder with --into.`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: dataDirectoryMode })
  const files = await filesOf(
    { ...config, dataDir: draft, signing: { ...config.signing, certificate: null } },
    true,
    true,
  )
  if (s3) for await (const { key } of files.walk()) throw new BackupFailed(`${s3.bucket} is not empty (${key} …).`)
  const embedded = databaseUrl ? null : await startEmbedded(draft, { report })
  try {
    await restoreBackup(databaseUrl ?? embedded?.url ?? '', files, repository, manifest, showing())
  } finally {
    await embedded?.stop()
  }
  for (const name of readdirSync(draft).filter((name) => !name.startsWith('.')))
    renameSync(join(draft, name), join(dataDir, name))
  rmSync(draft, { recursive: true })
}

/** Restores into a temporary folder and checks it as a whole. Throws BackupFailed. */
export async function verifyBackup({ from, backup }: Which) {
  const { config, repository, place } = await open(from)
  const manifest = await findBackup(repository, place, backup)
  const { folder: scratch, remove } = createScratchFolder('kontor-verify-')
  const here = { ...config, databaseUrl: null, databaseAppUrl: null, s3: null, dataDir: join(scratch, 'data') }
  try {
    await restoreInto(here, repository, manifest)
    const database = await openDatabase(here, report)
    const system = createPool(database.url, 'system', 1)
    try {
      const storage = await createStorage(null, join(here.dataDir, 'files'))
      const { entries, broken } = await verifyAuditLogs(system, storage)
      if (broken.length)
        throw new BackupFailed(`The audit log of the backup is broken: ${broken.map(describeChainFault).join(', ')}`)
      const found = { id: manifest.id, auditEntries: entries }
      if (manifest.isDatabaseAlone) return { ...found, documents: 0, opened: [] }
      const { documents, damaged } = await verifyArchive(system, storage)
      if (damaged.length)
        throw new BackupFailed(
          `Archived documents of the backup are damaged: ${damaged.map(({ number, fault }) => `${number} ${fault}`).join(', ')}`,
        )
      const { opened, faults } = await checkArchivedDocuments(system, storage)
      if (faults.length) throw new BackupFailed(`Documents of the backup do not open: ${faults.join(', ')}`)
      return { ...found, documents, opened }
    } finally {
      await system.end()
      await database.close()
    }
  } finally {
    remove()
  }
}

async function open(from: string | undefined) {
  const config = readConfig(process.env)
  const place = placeOf(config, from)
  const { keys, s3 } = config.backup
  return { config, place, repository: await openRepository({ place, s3 }, keys) }
}

function placeOf({ backup }: Config, given: string | undefined): string {
  const place = given ?? backup.to
  if (!place) throw new BackupFailed('Say where backups are with --to or --from, or set BACKUP_TO.')
  return place
}

/** A backup within its source would be lost with it, and copy itself. */
function assertElsewhere({ dataDir, s3 }: Config, place: string) {
  const isInside = !/^s3:/.test(place) && !relative(dataDir, resolve(place)).startsWith('..')
  if (isInside) throw new BackupFailed(`${place} lies in DATA_DIR, and would be lost with it: choose another place.`)
  if (s3 && place.split('/')[2] === s3.bucket && /^s3:/.test(place))
    throw new BackupFailed(`${s3.bucket} holds the files themselves (S3_BUCKET): choose another bucket.`)
}

/** The seal's private key is backed up only with encryption. */
async function filesOf({ dataDir, s3, signing }: Config, isEncrypted: boolean, withKey: boolean) {
  const single = [
    ...(signing.certificate || !isEncrypted ? [] : [relative(dataDir, selfSignedPath(dataDir))]),
    ...(withKey ? [secretKeyFile, previousKeyFile] : []),
  ]
  return createInstallationFiles(
    createDiskStorage(dataDir),
    s3 && (await createStorage(s3, join(dataDir, 'files'))),
    single,
  )
}

function showing(): OnProgress {
  const { show, end } = createProgressLine(process.stderr)
  let last = ''
  return (part, done, all) => {
    if (last && last !== part) end(last)
    last = part
    show(part, done, all || done)
    if (done === all) {
      end(part)
      last = ''
    }
  }
}
