import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, dataDirectoryMode } from '../../config.ts'
import type { Pkcs12Error, SealingKey } from './pades.ts'

type Setting = NonNullable<Config['signing']['certificate']>

/** Path of the self-signed certificate. */
export const selfSignedPath = (dataDir: string) => join(dataDir, 'signing.pem')

/** Loads SIGNING_CERTIFICATE; throws ConfigError if it is unusable. */
export async function loadConfiguredKey({ path, password }: Setting): Promise<SealingKey> {
  const { parsePkcs12 } = await import('./pades.ts')
  const bytes = await readFile(path).catch(() => {
    throw new ConfigError(`SIGNING_CERTIFICATE must be the path of a PKCS#12 file; ${path} cannot be read.`)
  })
  const read = await parsePkcs12({ bytes, password: password ?? '' })
  if (typeof read === 'string') throw new ConfigError(pkcs12Messages[read])
  return read
}

const pkcs12Messages: Readonly<Record<Pkcs12Error, string>> = {
  unreadable: 'SIGNING_CERTIFICATE must be a PKCS#12 file (.p12 or .pfx), with the key and its certificate.',
  password:
    'SIGNING_CERTIFICATE_PASSWORD must be the password of the file of SIGNING_CERTIFICATE; it does not open it.',
  key: 'SIGNING_CERTIFICATE must hold a private key beside its certificate (of RSA, or of a NIST curve).',
  certificate: 'SIGNING_CERTIFICATE must hold the certificate of its private key.',
}

/** 60 days before the certificate expires. */
export const certificateRenewalDate = (end: Date) => new Date(end.getTime() - 60 * 86_400_000)

export const expiresSoon = (end: Date, now: Date) => now > certificateRenewalDate(end)

/** When the certificate expires; null before the first seal creates one. Throws if it cannot be read. */
export async function readCertificateExpiry({
  signing,
  dataDir,
}: Pick<Config, 'signing' | 'dataDir'>): Promise<Date | null> {
  if (signing.certificate) return expiryOf(await loadConfiguredKey(signing.certificate))
  const file = selfSignedPath(dataDir)
  const pem = await readIfExists(file)
  return pem === undefined ? null : expiryOf(parsePemKey(pem, file))
}

const expiryOf = ({ certificates: [own] }: SealingKey) => new X509Certificate(Buffer.from(own ?? [])).validToDate

/** Identifies the version of the self-signed certificate's file, so that processes notice a renewal; null if there is none. */
export const readSelfSignedVersion = (dataDir: string): Promise<string | null> =>
  stat(selfSignedPath(dataDir)).then(
    ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
    () => null,
  )

/** Replaces the self-signed certificate atomically and durably. Running processes use it from then on. */
export async function replaceSelfSigned(dataDir: string, pem: string): Promise<void> {
  const file = selfSignedPath(dataDir)
  const draft = await writeTemporaryFile(file, dataDir, pem)
  await rename(draft, file)
}

/** Loads the self-signed certificate; if there is none, stores the one that `make` creates. */
export async function loadSelfSignedKey(dataDir: string, make: () => Promise<string>): Promise<SealingKey> {
  const file = selfSignedPath(dataDir)
  return parsePemKey((await readIfExists(file)) ?? (await linkIntoPlace(file, dataDir, await make())), file)
}

/** Parses a PEM file that contains both key and certificate. */
export function parsePemKey(pem: string, file = 'signing.pem'): SealingKey {
  try {
    return {
      key: createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }),
      certificates: [new X509Certificate(pem).raw],
    }
  } catch {
    throw new Error(`${file} is damaged: it must hold a certificate and its key.`)
  }
}

const readIfExists = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** If two processes create a certificate at once, one links its file into place and both read that one. */
async function linkIntoPlace(file: string, directory: string, pem: string): Promise<string> {
  const draft = await writeTemporaryFile(file, directory, pem)
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}

async function writeTemporaryFile(file: string, directory: string, pem: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: dataDirectoryMode })
  const draft = `${file}.${randomUUID()}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(pem)
    await handle.sync()
    return draft
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
