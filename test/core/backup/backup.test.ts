import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client, type Pool } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createBackup } from '#core/backup/backup'
import { noBackupKeys } from '#core/backup/encryption'
import { createInstallationFiles } from '#core/backup/files'
import type { Manifest } from '#core/backup/manifest'
import { type BackupLocation, openRepository } from '#core/backup/repository'
import { findBackup, restoreBackup } from '#core/backup/restore'
import { createDiskStorage } from '#core/storage/disk'
import { checkArchivedDocuments } from '../../../src/cli/check-archived-documents.ts'
import { createDatabase, onDatabase } from '../../harness/cluster.ts'
import { createFixtures } from '../../harness/fixtures.ts'
import { openHouse, startApp } from '../../harness/house.ts'
import { findS3ServerProblem, startS3Server } from '../../peers/s3-server.ts'

const noS3 = findS3ServerProblem()
if (noS3) console.warn(`Skipped: backups in S3. ${noS3}`)

// Passphrases take seconds (scrypt), and a restore runs all migrations.
vi.setConfig({ testTimeout: 120_000 })

const quiet = { hasSecretKey: false, onProgress: () => {} }
let installation: Awaited<ReturnType<typeof startApp>>
let folder = ''

beforeAll(async () => {
  installation = await startApp()
  await createFixtures(await openHouse(installation.app)).all()
  return installation.stop
}, 120_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const local = (): BackupLocation => ({ place: join(folder, 'repository'), s3: null })
const filesIn = (directory: string) => createInstallationFiles(createDiskStorage(directory), null, ['signing.pem'])

async function backUp(at = local(), keys = noBackupKeys as Parameters<typeof openRepository>[1], now = new Date()) {
  const repository = await openRepository(at, keys, { create: true })
  const manifest = await createBackup(installation.url, filesIn(installation.directory), repository, { ...quiet, now })
  return { repository, manifest }
}

/** Restores into a new database, migrated except from PostgreSQL's `template`, and a new folder, which `look` inspects. */
async function restored(
  at: BackupLocation,
  keys: Parameters<typeof openRepository>[1],
  look: (client: Client, directory: string) => Promise<void> = async () => {},
  template = inject('template'),
): Promise<Manifest> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  const owner = new Client({ connectionString: inject('cluster') })
  await owner.connect()
  await owner.query(`create database ${name} template ${template}`)
  const url = onDatabase(inject('cluster'), name)
  const directory = mkdtempSync(join(folder, 'restored-'))
  try {
    const repository = await openRepository(at, keys)
    const manifest = await findBackup(repository, at.place)
    await restoreBackup(url, filesIn(directory), repository, manifest, () => {})
    const client = new Client({ connectionString: url })
    await client.connect()
    await look(client, directory).finally(() => client.end())
    return manifest
  } finally {
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
  }
}

/** The schema and the row counts. */
async function shapeOf(client: Client) {
  const { rows } = await client.query(
    `select 'constraint' as kind, conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select 'table', relname || ' ' || (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || quote_ident(relname), false, true, '')))[1]
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     order by 1, 2`,
  )
  return rows
}

