import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type ListedObject, ObjectMissing, type Storage } from '#core/storage/objects'
import { BackupFailed } from './encryption.ts'
import type { FileEntry, Manifest } from './manifest.ts'
import type { Repository } from './repository.ts'

/** Keys are paths below DATA_DIR. */
export interface InstallationFiles {
  walk(): AsyncIterable<ListedObject>
  get(key: string): Promise<Readable>
  put(key: string, content: Readable): Promise<void>
}

const filesFolder = 'files'
const folders = ['outbox']

/**
 * The files of DATA_DIR, with `files/` in object storage if `objects` is given. `single` are top-level files, such as the seal's
 * certificate.
 */
export function createInstallationFiles(
  dataDir: Pick<Storage, 'walk' | 'get' | 'put' | 'size'>,
  objects: Pick<Storage, 'walk' | 'get' | 'put'> | null,
  single: readonly string[],
): InstallationFiles {
  const inObjects = (key: string) => objects && key.startsWith(`${filesFolder}/`) && key.slice(filesFolder.length + 1)
  return {
    async *walk() {
      for (const folder of objects ? folders : [filesFolder, ...folders]) yield* dataDir.walk(folder)
      for await (const { key, ...listed } of objects?.walk('') ?? []) yield { key: `${filesFolder}/${key}`, ...listed }
      for (const key of single) {
        const sizeBytes = await dataDir.size(key).catch(() => null)
        if (sizeBytes !== null) yield { key, sizeBytes, modified: new Date() }
      }
    },
    get: (key) => {
      const object = inObjects(key)
      return objects && object ? objects.get(object) : dataDir.get(key)
    },
    async put(key, content) {
      const isOurs = [filesFolder, ...folders].some((folder) => key.startsWith(`${folder}/`)) || single.includes(key)
      // A manipulated backup must not overwrite the database's files.
      if (!isOurs) throw new BackupFailed(`The backup has a file ${key}, which is none of an installation.`)
      const object = inObjects(key)
      const type = 'application/octet-stream'
      await (objects && object ? objects.put(object, content, type) : dataDir.put(key, content, type))
    },
  }
}

const indexKey = (id: string) => `backups/${id}/files.jsonl`

/** Files never change, so size and time identify the content. */
const objectOf = ({ key, sizeBytes, modified }: ListedObject) =>
  createHash('sha256').update(`${key}\n${sizeBytes}\n${modified.getTime()}`).digest('hex')

/** Copies new contents to the repository, and adds every file to `found` by key. */
export async function copyFiles(
  files: Pick<InstallationFiles, 'walk' | 'get'>,
  repository: Pick<Repository, 'objects' | 'writeObject'>,
  found: Map<string, FileEntry & { sizeBytes: number }>,
  onFile: (count: number) => void,
): Promise<void> {
  const there = await repository.objects()
  for await (const listed of files.walk()) {
    const object = objectOf(listed)
    if (!there.has(object)) {
      const content = await files.get(listed.key).catch((error) => {
        if (error instanceof ObjectMissing) return null
        throw error
      })
      if (!content) continue
      await repository.writeObject(object, content)
      there.add(object)
    }
    found.set(listed.key, { key: listed.key, object, sizeBytes: listed.sizeBytes })
    onFile(found.size)
  }
}

export async function writeIndex(
  repository: Pick<Repository, 'write' | 'writeNames'>,
  id: string,
  entries: readonly FileEntry[],
): Promise<void> {
  await repository.writeNames(id, new Set(entries.map(({ object }) => object)))
  const lines = entries.map(({ key, object }) => `${JSON.stringify({ key, object } satisfies FileEntry)}\n`)
  await repository.write(indexKey(id), Readable.from(lines))
}

/** Throws BackupFailed if a file is missing. */
export async function restoreFiles(
  files: Pick<InstallationFiles, 'put'>,
  repository: Pick<Repository, 'read' | 'readObject'>,
  { id, files: { count: expected } }: Pick<Manifest, 'id' | 'files'>,
  onFile: (count: number) => void,
): Promise<void> {
  let count = 0
  for await (const line of createInterface(await repository.read(indexKey(id)))) {
    const { key, object } = JSON.parse(line) as FileEntry
    await files.put(key, await repository.readObject(object))
    onFile(++count)
  }
  if (count !== expected) throw new BackupFailed(`The list of files of the backup is damaged: ${count} of ${expected}.`)
}
