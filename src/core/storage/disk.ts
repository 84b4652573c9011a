import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertObjectKey, isObjectKey, ObjectMissing, type Storage } from './objects.ts'
import { probeStorage } from './probe.ts'
import { createSignedUrl, type FileLinks } from './signed-path.ts'
import { receiveUpload } from './uploads.ts'

/** Stores files under a folder. Writes are atomic and durable once `put` resolves. Without `links` there are no signed URLs. */
export function createDiskStorage(directory: string, links?: FileLinks): Storage {
  const pathOf = (key: string) => join(directory, assertObjectKey(key))
  const storage: Storage = {
    async put(key, body) {
      const path = pathOf(key)
      // Keys never begin with a dot, so temporary files are unreachable.
      return receiveUpload(join(directory, '.incoming'), body, async (draft, stored) => {
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(draft, path)
        // Missing parent folders of the file, up to the first existing one.
        for (let folder = dirname(path); ; folder = dirname(folder)) {
          await sync(folder)
          if (made === undefined || folder.length < made.length) break
        }
        return stored
      })
    },
    async get(key, range) {
      const file = await open(pathOf(key)).catch(missing(key))
      if ((await file.stat()).isFile()) return file.createReadStream(range)
      await file.close()
      throw new ObjectMissing(key)
    },
    read: (key) => readFile(pathOf(key)).catch(missing(key)),
    async size(key) {
      const found = await stat(pathOf(key)).catch(missing(key))
      if (found.isFile()) return found.size
      throw new ObjectMissing(key)
    },
    async withFile(key, use) {
      await storage.size(key)
      return use(pathOf(key))
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    exists: (key) =>
      stat(pathOf(key)).then(
        (found) => found.isFile(),
        (error) => {
          if (isAbsence(error)) return false
          throw error
        },
      ),
    async *list(folder, beginning = '') {
      const names = await opendir(pathOf(folder)).catch((error) => {
        if (isAbsence(error)) return []
        throw error
      })
      for await (const entry of names)
        if (entry.isFile() && entry.name.startsWith(beginning)) yield `${folder}/${entry.name}`
    },
    async *walk(folder) {
      const entries = await opendir(folder ? pathOf(folder) : directory).catch((error) => {
        if (isAbsence(error)) return []
        throw error
      })
      for await (const entry of entries) {
        const key = folder ? `${folder}/${entry.name}` : entry.name
        if (entry.isDirectory() && isObjectKey(key)) yield* storage.walk(key)
        // It may have been deleted meanwhile.
        const found = entry.isFile() && isObjectKey(key) && (await stat(pathOf(key)).catch(() => null))
        if (found) yield { key, sizeBytes: found.size, modified: found.mtime }
      }
    },
    async signedUrl(key, download) {
      if (!links) throw new TypeError('This storage signs no addresses.')
      return createSignedUrl(assertObjectKey(key), download, links)
    },
    check: () => probeStorage(storage),
  }
  return storage
}

/** Makes a folder's entries durable. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Missing, a folder, or a file in the place of a folder. */
const isAbsence = (error: NodeJS.ErrnoException) => ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(error.code ?? '')

const missing = (key: string) => (error: NodeJS.ErrnoException) => {
  throw isAbsence(error) ? new ObjectMissing(key) : error
}
