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

/** Encrypts what is kept and signs what is handed out, each purpose with a key of its own. */
export interface Secrets {
  /** 8 bytes that name the current key; secrets that are stored while there is a previous one begin with them. */
  keyId(): Buffer
  /** Whether there is a previous key. */
  isRotating(): boolean
  seal(text: string, purpose: string): Buffer
  open(sealed: Uint8Array, purpose: string): string
  sign(text: string, purpose: string): string
  /** The signatures by the current and by the previous key, in this order. */
  signatures(text: string, purpose: string): string[]
  /** Whether one of the keys has signed the text. */
  verify(text: string, signature: string, purpose: string): boolean
}

/** The key that encrypts and signs, and the one before, which opens and verifies until it is dropped. */
export interface KeyRing {
  current: Buffer
  previous: Buffer | null
}

/** The keys of this moment; `isFresh` reads their files again, although that was done less than a second ago. */
export type ReadKeyRing = (isFresh?: boolean) => KeyRing

type KeySettings = Pick<Config, 'secretKey' | 'dataDir'> & Partial<Pick<Config, 'secretKeyPrevious'>>

const keyLength = 32

/** The names of the keys' files in DATA_DIR. */
export const secretKeyFile = 'secret.key'
export const previousKeyFile = 'secret.key.previous'

/** Milliseconds until a running process notices that a key was rotated. */
export const keyFileCacheMs = 1000

/**
 * The service's master key, 32 bytes: derived from SECRET_KEY, or read from `DATA_DIR/secret.key`, which is made
 * (mode 0600) where there is none. Throws where that file is not a key.
 */
export function loadSecretKey({ secretKey: text, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  if (text !== null) return deriveKey(text)
  const file = join(dataDir, secretKeyFile)
  return readKey(file) ?? assertKey(file, create(file, dataDir))
}

/**
 * The master key and the one before: SECRET_KEY_PREVIOUS, or `DATA_DIR/secret.key.previous`. The files are read again every
 * second, so that a running process follows `kontor rotate-key`; one that has become unreadable changes nothing.
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
 * Makes a new key in DATA_DIR, and keeps the one of now as the previous; true where it did, false where there is a previous one
 * already. Interrupted at any point, it goes on with the next call. Of two callers at once only one may come here.
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
 * Seals with AES-256-GCM and signs with HMAC-SHA-256 (base64url), each purpose under a key of its own (HKDF). While there is a
 * previous key, what is sealed begins with the id of its key; without one it does not, as releases before the rotation wrote it.
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
      // Another process may have sealed it under a key that was made a moment ago.
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

// A person may have chosen the text: scrypt makes guessing it from a stolen database slow.
const deriveKey = (text: string) => scryptSync(text, 'kontor secret key', keyLength)

/** Undefined where there is no such file. */
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

/** Of two processes at once, one links its key into place and both read that one, whole and on disk. */
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

/** A new key beside the file, whole and on disk; answers its name. */
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

/** Names that were given in a directory are on disk only with it. */
function syncDirectory(directory: string) {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
