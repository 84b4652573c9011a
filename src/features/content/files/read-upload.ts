import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidField, missingField, Problem, payloadTooLarge, unsupportedMediaType } from '#core/errors/problem'
import { isUuid } from '#core/schema/scalars'
import type { Stored } from '#core/storage/storage'
import { detectContentType, sniffedBytes } from './detect-content-type.ts'
import { sanitizeFileName } from './file-name.ts'
import { trackFileNames } from './track-file-names.ts'

/** The largest file, in bytes. */
export const maxFileBytes = 104_857_600
/** Room for what stands around the file in a form. */
const maxFormOverhead = 64 * 1024
const limits = { fileSize: maxFileBytes + 1, fieldSize: 1024, parts: 20, headerPairs: 20 }

/** What an upload brought. */
export interface Upload extends Stored {
  name: string
  folderId: string | null
  contentType: string
}

/** Reads a form with one file, which `store` takes as a stream while it arrives; `heed` is told of text parts beside `folder_id`. */
export async function readUpload(
  request: FastifyRequest,
  store: (bytes: Readable) => Promise<Stored>,
  onField: (name: string, text: unknown) => void = () => {},
): Promise<Upload> {
  if (!request.isMultipart()) throw unsupportedMediaType()
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + maxFormOverhead) throw payloadTooLarge()
  let file: Omit<Upload, 'folderId'> | undefined
  let folderId: string | null = null
  const names = trackFileNames(request.raw)
  try {
    for await (const part of request.parts({ limits })) {
      // The types promise a name; RFC 7578 asks for one, and a damaged head has none.
      if (typeof part.fieldname !== 'string') throw malformedForm()
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw unexpectedPart(part.fieldname)
        if (file) throw twice()
        // The parser leaves the name out where it is empty, or where it took bytes without one for a file.
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

/** The parser writes U+FFFD for bytes that are not valid in UTF-8. */
const isUndecodable = (value: unknown) => typeof value === 'string' && value.includes('\ufffd')

/** Passes a file on as it is, keeps its beginning, and breaks off where it is too large. */
export async function* inspectFile(chunks: AsyncIterable<Buffer>, head: Buffer[]) {
  let size = 0
  for await (const chunk of chunks) {
    if (size < sniffedBytes) head.push(chunk.subarray(0, sniffedBytes - size))
    size += chunk.length
    if (size > maxFileBytes) throw payloadTooLarge()
    yield chunk
  }
}

/** Whether an error is the caller's: the form is not one, or its sender has left. */
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

const twice = () =>
  invalidField('file', {
    de: 'kommt mehrfach vor: eine Datei je Anfrage',
    en: 'appears more than once: one file per request',
  })

export const emptyFile = () => invalidField('file', { de: 'ist leer', en: 'is empty' })

export const malformedFolderId = () => invalidField('folderId', { de: 'muss eine UUID sein', en: 'must be a UUID' })
