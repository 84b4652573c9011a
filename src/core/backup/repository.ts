import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createDiskStorage } from '#core/storage/disk'
import { ObjectMissing, type Storage } from '#core/storage/objects'
import type { S3Options } from '#core/storage/s3'
import { removeAbandonedUploads } from '#core/storage/uploads'
import {
  assertSameKeys,
  BackupFailed,
  type BackupKeys,
  createEncryption,
  decrypt,
  type Encryption,
  encrypt,
  readIdentity,
} from './encryption.ts'
import type { Manifest } from './manifest.ts'

/** A folder, or `s3://bucket/prefix` with credentials. */
export interface BackupLocation {
  place: string
  s3: Omit<S3Options, 'bucket'> | null
}

/** Backups of one installation, sharing unchanged file contents. */
export interface Repository {
  readonly isEncrypted: boolean
  readonly recipient: string | null
  /** Throws BackupFailed for wrong keys. */
  unlock(): Promise<unknown>
  /** Complete backups, oldest first. */
  ids(): Promise<string[]>
  manifest(id: string): Promise<Manifest>
  /** Writes the manifest. */
  complete(manifest: Manifest): Promise<void>
  /** Compresses and encrypts, as `<key>.gz` or `<key>.gz.age`. */
  write(key: string, content: Readable): Promise<void>
  read(key: string): Promise<Readable>
  /** Names of stored file contents. */
  objects(): Promise<Set<string>>
  /** Stores content with its hash. */
  writeObject(name: string, content: Readable): Promise<void>
  /** The stream fails on a wrong hash. */
  readObject(name: string): Promise<Readable>
  /** Stores the object names of a backup, readable without a key. */
  writeNames(id: string, names: Iterable<string>): Promise<void>
  names(id: string): Promise<string[]>
  /** Removes backups and incomplete ones, then unreferenced objects. No backup may be running. */
  remove(ids: readonly string[]): Promise<void>
}

const marker = 'kontor-backup.json'
const manifestOf = (id: string) => `backups/${id}/manifest.json`
const namesOf = (id: string) => `backups/${id}/objects.txt`
const objectKey = (name: string) => `objects/${name.slice(0, 2)}/${name}`

interface Marker extends Encryption {
  format: 1
}

