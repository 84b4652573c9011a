import { randomUUID } from 'node:crypto'
import type { Storage } from './objects.ts'

/** Writes, reads and deletes a small object; throws if one of these fails. */
export async function probeStorage(storage: Storage): Promise<void> {
  const key = `probe/${randomUUID()}`
  await storage.put(key, Buffer.from(key), 'text/plain')
  try {
    if (Buffer.from(await storage.read(key)).toString() !== key) throw new Error('The storage answers other bytes.')
  } finally {
    await storage.delete(key)
  }
}
