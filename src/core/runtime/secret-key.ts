import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Config, dataDirectoryMode } from '../../config.ts'

/** Encrypts stored values and signs URLs, with a separate key per purpose. */
export interface Secrets {
  /** Identifies the current key (8 bytes). It prefixes stored secrets during a rotation. */
  keyId(): Buffer
  isRotating(): boolean
  seal(text: string, purpose: string): Buffer
  open(sealed: Uint8Array, purpose: string): string
  sign(text: string, purpose: string): string
  /** Signatures by the current and the previous key. */
  signatures(text: string, purpose: string): string[]
  verify(text: string, signature: string, purpose: string): boolean
}

/** The previous key decrypts and verifies until it is removed. */
export interface KeyRing {
  current: Buffer
  previous: Buffer | null
}

/** `isFresh` skips the cache of one second. */
export type ReadKeyRing = (isFresh?: boolean) => KeyRing

type KeySettings = Pick<Config, 'secretKey' | 'dataDir'> & Partial<Pick<Config, 'secretKeyPrevious'>>

const keyLength = 32

export const secretKeyFile = 'secret.key'
export const previousKeyFile = 'secret.key.previous'

export const keyFileCacheMs = 1000

/**
 * Loads the master key (32 bytes): derived from SECRET_KEY, or `DATA_DIR/secret.key`, created with mode 0600 if missing. Throws if the
 * file is not a key.
 */
export function loadSecretKey({ secretKey: text, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  if (text !== null) return deriveKey(text)
  const file = join(dataDir, secretKeyFile)
  return readKey(file) ?? assertKey(file, create(file, dataDir))
}

/**
 * Reads current and previous key; the latter is SECRET_KEY_PREVIOUS or `DATA_DIR/secret.key.previous`. Files are read again every
 * second, so running processes follow `kontor rotate-key`; unreadable files are ignored.
 */
export function createKeyRingReader(settings: KeySettings): ReadKeyRing {
  const { secretKey: text, secretKeyPrevious = null, dataDir } = settings
  const derived = secretKeyPrevious === null ? null : deriveKey(secretKeyPrevious)
  const withPrevious = (current: Buffer): KeyRing => {
    const previous = derived ?? readKey(join(dataDir, previousKeyFile)) ?? null
    return { current, previous: previous?.equals(current) ? null : previous }
  }
  let ring = withPrevious(loadSecretKey(settings))
  let readAt = performance.now()
  return (isFresh = false) => {
    if (!isFresh && performance.now() - readAt < keyFileCacheMs) return ring
    try {
      const current = text === null ? readKey(join(dataDir, secretKeyFile)) : ring.current
      if (current) ring = withPrevious(current)
    } catch {}
    readAt = performance.now()
    return ring
  }
}

/**
 * Creates a new key in DATA_DIR and keeps the current one as previous; false if there is a previous one already. If interrupted, the
 * next call continues. Callers must exclude each other.
 */
export function rotateKeyFile(dataDir: string): boolean {
  const [file, previous] = [join(dataDir, secretKeyFile), join(dataDir, previousKeyFile)]
  const current = loadSecretKey({ secretKey: null, dataDir })
  const kept = readKey(previous)
  if (kept && !kept.equals(current)) return false
  if (!kept) linkSync(file, previous)
  syncDirectory(dataDir)
  const draft = writeDraft(file)
  renameSync(draft, file)
  syncDirectory(dataDir)
  return true
}

/**
 * Encrypts with AES-256-GCM and signs with HMAC-SHA-256 (base64url), with a derived key per purpose (HKDF). Ciphertext begins with the
 * key's id only during a rotation, for compatibility with earlier releases.
 */
export function createSecrets(keys: Buffer | ReadKeyRing): Secrets {
  const read: ReadKeyRing = typeof keys === 'function' ? keys : () => ({ current: keys, previous: null })
  const all = ({ current, previous }: KeyRing) => (previous ? [current, previous] : [current])
  const derived = new Map<string, Buffer>()
  const derive = (key: Buffer, info: string, length = keyLength) => {
    const name = `${key.toString('base64')} ${info}`
    const found = derived.get(name) ?? Buffer.from(hkdfSync('sha256', key, '', `kontor ${info}`, length))
    derived.set(name, found)
    return found
  }
  const idOf = (key: Buffer) => derive(key, `key id ${algorithm}`, keyIdLength)
  const signWith = (key: Buffer, text: string, purpose: string) =>
    createHmac('sha256', derive(key, `sign ${purpose}`))
      .update(text)
      .digest('base64url')
  const openWith = (key: Buffer, bytes: Buffer, purpose: string) => {
    const sealed = bytes.subarray(0, keyIdLength).equals(idOf(key)) ? bytes.subarray(keyIdLength) : bytes
    try {
      const decipher = createDecipheriv(algorithm, derive(key, `seal ${purpose}`), sealed.subarray(0, nonceLength), {
        authTagLength: tagLength,
      })
      decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
      return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return null
    }
  }
  const openWithin = (ring: KeyRing, bytes: Buffer, purpose: string) => {
    for (const key of all(ring)) {
      const text = openWith(key, bytes, purpose)
      if (text !== null) return text
    }
    return null
  }
  const signatures = (ring: KeyRing, text: string, purpose: string) =>
    all(ring).map((key) => signWith(key, text, purpose))
  const isAmong = (signature: string, expected: string[]) => expected.some((each) => isSame(each, signature))
  return {
    keyId: () => idOf(read().current),
    isRotating: () => read().previous !== null,
    seal(text, purpose) {
      const { current, previous } = read()
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, derive(current, `seal ${purpose}`), nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([...(previous ? [idOf(current)] : []), nonce, cipher.getAuthTag(), content])
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed)
      // Another process may have used a newer key.
      const text = openWithin(read(), bytes, purpose) ?? openWithin(read(true), bytes, purpose)
      if (text === null)
        throw new Error(`The stored ${purpose} cannot be opened: it was sealed under another SECRET_KEY, or changed.`)
      return text
    },
    sign: (text, purpose) => signWith(read().current, text, purpose),
    signatures: (text, purpose) => signatures(read(), text, purpose),
    verify: (text, signature, purpose) =>
      isAmong(signature, signatures(read(), text, purpose)) ||
      isAmong(signature, signatures(read(true), text, purpose)),
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const keyIdLength = 8
const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

// scrypt, because a person may have chosen the text.
const deriveKey = (text: string) => scryptSync(text, 'kontor secret key', keyLength)

function readKey(file: string): Buffer | undefined {
  try {
    return assertKey(file, readFileSync(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function assertKey(file: string, key: Buffer): Buffer {
  if (key.length !== keyLength) throw new Error(`${file} is damaged: it must hold ${keyLength} bytes.`)
  return key
}

/** If two processes start at once, one links its key into place and both read that one. */
function create(file: string, directory: string): Buffer {
  mkdirSync(directory, { recursive: true, mode: dataDirectoryMode })
  const draft = writeDraft(file)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file)
}

/** Returns the name of a new, synced key file. */
function writeDraft(file: string): string {
  const draft = `${file}.${randomUUID()}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, randomBytes(keyLength))
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(draft)
    throw error
  } finally {
    closeSync(descriptor)
  }
  return draft
}

/** A new directory entry is durable only after this. */
function syncDirectory(directory: string) {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
