import type { Logger } from 'pino'
import { type Threads, threadModule } from '#core/threads/threads'
import type { Clock } from '#core/time/clock'
import type { Config } from '../../config.ts'
import { loadConfiguredKey, loadSelfSignedKey, readSelfSignedVersion } from './certificate.ts'
import type { SealingKey } from './pades.ts'

/** Seals documents with the certificate of the installation. */
export interface Seals {
  /**
   * Seals a PDF that has a signature placeholder: PAdES B-T if there is a time-stamping authority, else B-B. If the
   * authority does not answer, the document is sealed without a time stamp and the error is logged.
   */
  seal(organizationId: string, pdf: Uint8Array): Promise<Uint8Array>
  /** An RFC 3161 time-stamp token (DER) for any bytes; null without an authority. Throws if it does not answer. */
  timeStamp(content: Uint8Array): Promise<Uint8Array | null>
}

declare module '#core/operation/services' {
  interface Services {
    seals: Seals
  }
}

const thread = threadModule<typeof import('./pades.ts')>(import.meta.url, './pades')

/** Common name of the self-signed certificate. */
export const selfSignedName = (publicUrl: string) => `Kontor ${new URL(publicUrl).host}`

/** Loads SIGNING_CERTIFICATE at once, so that an unusable one stops the start. A self-signed one is created with the first seal. */
export async function createSeals(
  { signing, dataDir, publicUrl }: Pick<Config, 'signing' | 'dataDir' | 'publicUrl'>,
  { threads, clock, log }: { threads: Threads; clock: Clock; log: Logger },
): Promise<Seals> {
  const { certificate, tsaUrl } = signing
  const own = certificate ? await loadConfiguredKey(certificate) : undefined
  let kept: { version: string | null; key: Promise<SealingKey> } | undefined
  const keyFor = async (organizationId: string): Promise<SealingKey> => {
    if (own) return own
    const version = await readSelfSignedVersion(dataDir)
    if (kept?.version !== version) kept = undefined
    kept ??= {
      version,
      key: loadSelfSignedKey(dataDir, () =>
        threads.run(organizationId, thread, 'createSelfSignedCertificate', {
          name: selfSignedName(publicUrl),
          at: clock.now(),
        }),
      ),
    }
    const { key } = kept
    // The next seal retries.
    key.catch(() => {
      if (kept?.key === key) kept = undefined
    })
    return key
  }
  return {
    async seal(organizationId, pdf) {
      const sealed = await threads.run(organizationId, thread, 'seal', { pdf, ...(await keyFor(organizationId)) })
      if (!tsaUrl) return sealed.pdf
      try {
        const response = await fetchTimeStamp(tsaUrl, sealed.timeStampRequest)
        return await threads.run(organizationId, thread, 'addTimeStamp', { ...sealed, pdf, response })
      } catch (error) {
        log.error({ organization_id: organizationId, err: error }, 'sealed without a time stamp')
        return sealed.pdf
      }
    },
    async timeStamp(content) {
      if (!tsaUrl) return null
      const request = await threads.run('', thread, 'createTimeStampRequest', { content })
      return threads.run('', thread, 'extractTimeStampToken', {
        request,
        response: await fetchTimeStamp(tsaUrl, request),
      })
    },
  }
}

/** Short, because the signer waits for it. */
const timeStampTimeoutMs = 5_000
const maxResponseBytes = 64 * 1024

/** Sends an RFC 3161 request over HTTP and returns the response. */
export async function fetchTimeStamp(tsaUrl: string, request: Uint8Array): Promise<Uint8Array> {
  const answer = await fetch(tsaUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Buffer.from(request),
    redirect: 'error',
    signal: AbortSignal.timeout(timeStampTimeoutMs),
  })
  if (!answer.ok) throw new Error(`${tsaUrl} answers ${answer.status}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) throw new Error(`${tsaUrl} answers more than a time stamp.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
