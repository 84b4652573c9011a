import type { ObjectStorage } from '../../config.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './object.ts'

export type { Storage } from './object.ts'

/** Object storage where it is configured (its client is loaded only then), else files under `directory`. */
export async function createStorage(s3: ObjectStorage | null, directory: string): Promise<Storage> {
  if (!s3) return createDiskStorage(directory)
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(s3)
}
