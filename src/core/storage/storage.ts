import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './objects.ts'
import type { S3Options } from './s3.ts'
import type { FileLinks } from './signed-path.ts'
import { removeAbandonedUploads } from './uploads.ts'

export { type Download, formatContentDisposition, ObjectMissing, type Storage, type StoredObject } from './objects.ts'
export { type FileLinks, type Sign, type SignedFile, verifySignedPath } from './signed-path.ts'

/**
 * Object storage if configured (loaded only then), else files under `directory`, whose signed URLs need `links`. Removes files of
 * interrupted uploads.
 */
export async function createStorage(s3: S3Options | null, directory: string, links?: FileLinks): Promise<Storage> {
  const incoming = join(directory, '.incoming')
  await removeAbandonedUploads(incoming)
  if (!s3) return createDiskStorage(directory, links)
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(s3, incoming)
}