describe('a restored backup', () => {
  test('has each row, file, rule and job of the installation', async () => {
    const { manifest } = await backUp()
    const source = new Client({ connectionString: installation.url })
    await source.connect()
    const expected = await shapeOf(source)
    const { rows: jobs } = await source.query(
      "select id, name, data from pgboss.job where state < 'completed' order by id",
    )
    await source.end()
    const files = (directory: string) =>
      (readdirSync(directory, { recursive: true, withFileTypes: true }) as import('node:fs').Dirent[])
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length))
        .filter((path) => !/\.incoming|secret\.key|^\/postgres/.test(path))
        .sort()
    await restored(
      local(),
      noBackupKeys,
      async (client, directory) => {
        expect(await shapeOf(client)).toEqual(expected)
        expect((await client.query('select id, name, data from pgboss.job order by id')).rows).toEqual(jobs)
        expect(files(directory)).toEqual(files(installation.directory))
        for (const file of files(directory))
          expect(readFileSync(join(directory, file)).equals(readFileSync(join(installation.directory, file)))).toBe(
            true,
          )
      },
      'template0',
    )
    expect(manifest.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(100)
    expect(manifest.auditHeads).toHaveLength(1)
  })

  test('has a document of each kind that opens, and what does not is named', async () => {
    await backUp()
    await restored(local(), noBackupKeys, async (client, directory) => {
      const system = client as unknown as Pool
      const storage = createDiskStorage(join(directory, 'files'))
      const whole = await checkArchivedDocuments(system, storage)
      expect(whole.faults).toEqual([])
      expect(whole.opened).toEqual(
        expect.arrayContaining(['invoice pdf', 'invoice xml', 'invoice zugferd', 'quote pdf']),
      )
      const { rows: kinds } = await client.query('select distinct kind from archived_documents')
      expect(new Set(whole.opened.map((each) => each.split(' ')[0]))).toEqual(new Set(kinds.map(({ kind }) => kind)))
      const broken = await checkArchivedDocuments(system, {
        read: async (key) => (key.endsWith('.pdf') ? Buffer.from('%PDF-1.7 cut off') : Buffer.from('<Invoice>')),
      })
      expect([broken.opened, broken.faults.length]).toEqual([[], whole.opened.length])
      expect(broken.faults).toContainEqual(expect.stringMatching(/^invoice .* \(xml\): not valid XML/))
    })
  })

  test('has what was there when it began, whatever is written and deleted meanwhile', async () => {
    const house = await openHouse(installation.app)
    let running = true
    const acknowledged: string[] = []
    const write = async () => {
      for (let number = 1; running; number++) {
        const { body } = await house.owner.rest('POST', '/clients', { name: `Kunde ${number}` })
        acknowledged.push(body.id)
        if (number % 3 === 0) await house.owner.rest('DELETE', `/clients/${acknowledged.at(-2)}`)
      }
    }
    const writing = write()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    const deleted = new Set(acknowledged.filter((_, index) => index % 3 === 1))
    const before = acknowledged.filter((id) => !deleted.has(id))
    await backUp()
    running = false
    await writing
    await restored(local(), noBackupKeys, async (client) => {
      const { rows } = await client.query('select id from clients where organization_id = $1', [house.organizationId])
      const there = new Set(rows.map(({ id }) => id))
      expect(before.filter((id) => !there.has(id))).toEqual([])
      // A client and its event are written in one transaction.
      const { rows: halves } = await client.query(
        `select c.id from clients c where c.organization_id = $1 and not exists
           (select from events e where e.organization_id = c.organization_id and e.body like '%' || c.id || '%')`,
        [house.organizationId],
      )
      expect(halves).toEqual([])
    })
  })
})

