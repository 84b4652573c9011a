import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStorage } from '../../config.ts'
import { assertKey, ObjectMissing, type Storage, sha256Of } from './object.ts'

/** Any object storage that speaks S3. */
export function createS3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: ObjectStorage): Storage {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Many stores that speak S3 do not know the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => {
    assertKey(key)
    return { Bucket: bucket, Key: key }
  }
  return {
    async put(key, body, contentType) {
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType }))
      return { sha256: sha256Of(body), sizeBytes: body.byteLength }
    },
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)))
        return (await Body?.transformToByteArray()) ?? new Uint8Array()
      } catch (error) {
        throw (error as Error).name === 'NoSuchKey' ? new ObjectMissing(key) : error
      }
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
  }
}
