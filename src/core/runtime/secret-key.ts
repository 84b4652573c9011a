import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  scryptSync,
} from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, dataDirectoryMode } from '../../config.ts'

/** Encrypts what is kept and signs what is handed out, each purpose with a key of its own. */
export interface Secrets {
  seal(text: string, purpose: string): Buffer
  open(sealed: Uint8Array, purpose: string): string
  sign(text: string, purpose: string): string
}

const keyLength = 32

/** The name of the key's file in DATA_DIR. */
export const secretKeyFile = 'secret.key'

/**
 * The service's master key, 32 bytes: derived from SECRET_KEY, or read from `DATA_DIR/secret.key`, which is made
 * (mode 0600) where there is none. Throws where that file is not a key.
 */
export function secretKey({ secretKey: text, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer {
  // A person may have chosen the text: scrypt makes guessing it from a stolen database slow.
  if (text !== null) return scryptSync(text, 'kontor secret key', keyLength)
  const file = join(dataDir, secretKeyFile)
  const key = readIfThere(file) ?? create(file, dataDir)
  if (key.length !== keyLength) throw new Error(`${file} is damaged: it must hold ${keyLength} bytes.`)
  return key
}

/** Seals with AES-256-GCM and signs with HMAC-SHA-256 (base64url), each purpose under a key of its own (HKDF). */
export function createSecrets(key: Buffer): Secrets {
  const keys = new Map<string, Buffer>()
  const keyFor = (use: 'seal' | 'sign', purpose: string) => {
    const info = `${use} ${purpose}`
    const derived = keys.get(info) ?? Buffer.from(hkdfSync('sha256', key, '', `kontor ${info}`, keyLength))
    keys.set(info, derived)
    return derived
  }
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, keyFor('seal', purpose), nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content])
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed)
      try {
        const decipher = createDecipheriv(algorithm, keyFor('seal', purpose), bytes.subarray(0, nonceLength), {
          authTagLength: tagLength,
        })
        decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
        return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw new Error(`The stored ${purpose} cannot be opened: it was sealed under another SECRET_KEY, or changed.`)
      }
    },
    sign: (text, purpose) => createHmac('sha256', keyFor('sign', purpose)).update(text).digest('base64url'),
  }
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Of two processes at once, one links its key into place and both read that one, whole and on disk. */
function create(file: string, directory: string): Buffer {
  mkdirSync(directory, { recursive: true, mode: dataDirectoryMode })
  const draft = `${file}.${randomUUID()}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, randomBytes(keyLength))
    fsyncSync(descriptor)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(descriptor)
    rmSync(draft)
  }
  return readFileSync(file)
}