/** Opens a repository, or creates it with `create`. Throws BackupFailed. */
export async function openRepository(
  at: BackupLocation,
  keys: BackupKeys,
  { create = false }: { create?: boolean } = {},
): Promise<Repository> {
  const { storage, prefix } = await storageOf(at)
  const keyOf = (key: string) => prefix + key
  const put = (key: string, content: Uint8Array | Readable) =>
    storage.put(keyOf(key), content, 'application/octet-stream')
  const readJson = async <Value>(key: string) => {
    const content = Buffer.from(await storage.read(keyOf(key))).toString()
    try {
      return JSON.parse(content) as Value
    } catch (cause) {
      throw damaged(key, cause)
    }
  }
  const all = async function* (folder: string) {
    for await (const { key } of storage.walk(keyOf(folder))) yield key.slice(prefix.length)
  }

  const found = await readJson<Marker>(marker).catch((error) => {
    if (error instanceof ObjectMissing) return null
    throw error
  })
  if (!found && !create) throw new BackupFailed(`There is no backup in ${at.place}.`)
  const encryption = found ?? (await createEncryption(keys))
  if (found?.format && found.format !== 1) throw new BackupFailed(`${at.place} was written by a newer Kontor.`)
  if (found && create) await assertSameKeys(encryption, keys)
  if (!found) await put(marker, Buffer.from(`${JSON.stringify({ format: 1, ...encryption }, null, 2)}\n`))
  let identity: Promise<string | null> | undefined
  const extension = encryption.recipient ? '.gz.age' : '.gz'

  const write = async (key: string, content: Readable) => {
    const compressed = new PassThrough()
    const stored = encrypt(compressed, encryption.recipient).then((stream) => put(key + extension, stream))
    stored.catch((error) => compressed.destroy(error))
    await Promise.all([pipeline(content, createGzip({ level: 4 }), compressed), stored])
  }
  const unlock = () => (identity ??= readIdentity(encryption, keys))
  const read = async (key: string) => {
    const opened = await unlock()
    const content = await decrypt(await storage.get(keyOf(key + extension)), opened)
    const plain = createGunzip()
    // Its error is thrown by the reader, who may start after the event.
    plain.on('error', () => {})
    pipeline(content, plain).catch(() => {})
    content.once('error', (error) => plain.destroy(error))
    return Readable.from(readable(key, plain), { objectMode: false })
  }
  const repository: Repository = {
    isEncrypted: encryption.recipient !== null,
    recipient: encryption.recipient,
    unlock,
    async ids() {
      const ids: string[] = []
      for await (const key of all('backups')) {
        const id = /^backups\/(\d{8}T\d{6}Z)\/manifest\.json$/.exec(key)?.[1]
        if (id) ids.push(id)
      }
      return ids.sort()
    },
    manifest: (id) => readJson<Manifest>(manifestOf(id)),
    async complete(manifest) {
      await put(manifestOf(manifest.id), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    },
    write,
    read,
    async objects() {
      const names = new Set<string>()
      for await (const key of all('objects')) names.add(key.slice(key.lastIndexOf('/') + 1, -extension.length))
      return names
    },
    writeObject: (name, content) => write(objectKey(name), content.compose(withHash())),
    readObject: async (name) => {
      const key = objectKey(name)
      return Readable.from(withoutHash(key, await read(key)), { objectMode: false })
    },
    async writeNames(id, names) {
      await put(namesOf(id), Buffer.from([...names].map((name) => `${name}\n`).join('')))
    },
    names: async (id) => (await text(await storage.get(keyOf(namesOf(id))))).split('\n').filter(Boolean),
    async remove(ids) {
      for (const id of ids) {
        // Without the manifest the backup counts as incomplete from now on.
        await storage.delete(keyOf(manifestOf(id)))
        for await (const key of all(`backups/${id}`)) await storage.delete(keyOf(key))
      }
      const complete = await repository.ids()
      for await (const key of all('backups'))
        if (!complete.includes(key.split('/')[1] ?? '')) await storage.delete(keyOf(key))
      const needed = new Set<string>()
      for (const id of complete) for (const name of await repository.names(id)) needed.add(name)
      for (const name of await repository.objects())
        if (!needed.has(name)) await storage.delete(keyOf(objectKey(name) + extension))
    },
  }
  return repository
}

async function storageOf({ place, s3 }: BackupLocation): Promise<{ storage: Storage; prefix: string }> {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  if (!bucket) {
    await removeAbandonedUploads(join(resolve(place), '.incoming'))
    return { storage: createDiskStorage(resolve(place)), prefix: '' }
  }
  if (!s3)
    throw new BackupFailed(
      'An s3:// place needs BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
    )
  const { createS3Storage } = await import('#core/storage/s3')
  const prefix = path.replace(/\/*$/, '')
  return {
    storage: createS3Storage({ ...s3, bucket }, join(tmpdir(), 'kontor-backup')),
    prefix: prefix && `${prefix}/`,
  }
}

const hashLength = 32

/** Appends the SHA-256. */
function withHash(): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, hash.digest())
    },
  })
}

/** Strips and checks the SHA-256 at the end. */
async function* withoutHash(key: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of content) {
    const all = Buffer.concat([held, chunk])
    const checked = all.subarray(0, Math.max(0, all.length - hashLength))
    held = all.subarray(checked.length)
    hash.update(checked)
    if (checked.length) yield checked
  }
  if (!held.equals(hash.digest())) throw damaged(key)
}

/** Adds the file to read errors. */
async function* readable(key: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (cause) {
    throw damaged(key, cause)
  }
}

const damaged = (key: string, cause?: unknown) => new BackupFailed(`${key} in the backups is damaged.`, { cause })
