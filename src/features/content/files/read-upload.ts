import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidField, missingField, Problem, payloadTooLarge, unsupportedMediaType } from '#core/errors/problem'
import { isUuid } from '#core/schema/scalars'
import type { StoredObject } from '#core/storage/storage'
import { detectContentType, sniffedBytes } from './detect-content-type.ts'
import { sanitizeFileName } from './file-name.ts'
import { trackFileNames } from './track-file-names.ts'

export const maxFileBytes = 104_857_600
/** Bytes for the parts around the file. */
const maxFormOverhead = 64 * 1024
const limits = { fileSize: maxFileBytes + 1, fieldSize: 1024, parts: 20, headerPairs: 20 }

/** An uploaded file. */
export interface Upload extends StoredObject {
  name: string
  folderId: string | null
  contentType: string
}

/** Reads a form with one file, which `store` receives as a stream. `onField` gets text parts other than `folder_id`. */
export async function readUpload(
  request: FastifyRequest,
  store: (bytes: Readable) => Promise<StoredObject>,
  onField: (name: string, text: unknown) => void = () => {},
): Promise<Upload> {
  if (!request.isMultipart()) throw unsupportedMediaType()
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + maxFormOverhead) throw payloadTooLarge()
  let file: Omit<Upload, 'folderId'> | undefined
  let folderId: string | null = null
  const names = trackFileNames(request.raw)
  try {
    for await (const part of request.parts({ limits })) {
      // Required by RFC 7578, but missing in malformed headers although the types promise it.
      if (typeof part.fieldname !== 'string') throw malformedForm()
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw unexpectedPart(part.fieldname)
        if (file) throw repeatedPart()
        // The parser omits empty names, and names of parts that it took for files.
        const name = sanitizeFileName(names.named(part.filename ?? '')) || 'file'
        const head: Buffer[] = []
        const stored = await store(Readable.from(inspectFile(part.file, head), { objectMode: false }))
        if (stored.sizeBytes === 0) throw emptyFile()
        file = { ...stored, name, contentType: detectContentType(Buffer.concat(head), name) }
      } else if (isUndecodable(part.value)) throw malformedForm()
      else if (part.fieldname === 'folder_id' && part.value !== '') {
        if (!isUuid(part.value)) throw malformedFolderId()
        folderId = part.value.toLowerCase()
      } else onField(part.fieldname, part.value)
    }
  } catch (error) {
    throw isClientError(error, request) ? malformedForm() : error
  } finally {
    names.stop()
  }
  if (!file) throw missingField('file')
  return { ...file, folderId }
}

/** The parser replaces invalid UTF-8 by U+FFFD. */
const isUndecodable = (value: unknown) => typeof value === 'string' && value.includes('\ufffd')

/** Passes the chunks on, keeps the first bytes in `head`, and throws 413 if the file is too large. */
export async function* inspectFile(chunks: AsyncIterable<Buffer>, head: Buffer[]) {
  let size = 0
  for await (const chunk of chunks) {
    if (size < sniffedBytes) head.push(chunk.subarray(0, sniffedBytes - size))
    size += chunk.length
    if (size > maxFileBytes) throw payloadTooLarge()
    yield chunk
  }
}

/** True if the form is malformed or the client has gone. */
function isClientError(error: unknown, { raw }: FastifyRequest): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false
  const { code } = error as { code?: string }
  // The parser's own errors have no code.
  return /^FST_/.test(code ?? '') || /multipart|needle/i.test(error.message) || (raw.destroyed && !raw.complete)
}

export const malformedForm = () =>
  new Problem(400, 'bad_request', { de: 'Das Formular ist nicht lesbar.', en: 'The form cannot be read.' })

const unexpectedPart = (part: string) =>
  invalidField(part.slice(0, 100), {
    de: 'wird nicht erwartet: die Datei heißt file',
    en: 'is not expected: the file is called file',
  })

const repeatedPart = () =>
  invalidField('file', {
    de: 'kommt mehrfach vor: eine Datei je Anfrage',
    en: 'appears more than once: one file per request',
  })

export const emptyFile = () => invalidField('file', { de: 'ist leer', en: 'is empty' })

export const malformedFolderId = () => invalidField('folderId', { de: 'muss eine UUID sein', en: 'must be a UUID' })
