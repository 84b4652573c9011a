import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredObject } from './objects.ts'

/**
 * Writes a body durably to a temporary file under `directory` and passes it to `use`, which may move it. It is always removed
 * afterwards. Rejects if the stream breaks off.
 */
export async function receiveUpload<Result>(
  directory: string,
  body: Uint8Array | Readable,
  use: (path: string, stored: StoredObject) => Promise<Result>,
): Promise<Result> {
  const path = join(directory, randomUUID())
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* measured(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      yield chunk
    }
  }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    // Opened first, as a stream that breaks off at once could leave a file opened too late.
    const file = await open(path, 'wx', 0o600)
    await pipeline(body instanceof Uint8Array ? [body] : body, measured, file.createWriteStream({ flush: true }))
    return await use(path, { sha256: hash.digest('hex'), sizeBytes })
  } finally {
    await rm(path, { force: true })
  }
}

/** Hours; no upload lasts as long. */
const abandonedAfter = 24

/** Removes temporary files of killed processes. The directory may be missing. */
export async function removeAbandonedUploads(directory: string, now = Date.now()): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const path of names.map((name) => join(directory, name))) {
    // Another process may have removed it.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > abandonedAfter * 3_600_000) await rm(path, { force: true })
  }
}
