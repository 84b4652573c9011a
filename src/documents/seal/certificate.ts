import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, dataDirectoryMode } from '../../config.ts'
import type { SealingKey, Unusable } from './in-thread.ts'

type Setting = NonNullable<Config['signing']['certificate']>

/** Where the certificate lies that the installation has made for itself. */
export const selfMadeFile = (dataDir: string) => join(dataDir, 'signing.pem')

/** The certificate of SIGNING_CERTIFICATE; throws ConfigError where it cannot be used. */
export async function readOwn({ path, password }: Setting): Promise<SealingKey> {
  const { readPkcs12 } = await import('./in-thread.ts')
  const bytes = await readFile(path).catch(() => {
    throw new ConfigError(`SIGNING_CERTIFICATE must be the path of a PKCS#12 file; ${path} cannot be read.`)
  })
  const read = await readPkcs12({ bytes, password: password ?? '' })
  if (typeof read === 'string') throw new ConfigError(faults[read])
  return read
}

const faults: Readonly<Record<Unusable, string>> = {
  unreadable: 'SIGNING_CERTIFICATE must be a PKCS#12 file (.p12 or .pfx), with the key and its certificate.',
  password:
    'SIGNING_CERTIFICATE_PASSWORD must be the password of the file of SIGNING_CERTIFICATE; it does not open it.',
  key: 'SIGNING_CERTIFICATE must hold a private key beside its certificate (of RSA, or of a NIST curve).',
  certificate: 'SIGNING_CERTIFICATE must hold the certificate of its private key.',
}

/** From when on a certificate is to be renewed: 60 days before its end. */
export const renewalDate = (end: Date) => new Date(end.getTime() - 60 * 86_400_000)

export const endsSoon = (end: Date, now: Date) => now > renewalDate(end)

/** When the certificate of the installation ends; null while it has none, before its first seal. Throws where it cannot be read. */
export async function readCertificateEnd({
  signing,
  dataDir,
}: Pick<Config, 'signing' | 'dataDir'>): Promise<Date | null> {
  if (signing.certificate) return endOf(await readOwn(signing.certificate))
  const file = selfMadeFile(dataDir)
  const pem = await readIfThere(file)
  return pem === undefined ? null : endOf(keyOfPem(pem, file))
}

const endOf = ({ certificates: [own] }: SealingKey) => new X509Certificate(Buffer.from(own ?? [])).validToDate

/** Names the state of the file of the self-made certificate; null where there is none. A process sees by it that it was renewed. */
export const versionOfSelfMade = (dataDir: string): Promise<string | null> =>
  stat(selfMadeFile(dataDir)).then(
    ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
    () => null,
  )

/** Puts another certificate in the place of the self-made one, whole and on disk. Running processes seal with it from then on. */
export async function replaceSelfMade(dataDir: string, pem: string): Promise<void> {
  const file = selfMadeFile(dataDir)
  const draft = await writeDraft(file, dataDir, pem)
  await rename(draft, file)
}

/** The certificate that the installation has made for itself: made by `make`, and kept, where there is none. */
export async function readSelfMade(dataDir: string, make: () => Promise<string>): Promise<SealingKey> {
  const file = selfMadeFile(dataDir)
  return keyOfPem((await readIfThere(file)) ?? (await keep(file, dataDir, await make())), file)
}

/** The key and the certificate of a PEM file that holds both. */
export function keyOfPem(pem: string, file = 'signing.pem'): SealingKey {
  try {
    return {
      key: createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }),
      certificates: [new X509Certificate(pem).raw],
    }
  } catch {
    throw new Error(`${file} is damaged: it must hold a certificate and its key.`)
  }
}

const readIfThere = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Of two processes at once, one links what it has made into place and both read that one, whole and on disk. */
async function keep(file: string, directory: string, pem: string): Promise<string> {
  const draft = await writeDraft(file, directory, pem)
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}

async function writeDraft(file: string, directory: string, pem: string): Promise<string> {
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