describe('a repository', () => {
  test('keeps the content of a file once, and removes it with the last backup that has it', async () => {
    const { repository, manifest } = await backUp()
    const objects = await repository.objects()
    const next = await backUp(local(), noBackupKeys, new Date(Date.now() + 60_000))
    expect((await repository.objects()).size - objects.size).toBeLessThanOrEqual(1)
    await repository.remove([manifest.id])
    expect(await repository.ids()).toEqual([next.manifest.id])
    await restored(local(), noBackupKeys)
    await repository.remove([next.manifest.id])
    expect([await repository.ids(), (await repository.objects()).size]).toEqual([[], 0])
  })

  test('loses what a backup that was broken off has left with the next one', async () => {
    const { repository, manifest } = await backUp()
    await repository.write('backups/20200101T000000Z/tables/clients.copy', Readable.from(['half']))
    await repository.writeObject('ab'.repeat(32), Readable.from(['of a file that no backup has']))
    const next = await backUp(local(), noBackupKeys, new Date(Date.now() + 60_000))
    expect(readdirSync(join(folder, 'repository/backups')).filter((id) => !id.startsWith('20200101'))).toEqual([
      manifest.id,
      next.manifest.id,
    ])
    expect(await repository.objects()).not.toContain('ab'.repeat(32))
    await expect(repository.read('backups/20200101T000000Z/tables/clients.copy')).rejects.toThrow()
    await restored(local(), noBackupKeys)
  })

  test('is encrypted to a passphrase, without which nobody reads a row', async () => {
    const keys = { ...noBackupKeys, passphrase: 'correct horse battery staple' }
    await backUp(local(), keys)
    await restored(local(), keys)
    await expect(restored(local(), { ...keys, passphrase: 'wrong horse battery staple' })).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the passphrase of this repository.',
    )
    await expect(restored(local(), noBackupKeys)).rejects.toThrow('set BACKUP_PASSPHRASE')
    await expect(backUp(local(), { ...keys, passphrase: 'wrong horse battery staple' })).rejects.toThrow(
      'BACKUP_PASSPHRASE is not the passphrase',
    )
    const table = readFileSync(
      join(
        folder,
        'repository/backups',
        readdirSync(join(folder, 'repository/backups'))[0] ?? '',
        'tables/clients.copy.gz.age',
      ),
    )
    expect(table.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  })

  test('is encrypted to a recipient, whose identity alone opens it', async () => {
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    await backUp(local(), { ...noBackupKeys, recipient })
    await expect(restored(local(), { ...noBackupKeys, recipient })).rejects.toThrow('set BACKUP_IDENTITY_FILE')
    const identityFile = join(folder, 'key.txt')
    writeFileSync(identityFile, `# created\n${identity}\n`)
    await restored(local(), { ...noBackupKeys, identityFile })
    writeFileSync(identityFile, await generateIdentity())
    await expect(restored(local(), { ...noBackupKeys, identityFile })).rejects.toThrow(
      `does not belong to ${recipient}`,
    )
  })

  test.skipIf(noS3)('lies in object storage too', async () => {
    const { bucket, close, ...s3 } = await startS3Server()
    try {
      const at = { place: `s3://${bucket}/kontor/one`, s3 }
      const { manifest } = await backUp(at)
      expect((await restored(at, noBackupKeys)).id).toBe(manifest.id)
    } finally {
      await close()
    }
  })

  test('says what is damaged, and restores nothing of it', async () => {
    const { repository, manifest } = await backUp()
    const base = join(folder, 'repository')
    const entry = join(base, 'backups', manifest.id, 'tables/clients.copy.gz')
    const rows = gunzipSync(readFileSync(entry)).toString()
    writeFileSync(entry, gzipSync(rows.replace(/\n[^\n]*\n$/, '\n')))
    await expect(restored(local(), noBackupKeys)).rejects.toThrow(/^The table clients of the backup is damaged/)
    writeFileSync(entry, gzipSync(rows))
    await restored(local(), noBackupKeys)
    const [object = ''] = await repository.objects()
    const path = join(base, 'objects', object.slice(0, 2), `${object}.gz`)
    const content = gunzipSync(readFileSync(path))
    content[0] = (content[0] ?? 0) ^ 1
    writeFileSync(path, gzipSync(content))
    await expect(buffer(await repository.readObject(object))).rejects.toThrow(/is damaged/)
    await expect(restored(local(), noBackupKeys)).rejects.toThrow(/is damaged/)
  })

  test('that is cut off anywhere is not restored, and names the file', async () => {
    const { repository, manifest } = await backUp()
    const base = join(folder, 'repository')
    const [object = ''] = await repository.objects()
    const backup = `backups/${manifest.id}`
    for (const key of [
      `objects/${object.slice(0, 2)}/${object}`,
      ...['files.jsonl', 'jobs.jsonl', 'tables/clients.copy'].map((name) => `${backup}/${name}`),
    ]) {
      const path = join(base, `${key}.gz`)
      const whole = readFileSync(path)
      writeFileSync(path, whole.subarray(0, whole.length - 5))
      await expect(restored(local(), noBackupKeys)).rejects.toThrow(`${key} in the backups is damaged.`)
      // An error before reading must not end the process.
      const late = await repository.read(key)
      await sleep(20)
      await expect(buffer(late)).rejects.toThrow(`${key} in the backups is damaged.`)
      writeFileSync(path, whole)
    }
    for (const [name, what] of [
      ['files.jsonl', 'files'],
      ['jobs.jsonl', 'jobs'],
    ]) {
      const path = join(base, backup, `${name}.gz`)
      const whole = readFileSync(path)
      writeFileSync(path, gzipSync(gunzipSync(whole).toString().replace(/^.*\n/, '')))
      await expect(restored(local(), noBackupKeys)).rejects.toThrow(`The list of ${what} of the backup is damaged`)
      writeFileSync(path, whole)
    }
    writeFileSync(join(base, backup, 'manifest.json'), '{"id": ')
    await expect(restored(local(), noBackupKeys)).rejects.toThrow(`${backup}/manifest.json in the backups is damaged.`)
  })

  test('cannot have statements run, other files written or another backup restored by its manifest', async () => {
    const { repository, manifest } = await backUp()
    const write = (changes: Partial<Manifest>) =>
      writeFileSync(
        join(folder, 'repository/backups', manifest.id, 'manifest.json'),
        JSON.stringify({ ...manifest, ...changes }),
      )
    const [first, ...others] = manifest.partitions
    if (!first) throw new Error('There are no partitions.')
    for (const bound of ['DEFAULT; drop table clients', "FOR VALUES FROM ('a') TO ('b') tablespace x"]) {
      write({ partitions: [{ ...first, bound }, ...others] })
      await expect(restored(local(), noBackupKeys)).rejects.toThrow(
        `The manifest is damaged: the bound of ${first.name}`,
      )
    }
    write({ id: '20200101T000000Z' })
    await expect(restored(local(), noBackupKeys)).rejects.toThrow('is that of 20200101T000000Z')
    write({ files: { ...manifest.files, count: manifest.files.count + 1 } })
    const path = join(folder, 'repository/backups', manifest.id, 'files.jsonl.gz')
    const [object = ''] = await repository.objects()
    for (const key of ['postgres/pg_hba.conf', 'secret.key', '../x', 'files']) {
      const entry = `${JSON.stringify({ key, object })}\n`
      const whole = readFileSync(path)
      writeFileSync(path, gzipSync(`${gunzipSync(whole)}${entry}`))
      await expect(restored(local(), noBackupKeys)).rejects.toThrow(`The backup has a file ${key}, which is none`)
      writeFileSync(path, whole)
    }
  })

  test('whose recipient was changed takes no further backup', async () => {
    const keys = { ...noBackupKeys, passphrase: 'correct horse battery staple' }
    await backUp(local(), keys)
    const path = join(folder, 'repository/kontor-backup.json')
    const recipient = await identityToRecipient(await generateIdentity())
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), recipient }))
    await expect(backUp(local(), keys)).rejects.toThrow('somebody has changed it')
    await expect((await openRepository(local(), keys)).unlock()).rejects.toThrow('somebody has changed it')
  })

  test('is refused where there is none, or by a name that it does not have', async () => {
    await expect(openRepository(local(), noBackupKeys)).rejects.toThrow('There is no backup in')
    const { repository } = await backUp()
    await expect(findBackup(repository, 'x', '20200101T000000Z')).rejects.toThrow('There is no backup 20200101T000000Z')
    await expect(openRepository({ place: 's3://bucket', s3: null }, noBackupKeys)).rejects.toThrow('BACKUP_S3_ENDPOINT')
  })
})

test('a database that has an organization is not overwritten', async () => {
  const { repository, manifest } = await backUp()
  const other = await createDatabase(inject('cluster'), inject('template'))
  const into = filesIn(join(folder, 'other'))
  try {
    await restoreBackup(other.url, into, repository, manifest, () => {})
    await expect(restoreBackup(other.url, into, repository, manifest, () => {})).rejects.toThrow('is not empty')
  } finally {
    await other.drop()
  }
})
