import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertKey, ObjectMissing, type Storage, sha256Of } from './object.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Files under a folder. A file appears whole or not at all, and survives a power failure once `put` has answered. */
export function createDiskStorage(directory: string): Storage {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(directory, key)
  }
  return {
    async put(key, body) {
      const path = pathOf(key)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${randomBytes(8).toString('hex')}`)
      try {
        await synced(draft, 'wx', (file) => file.writeFile(body))
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await synced(folder, 'r', async () => {})
      return { sha256: sha256Of(body), sizeBytes: body.byteLength }
    },
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(key) : error
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const probe = join(directory, `.probe-${randomBytes(4).toString('hex')}`)
      await synced(probe, 'wx', (file) => file.writeFile('probe'))
      await rm(probe)
    },
  }
}

async function synced(path: string, flags: string, work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const file = await open(path, flags, 0o600)
  try {
    await work(file)
    await file.sync()
  } finally {
    await file.close()
  }
}
