import { randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PDFDocument } from 'pdf-lib'
import type { Config } from '../../config.ts'
import { expiresSoon, loadConfiguredKey, parsePemKey, selfSignedPath } from './certificate.ts'
import { addTimeStamp, createSelfSignedCertificate, type SealingKey, seal } from './pades.ts'
import { fetchTimeStamp } from './seals.ts'
import { addSignaturePlaceholder } from './signature-placeholder.ts'

/** Seals a test document. Returns a description of the certificate, and throws if sealing fails. */
export async function checkSealing({ signing: { certificate, tsaUrl }, dataDir }: Config, now: Date): Promise<string> {
  const file = selfSignedPath(dataDir)
  const isThere = certificate !== null || existsSync(file)
  const key: SealingKey = certificate
    ? await loadConfiguredKey(certificate)
    : parsePemKey(
        isThere ? await readFile(file, 'utf8') : await createSelfSignedCertificate({ name: 'Kontor', at: now }),
        file,
      )
  const found = new X509Certificate(Buffer.from(key.certificates[0] ?? []))
  const until = found.validToDate
  const day = until.toISOString().slice(0, 10)
  if (until <= now) throw new Error(`the certificate has expired on ${day}`)
  const document = await PDFDocument.create()
  document.addPage().drawText(randomBytes(8).toString('hex'))
  await addSignaturePlaceholder(document, now, 'Probe')
  const pdf = await document.save()
  const sealed = await seal({ pdf, ...key })
  if (tsaUrl) {
    const response = await fetchTimeStamp(tsaUrl, sealed.timeStampRequest).catch((error: Error) => {
      throw new Error(`no time stamp: ${error.message}`)
    })
    await addTimeStamp({ ...sealed, pdf, response })
  }
  const by = certificate
    ? `the certificate of ${found.subject.split('\n').at(-1)?.replace(/^CN=/, '')}`
    : 'a self-made certificate'
  const when = isThere ? `valid until ${day}` : 'made with the first signature'
  const warning = expiresSoon(until, now) ? ' (renew it soon)' : ''
  return `${by}, ${when}${warning}; ${tsaUrl ? `time stamps by ${tsaUrl}` : 'no time stamps (set TSA_URL)'}`
}
