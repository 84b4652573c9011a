import type { Readable } from 'node:stream'

export interface StoredObject {
  /** Hexadecimal. */
  sha256: string
  sizeBytes: number
}

export interface ListedObject {
  key: string
  sizeBytes: number
  modified: Date
}

/** How browsers receive an object. */
export interface Download {
  filename: string
  contentType: string
  expiresInSeconds: number
}

/** Object storage or a folder. Keys are paths of plain names: `documents/{organization}/{sha256}.pdf`. */
export interface Storage {
  /** Stores or replaces an object; durable once resolved, invisible before. */
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<StoredObject>
  /** Streams all bytes or those from `start` to `end` (inclusive); throws ObjectMissing. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Size in bytes; throws ObjectMissing. */
  size(key: string): Promise<number>
  /** Throws ObjectMissing. */
  read(key: string): Promise<Uint8Array>
  /** Gives `use` random access by a local file, which exists until it resolves; throws ObjectMissing. */
  withFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>
  /** A missing object is no error. */
  delete(key: string): Promise<void>
  exists(key: string): Promise<boolean>
  /** Unordered keys directly in a folder that begin with the prefix; none without a folder. */
  list(folder: string, beginning?: string): AsyncIterable<string>
  /** All objects below a folder (`''` for all), unordered; none without a folder. */
  walk(folder: string): AsyncIterable<ListedObject>
  /** Creates a URL that serves the object as an attachment until it expires. */
  signedUrl(key: string, download: Download): Promise<string>
  /** Throws if writing is impossible at the moment. */
  check(): Promise<void>
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'

  constructor(key: string) {
    super(`There is no object ${key}.`)
  }
}

const plainKey = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/** Keys consist of letters, digits, `_`, `-` and inner dots, so they cannot leave the folder. */
export const isObjectKey = (text: string) => text.length <= 512 && plainKey.test(text)

export function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is not a storage key.`)
  return key
}

/** Content-Disposition for any file name (RFC 6266, RFC 8187). */
export function formatContentDisposition(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_')
  const ascii = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
