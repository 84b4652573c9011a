import { createHash, type Hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, unsupportedMediaType } from '#core/errors/problem'
import { isUuid } from '#core/schema/scalars'
import { decodeUtf8OrWindows } from '#core/text/charset'
import { drainRequestBodies } from '#features/content/files/drain-request'
import { sanitizeFileName } from '#features/content/files/file-name'
import { malformedFolderId, maxFileBytes } from '#features/content/files/read-upload'

// Headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload).

const version = '1.0.0'

/** Algorithms of Upload-Checksum. */
const algorithms = ['sha1', 'sha256'] as const

export const chunkType = 'application/offset+octet-stream'

/** Headers of OPTIONS. */
export const tusOptions = {
  'tus-resumable': version,
  'tus-version': version,
  'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
  'tus-max-size': String(maxFileBytes),
  'tus-checksum-algorithm': algorithms.join(','),
}

/** Passes bodies through unparsed and adds Tus-Resumable to responses. */
export async function enableTus(scope: FastifyInstance): Promise<void> {
  scope.addContentTypeParser(chunkType, (_request, _payload, done) => done(null))
  scope.addHook('onSend', async (_request, reply, payload) => {
    reply.header('tus-resumable', version)
    return payload
  })
  drainRequestBodies(scope)
}

/** 412 for other versions. */
export function assertTusVersion(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers['tus-resumable'] === version) return
  reply.header('tus-version', version)
  throw new Problem(412, 'precondition_failed', {
    de: 'Uploads sprechen tus 1.0.0: Bitte senden Sie Tus-Resumable: 1.0.0.',
    en: 'Uploads speak tus 1.0.0: send Tus-Resumable: 1.0.0.',
  })
}

/** 415 if a body has another content type. Some clients send a type without a body. */
export function hasChunkBody({ headers }: FastifyRequest): boolean {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)
  if (type === chunkType) return true
  if (!isEmpty) throw unsupportedMediaType()
  return false
}

/** 400 if the header is not a byte count. */
export function parseByteCount({ headers }: FastifyRequest, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[name.toLowerCase()]
  if (typeof text !== 'string' || !/^\d+$/.test(text)) throw unreadable(name)
  return Number(text)
}

export interface UploadMetadata {
  name: string
  folderId: string | null
}

/** Reads `filename` and `folder_id` of Upload-Metadata. The type is detected from the bytes; other keys are ignored. */
export function parseUploadMetadata(text: string | undefined): UploadMetadata {
  const values = new Map<string, string>()
  for (const pair of text?.trim() ? text.split(',') : []) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)
    if (!/^[!-+\--~]+$/.test(key) || more.length || !isBase64 || values.has(key)) throw unreadable('Upload-Metadata')
    values.set(key, decodeUtf8OrWindows(Buffer.from(value, 'base64')))
  }
  const folderId = values.get('folder_id') || null
  if (folderId !== null && !isUuid(folderId)) throw malformedFolderId()
  // Only the last segment, as in forms.
  const name = values.get('filename')?.split(/[/\\]/).at(-1) ?? ''
  return { name: sanitizeFileName(name) || 'file', folderId: folderId?.toLowerCase() ?? null }
}

export interface UploadChecksum {
  hash: Hash
  digest: string
}

/** The expected checksum and a running hash; null without the header. */
export function parseChecksum({ headers }: FastifyRequest): UploadChecksum | null {
  const text = headers['upload-checksum']
  if (text === undefined) return null
  const [name, digest, ...more] = String(text).split(' ')
  const algorithm = algorithms.find((each) => each === name)
  if (!algorithm || !digest || more.length) throw unreadable('Upload-Checksum')
  return { hash: createHash(algorithm), digest }
}

const unreadable = (header: string) =>
  new Problem(400, 'bad_request', {
    de: `${header} fehlt oder ist nicht lesbar.`,
    en: `${header} is missing or cannot be read.`,
  })
