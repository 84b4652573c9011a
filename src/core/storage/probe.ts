import { randomUUID } from 'node:crypto'
import type { Storage } from './objects.ts'

/** Keeps, reads and removes a small object: all that a storage is needed for. Throws where one of them fails. */
export async function probeStorage(storage: Storage): Promise<void> {
  const key = `probe/${randomUUID()}`
  await storage.put(key, Buffer.from(key), 'text/plain')
  try {
    if (Buffer.from(await storage.read(key)).toString() !== key) throw new Error('The storage answers other bytes.')
  } finally {
    await storage.delete(key)
  }
}
