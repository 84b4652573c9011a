import { join } from 'node:path'
import { createDiskStorage } from './disk.ts'
import { removeAbandoned } from './incoming.ts'
import type { Storage } from './object.ts'
import type { S3Options } from './s3.ts'
import type { FileLinks } from './signed-path.ts'

export { attachment, type Download, ObjectMissing, type Storage, type Stored } from './object.ts'
export { type FileLinks, type Sign, type SignedFile, verifySignedPath } from './signed-path.ts'

/**
 * Object storage where it is configured (its client is loaded only then), else files under `directory`, whose signed
 * addresses need `links`. What a crash has left half written goes.
 */
export async function createStorage(s3: S3Options | null, directory: string, links?: FileLinks): Promise<Storage> {
  const incoming = join(directory, '.incoming')
  await removeAbandoned(incoming)
  if (!s3) return createDiskStorage(directory, links)
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(s3, incoming)
}
