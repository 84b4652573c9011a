import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { unavailable } from '#core/errors/problem'
import { traceSpan } from '#core/runtime/tracing'
import { assertObjectKey, formatContentDisposition, ObjectMissing, type Storage, type StoredObject } from './objects.ts'
import { probeStorage } from './probe.ts'
import { receiveUpload } from './uploads.ts'

export interface S3Options {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** S3-compatible storage. Streams are buffered in `directory` first. */
export function createS3Storage(options: S3Options, directory: string): Storage {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = options
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Many S3-compatible stores do not support the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; the client would also print them.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 10_000 },
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        traceSpan(
          () => ({ name: `S3 ${commandName}`, kind: 'client' }),
          () =>
            next(args).catch((error: unknown) => {
              throw isOutage(error) ? unavailable() : error
            }),
        ),
    { step: 'initialize' },
  )
  const at = (key: string) => ({ Bucket: bucket, Key: assertObjectKey(key) })
  const get = async (key: string, range?: { start: number; end: number }): Promise<Readable> => {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...part })).catch(missing(key))
    if (!(Body instanceof Readable)) throw new TypeError('The S3 client answers no stream.')
    return Body
  }
  const store = async (key: string, body: Uint8Array | Readable, stored: StoredObject, contentType: string) => {
    const command = new PutObjectCommand({
      ...at(key),
      Body: body,
      ContentLength: stored.sizeBytes,
      ContentType: contentType,
    })
    // Signed, so that the store rejects corrupted bytes.
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = stored.sha256
        return next(args)
      },
      { step: 'build' },
    )
    await client.send(command)
    return stored
  }
  const storage: Storage = {
    put: (key, body, contentType) =>
      body instanceof Uint8Array
        ? store(
            key,
            body,
            { sha256: createHash('sha256').update(body).digest('hex'), sizeBytes: body.length },
            contentType,
          )
        : receiveUpload(directory, body, async (path, stored) => {
            const file = (await open(path)).createReadStream()
            // A request that fails early leaves its stream open.
            return store(key, file, stored, contentType).finally(() => file.destroy())
          }),
    get,
    async size(key) {
      const { ContentLength } = await client.send(new HeadObjectCommand(at(key))).catch(missing(key))
      return ContentLength ?? 0
    },
    read: async (key) => buffer(await get(key)),
    withFile: async (key, use) => receiveUpload(directory, await get(key), use),
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async exists(key) {
      try {
        await client.send(new HeadObjectCommand(at(key)))
        return true
      } catch (error) {
        if (isAbsence(error)) return false
        throw error
      }
    },
    async *list(folder, beginning = '') {
      const Prefix = `${assertObjectKey(folder)}/${beginning}`
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix, Delimiter: '/' })
      for await (const { Contents = [] } of pages) for (const { Key } of Contents) if (Key) yield Key
    },
    async *walk(folder) {
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: folder && `${assertObjectKey(folder)}/` },
      )
      for await (const { Contents = [] } of pages)
        for (const { Key, Size = 0, LastModified = new Date(0) } of Contents)
          if (Key) yield { key: Key, sizeBytes: Size, modified: LastModified }
    },
    signedUrl: (key, { filename, contentType, expiresInSeconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(key),
          ResponseContentDisposition: formatContentDisposition(filename),
          ResponseContentType: contentType,
        }),
        { expiresIn: expiresInSeconds },
      ),
    check: () => probeStorage(storage),
  }
  return storage
}

/** The store is unavailable or busy: the request can be retried. */
const isOutage = (error: unknown) =>
  error instanceof S3ServiceException
    ? (error.$metadata.httpStatusCode ?? 500) >= 500 || error.$metadata.httpStatusCode === 429
    : error instanceof Error && ['TimeoutError', 'TimeoutException'].includes(error.name)

/** HEAD has no error body, so a missing bucket looks like a missing object. */
const isAbsence = (error: unknown) =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)

const missing = (key: string) => (error: unknown) => {
  throw isAbsence(error) ? new ObjectMissing(key) : error
}
