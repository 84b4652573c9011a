import { createHash } from 'node:crypto'

/** Where bytes lie: object storage, or a folder. Keys are paths of plain names: `documents/{organization}/{sha256}.pdf`. */
export interface Storage {
  /** Keeps the bytes under the key; when it answers they are durable. */
  put(key: string, body: Uint8Array, contentType: string): Promise<{ sha256: string; sizeBytes: number }>
  /** The bytes; throws ObjectMissing where there are none. */
  read(key: string): Promise<Uint8Array>
  delete(key: string): Promise<void>
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

/** Refuses keys that could lead out of the storage. */
export function assertKey(key: string) {
  if (!plainKey.test(key) || key.length > 512) throw new Error(`${JSON.stringify(key)} is not a storage key.`)
}

export const sha256Of = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')
