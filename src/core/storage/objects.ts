import type { Readable } from 'node:stream'

/** What was stored. */
export interface StoredObject {
  /** Of the bytes, in hexadecimal. */
  sha256: string
  sizeBytes: number
}

/** What a listing tells of an object. */
export interface ListedObject {
  key: string
  sizeBytes: number
  /** When it was put. */
  modified: Date
}

/** How a browser is to receive an object. */
export interface Download {
  filename: string
  contentType: string
  expiresInSeconds: number
}

/** Where bytes lie: object storage, or a folder. Keys are paths of plain names: `documents/{organization}/{sha256}.pdf`. */
export interface Storage {
  /** Keeps the bytes under the key, in place of what was there; when it answers they are durable, before that unseen. */
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<StoredObject>
  /** The bytes as a stream, or those from `start` to `end`, both included; throws ObjectMissing where there are none. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** How many bytes there are; throws ObjectMissing where there are none. */
  size(key: string): Promise<number>
  /** The bytes at once; throws ObjectMissing where there are none. */
  read(key: string): Promise<Uint8Array>
  /** Has `use` read the bytes here and there, in a file that is there until it is done; throws ObjectMissing where there are none. */
  withFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>
  /** Removes the object; there may be none. */
  delete(key: string): Promise<void>
  exists(key: string): Promise<boolean>
  /** The keys directly under a folder whose names begin so, in no order; none where there is no such folder. */
  list(folder: string, beginning?: string): AsyncIterable<string>
  /** Every object in a folder and those below it (`''` for all there are), in no order; none where there is no such folder. */
  walk(folder: string): AsyncIterable<ListedObject>
  /** An address that hands the bytes out to whoever has it, as an attachment, until it expires. */
  signedUrl(key: string, download: Download): Promise<string>
  /** Throws where bytes could not be kept right now. */
  check(): Promise<void>
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'

  constructor(key: string) {
    super(`There is no object ${key}.`)
  }
}

const plainKey = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/** Whether a text may be a key: names of letters, digits, `_`, `-` and inner dots, so that none leads out of a folder. */
export const isObjectKey = (text: string) => text.length <= 512 && plainKey.test(text)

/** The key, where it is one. */
export function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is not a storage key.`)
  return key
}

/** A Content-Disposition that saves under any file name (RFC 6266, RFC 8187). */
export function formatContentDisposition(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_')
  const ascii = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
