import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import * as pkijs from 'pkijs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadConfiguredKey, loadSelfSignedKey, parsePemKey, readCertificateExpiry } from '#documents/seal/certificate'
import { checkSealing } from '#documents/seal/check-sealing'
import { addTimeStamp, createSelfSignedCertificate, type SealingKey, seal } from '#documents/seal/pades'
import { renewCertificate } from '#documents/seal/renew-certificate'
import { createSeals, fetchTimeStamp } from '#documents/seal/seals'
import { addSignaturePlaceholder } from '#documents/seal/signature-placeholder'
import { certificateExpiryNotice } from '#features/billing/signing/certificate-expiry-notice'
import { CheckFailed, checks } from '#features/platform/installation/checks'
import { type Config, readConfig } from '../../../src/config.ts'
import { openTimeStampAuthority } from '../../peers/time-stamp-authority.ts'
import { has, pdfsig } from './tools.ts'

const at = new Date('2026-05-04T10:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'kontor-seal-'))
let pem: string
let own: SealingKey
let pdf: Uint8Array

beforeAll(async () => {
  pem = await createSelfSignedCertificate({ name: 'Kontor test', at })
  own = parsePemKey(pem)
  const document = await PDFDocument.create()
  document.addPage()
  await addSignaturePlaceholder(document, at, 'Test')
  pdf = await document.save()
})
afterAll(() => rmSync(folder, { recursive: true }))

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

/** A PKCS#12 file with a key of some kind, as it is exported with some options. */
function pkcs12(name: string, key: string[], options: string[] = []) {
  openssl('req', '-x509', ...key, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`)
  const files = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-out', `${name}.p12`]
  openssl('pkcs12', '-export', ...files, '-passout', 'pass:geheim ä', ...options)
  return { path: join(folder, `${name}.p12`), password: 'geheim ä' }
}

const attributesOf = (cms: Uint8Array) => {
  const { content } = pkijs.ContentInfo.fromBER(Uint8Array.from(cms).buffer)
  const [signer] = new pkijs.SignedData({ schema: content }).signerInfos
  const types = (attributes?: pkijs.SignedAndUnsignedAttributes) => attributes?.attributes.map(({ type }) => type) ?? []
  return { signed: types(signer?.signedAttrs), unsigned: types(signer?.unsignedAttrs) }
}

/** The CMS that stands in a sealed PDF. */
const cmsOf = (sealed: Uint8Array) =>
  Buffer.from(/\/Contents <([0-9a-f]+)>/.exec(Buffer.from(sealed).toString('latin1'))?.[1] ?? '', 'hex')

describe('a seal', () => {
  test('names its certificate among what is signed, and no time of its own (PAdES B-B)', async () => {
    const { cms } = await seal({ pdf, ...own })
    // Content type, message digest, ESS signing-certificate-v2 (ETSI EN 319 142-1 §6.3).
    expect(attributesOf(cms).signed.sort()).toEqual([
      '1.2.840.113549.1.9.16.2.47',
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
    ])
  })

  test.skipIf(!has('pdfsig'))(
    'is accepted by pdfsig over the whole document, and refused where a byte is another',
    async () => {
      const sealed = await seal({ pdf, ...own })
      const told = pdfsig(sealed.pdf)
      expect(told).toContain('Signature Type: ETSI.CAdES.detached')
      expect(told).toContain('Signature Validation: Signature is Valid.')
      expect(told).toContain('Total document signed')
      expect(told).toContain('Signer Certificate Common Name: Kontor test')
      const changed = Buffer.from(sealed.pdf)
      const place = changed.indexOf('(Test)') + 1
      changed.write('R', place)
      expect(pdfsig(changed)).toContain('Digest Mismatch')
    },
  )

  test.skipIf(!has('pdfsig'))('is made by a key of RSA or of a curve, from old and from new files', async () => {
    const files = [
      pkcs12('new-rsa', ['-newkey', 'rsa:2048']),
      pkcs12(
        'old-rsa',
        ['-newkey', 'rsa:2048'],
        ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
      ),
      pkcs12('curve', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']),
    ]
    for (const file of files) {
      const told = pdfsig((await seal({ pdf, ...(await loadConfiguredKey(file)) })).pdf)
      expect(told).toContain('Signature is Valid')
    }
  })
})

describe('a certificate of one’s own', () => {
  test('is refused in words where its file cannot be used', async () => {
    const file = pkcs12('own', ['-newkey', 'rsa:2048'])
    const refusal = (path: string, password: string | null) =>
      loadConfiguredKey({ path, password }).catch((error: Error) => error.message)
    expect(await refusal(join(folder, 'none.p12'), null)).toMatch(
      /^SIGNING_CERTIFICATE must be the path of a PKCS#12 file/,
    )
    expect(await refusal(file.path, 'falsch')).toMatch(/^SIGNING_CERTIFICATE_PASSWORD must be the password/)
    writeFileSync(join(folder, 'text.p12'), 'no certificate')
    expect(await refusal(join(folder, 'text.p12'), null)).toMatch(/^SIGNING_CERTIFICATE must be a PKCS#12 file/)
    openssl('pkcs12', '-export', '-nokeys', '-in', 'own.pem', '-out', 'nokey.p12', '-passout', 'pass:x')
    expect(await refusal(join(folder, 'nokey.p12'), 'x')).toMatch(/must hold a private key/)
  })
})

describe('the certificate that the installation makes', () => {
  test('is one, however many begin to seal at once, and lies where nobody else reads it', async () => {
    const dataDir = join(folder, 'data')
    const keys = await Promise.all(
      [1, 2, 3].map(() => loadSelfSignedKey(dataDir, () => createSelfSignedCertificate({ name: 'Kontor', at }))),
    )
    keys.push(await loadSelfSignedKey(dataDir, () => Promise.reject(new Error('made again'))))
    expect(new Set(keys.map(({ certificates }) => Buffer.from(certificates[0] ?? []).toString('hex'))).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual(['signing.pem'])
    expect(statSync(join(dataDir, 'signing.pem')).mode & 0o777).toBe(0o600)
    const certificate = new X509Certificate(readFileSync(join(dataDir, 'signing.pem')))
    expect([certificate.subject, certificate.ca]).toEqual(['CN=Kontor', false])
    expect(certificate.verify(certificate.publicKey)).toBe(true)
  })

  test('that is damaged is named', async () => {
    const dataDir = mkdtempSync(join(folder, 'damaged-'))
    writeFileSync(join(dataDir, 'signing.pem'), pem.slice(0, 900))
    await expect(loadSelfSignedKey(dataDir, () => Promise.resolve(pem))).rejects.toThrow('signing.pem is damaged')
  })
})

describe('a time stamp', () => {
  test('of an authority makes it PAdES B-T; one for something else is refused', async () => {
    const authority = await openTimeStampAuthority(join(folder, 'tsa'))
    try {
      const sealed = await seal({ pdf, ...own })
      const response = await fetchTimeStamp(authority.url, sealed.timeStampRequest)
      expect(authority.verify()).toContain('OK')
      const stamped = await addTimeStamp({ ...sealed, pdf, response })
      expect(attributesOf(cmsOf(stamped)).unsigned).toEqual(['1.2.840.113549.1.9.16.2.14'])
      if (has('pdfsig')) expect(pdfsig(stamped)).toContain('Signature is Valid')
      const other = await seal({ pdf, ...own })
      await expect(addTimeStamp({ ...other, pdf, response })).rejects.toThrow('answers another request')
      const settings = (env: NodeJS.ProcessEnv): Config => readConfig({ DATA_DIR: join(folder, 'probe'), ...env })
      expect(await checkSealing(settings({ TSA_URL: authority.url }), new Date())).toContain(
        `time stamps by ${authority.url}`,
      )
    } finally {
      await authority.close()
    }
    await expect(
      checkSealing(readConfig({ DATA_DIR: join(folder, 'probe'), TSA_URL: authority.url }), new Date()),
    ).rejects.toThrow('no time stamp')
  })

  test('of any bytes is a token that OpenSSL verifies', async () => {
    const authority = await openTimeStampAuthority(join(folder, 'tsa-of-bytes'))
    const threads = {
      run: async (_: string, { url }: { url: string }, name: string, input: unknown) =>
        (await import(url))[name](input),
    }
    const stamps = (tsaUrl: string | null) =>
      createSeals({ dataDir: folder, publicUrl: 'https://kontor.example', signing: { certificate: null, tsaUrl } }, {
        threads,
        clock: { now: () => at },
      } as never)
    try {
      const token = await (await stamps(authority.url)).timeStamp(Buffer.from('heads'))
      writeFileSync(join(folder, 'heads.tst'), token ?? '')
      writeFileSync(join(folder, 'heads.txt'), 'heads')
      const verify = ['-token_in', '-in', 'heads.tst', '-CAfile', join(folder, 'tsa-of-bytes', 'tsa.pem')]
      expect(openssl('ts', '-verify', '-data', 'heads.txt', ...verify).toString()).toContain('OK')
    } finally {
      await authority.close()
    }
    expect(await (await stamps(null)).timeStamp(Buffer.from('heads'))).toBeNull()
  })

  test('that does not come delays no seal: it is then without one, and the log says so', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const tsaUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const soon = AbortSignal.timeout(100)
    const wait = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon)
    const log = { error: vi.fn() }
    const threads = {
      run: async (_: string, { url }: { url: string }, name: string, input: unknown) =>
        (await import(url))[name](input),
    }
    const options = { dataDir: join(folder, 'silent'), publicUrl: 'https://kontor.example' }
    const seals = await createSeals({ ...options, signing: { certificate: null, tsaUrl } }, {
      threads,
      clock: { now: () => at },
      log,
    } as never)
    const attributes = attributesOf(cmsOf(await seals.seal('house', pdf)))
    expect([attributes.signed.length, attributes.unsigned]).toEqual([3, []])
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ organization_id: 'house' }),
      'sealed without a time stamp',
    )
    expect(wait).toHaveBeenCalledExactlyOnceWith(5000)
    wait.mockRestore()
    silent.close()
  })
})

describe('the certificate of the installation', () => {
  test('is renewed while the service runs; what was sealed before, with its time stamp, stays valid', async () => {
    const authority = await openTimeStampAuthority(join(folder, 'tsa-of-renewal'))
    const dataDir = join(folder, 'renewal')
    const config = readConfig({ DATA_DIR: dataDir, TSA_URL: authority.url })
    const threads = {
      run: async (_: string, { url }: { url: string }, name: string, input: unknown) =>
        (await import(url))[name](input),
    }
    let now = at
    const seals = await createSeals(config, { threads, clock: { now: () => now } } as never)
    const certificateOf = (sealed: Uint8Array) => {
      const { content } = pkijs.ContentInfo.fromBER(Uint8Array.from(cmsOf(sealed)).buffer)
      const [certificate] = new pkijs.SignedData({ schema: content }).certificates ?? []
      return Buffer.from(certificate?.toSchema().toBER() ?? new ArrayBuffer()).toString('hex')
    }
    try {
      expect(await readCertificateExpiry(config)).toBeNull()
      const before = await seals.seal('', pdf)
      expect(await readCertificateExpiry(config)).toEqual(new Date('2046-05-04T10:00:00Z'))
      now = new Date('2046-04-01T10:00:00Z')
      expect(await renewCertificate(config, now)).toEqual(new Date('2066-04-01T10:00:00Z'))
      expect(statSync(join(dataDir, 'signing.pem')).mode & 0o777).toBe(0o600)
      expect(readdirSync(dataDir)).toEqual(['signing.pem'])
      const after = await seals.seal('', pdf)
      expect(certificateOf(after)).not.toEqual(certificateOf(before))
      for (const sealed of [before, after]) {
        expect(attributesOf(cmsOf(sealed)).unsigned).toEqual(['1.2.840.113549.1.9.16.2.14'])
        if (has('pdfsig')) expect(pdfsig(sealed)).toContain('Signature is Valid')
      }
    } finally {
      await authority.close()
    }
    const set = readConfig({ DATA_DIR: dataDir, SIGNING_CERTIFICATE: '/etc/seal.p12' })
    await expect(renewCertificate(set, now)).rejects.toThrow('SIGNING_CERTIFICATE is set')
  })

  test('is warned of from 60 days before its end, by a notice and by doctor', async () => {
    const dataDir = join(folder, 'ending')
    const config = readConfig({ DATA_DIR: dataDir })
    await loadSelfSignedKey(dataDir, () => createSelfSignedCertificate({ name: 'Kontor', at }))
    const find = (moment: string) =>
      certificateExpiryNotice.find({ config, clock: { now: () => new Date(moment) } } as never)
    const look = (moment: string) => checks.seal({ config, clock: { now: () => new Date(moment) } } as never)
    expect(await find('2046-03-05T09:00:00Z')).toEqual([])
    expect(await look('2046-03-05T09:00:00Z')).toContain('valid until 2046-05-04; no time stamps')
    expect(await find('2046-03-06T09:00:00Z')).toMatchObject([
      {
        since: new Date('2046-03-05T10:00:00Z'),
        message: { de: expect.stringContaining('4. Mai 2046'), en: expect.stringContaining('4 May 2046') },
      },
    ])
    await expect(look('2046-03-06T09:00:00Z')).rejects.toThrow(CheckFailed)
  })
})
