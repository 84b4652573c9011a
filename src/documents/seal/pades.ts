import { createHash, createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

/** Seals PDFs by PAdES B-B and B-T (ETSI EN 319 142-1). Runs in worker threads. */

export interface SealingKey {
  /** PKCS#8, DER. */
  key: Uint8Array
  /** DER; the key's own certificate first. */
  certificates: readonly Uint8Array[]
}

export interface SealedPdf {
  pdf: Uint8Array
  /** The CMS signature in the PDF. */
  cms: Uint8Array
  /** An RFC 3161 request for the time-stamping authority. */
  timeStampRequest: Uint8Array
}

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  subjectKeyIdentifier: '2.5.29.14',
}

pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as never }))

const sha256 = (bytes: Uint8Array) => copyBuffer(createHash('sha256').update(bytes).digest())

/** These libraries need an ArrayBuffer of exactly these bytes. */
const copyBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

const parseCertificate = (certificate: Uint8Array) => pkijs.Certificate.fromBER(copyBuffer(certificate))

/** Seals a PDF that has a signature placeholder: PAdES B-B. */
export async function seal({ pdf, ...by }: SealingKey & { pdf: Uint8Array }): Promise<SealedPdf> {
  let cms = Buffer.alloc(0)
  let timeStampRequest = Buffer.alloc(0)
  const sealed = await fillPlaceholder(pdf, async (content) => {
    const made = await signContent(content, by)
    cms = Buffer.from(encodeCms(made))
    timeStampRequest = Buffer.from(encodeTimeStampRequest(signatureOf(made)))
    return cms
  })
  return { pdf: sealed, cms, timeStampRequest }
}

/** Adds the time stamp to the signature: PAdES B-T. Throws if the response does not belong to this signature. */
export async function addTimeStamp({
  pdf,
  cms,
  timeStampRequest,
  response,
}: Pick<SealedPdf, 'cms' | 'timeStampRequest'> & { pdf: Uint8Array; response: Uint8Array }): Promise<Uint8Array> {
  const made = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(copyBuffer(cms)).content })
  const token = verifyTimeStampResponse(response, pkijs.TimeStampReq.fromBER(copyBuffer(timeStampRequest)))
  const [signer] = made.signerInfos
  if (!signer) throw new Error('There is no signature to be stamped.')
  signer.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
    type: 1,
    attributes: [new pkijs.Attribute({ type: oid.timeStampToken, values: [token.toSchema()] })],
  })
  const stamped = Buffer.from(encodeCms(made))
  return fillPlaceholder(pdf, async () => stamped)
}

/** Fills the signature placeholder with what `sign` returns for the document's bytes. */
async function fillPlaceholder(pdf: Uint8Array, sign: (content: Buffer) => Promise<Buffer>): Promise<Uint8Array> {
  const [{ SignPdf }, { Signer }] = await Promise.all([import('@signpdf/signpdf'), import('@signpdf/utils')])
  class Kept extends Signer {
    override sign = sign
  }
  return new SignPdf().sign(Buffer.from(pdf), new Kept())
}

async function signContent(content: Uint8Array, { key, certificates }: SealingKey): Promise<pkijs.SignedData> {
  const [first] = certificates
  if (!first) throw new Error('There is no certificate to seal with.')
  const certificate = parseCertificate(first)
  const attributes = [
    new pkijs.Attribute({ type: oid.contentType, values: [new asn1js.ObjectIdentifier({ value: oid.data })] }),
    new pkijs.Attribute({
      type: oid.messageDigest,
      values: [new asn1js.OctetString({ valueHex: sha256(content) })],
    }),
    new pkijs.Attribute({ type: oid.signingCertificateV2, values: [signingCertificateV2(first)] }),
  ]
  const made = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: certificates.map(parseCertificate),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        // DER sorts the members of a set by their bytes, and that order is signed.
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: attributes.toSorted(byBytes) }),
      }),
    ],
  })
  await made.sign(await signingKey(key), 0, 'SHA-256', copyBuffer(content))
  return made
}

const byBytes = (a: pkijs.Attribute, b: pkijs.Attribute) =>
  Buffer.compare(Buffer.from(a.toSchema().toBER()), Buffer.from(b.toSchema().toBER()))

/** RFC 5035: the signature covers the SHA-256 of the signing certificate. */
const signingCertificateV2 = (certificate: Uint8Array) =>
  new asn1js.Sequence({
    value: [
      new asn1js.Sequence({
        value: [new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: sha256(certificate) })] })],
      }),
    ],
  })

const encodeCms = (made: pkijs.SignedData) =>
  new pkijs.ContentInfo({ contentType: oid.signedData, content: made.toSchema(true) }).toSchema().toBER()

function signatureOf({ signerInfos: [signer] }: pkijs.SignedData): Uint8Array {
  if (!signer) throw new Error('There is no signature.')
  return signer.signature.valueBlock.valueHexView
}

function signingKey(pkcs8: Uint8Array): Promise<CryptoKey> {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey({
    key: Buffer.from(pkcs8),
    format: 'der',
    type: 'pkcs8',
  })
  const algorithm =
    type === 'ec'
      ? { name: 'ECDSA', namedCurve: curves[details?.namedCurve ?? ''] ?? '' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return webcrypto.subtle.importKey('pkcs8', copyBuffer(pkcs8), algorithm, false, ['sign']) as Promise<CryptoKey>
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

/**
 * Creates an RFC 3161 request for a time stamp of any bytes.
 * @public Called by name in a thread.
 */
export const createTimeStampRequest = async ({ content }: { content: Uint8Array }): Promise<Uint8Array> =>
  Buffer.from(encodeTimeStampRequest(content))

/**
 * Returns the token in the response, DER. Throws if it does not belong to the request.
 * @public Called by name in a thread.
 */
export const extractTimeStampToken = async ({
  request,
  response,
}: Record<'request' | 'response', Uint8Array>): Promise<Uint8Array> =>
  Buffer.from(
    verifyTimeStampResponse(response, pkijs.TimeStampReq.fromBER(copyBuffer(request)))
      .toSchema()
      .toBER(),
  )

function encodeTimeStampRequest(content: Uint8Array): ArrayBuffer {
  return new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: sha256(content) }),
    }),
    nonce: toPositiveInteger(webcrypto.getRandomValues(new Uint8Array(16))),
    certReq: true,
  })
    .toSchema()
    .toBER()
}

/** A positive integer from random bytes, without a leading zero that DER would drop. */
function toPositiveInteger(bytes: Uint8Array): asn1js.Integer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return new asn1js.Integer({ valueHex: copyBuffer(bytes) })
}

function verifyTimeStampResponse(response: Uint8Array, request: pkijs.TimeStampReq): pkijs.ContentInfo {
  const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(copyBuffer(response))
  // 0: granted; 1: granted with modifications.
  if (status.status > 1 || !timeStampToken) throw new Error(`The time stamp was refused (status ${status.status}).`)
  const { encapContentInfo } = new pkijs.SignedData({ schema: timeStampToken.content })
  const content = encapContentInfo.eContent?.getValue()
  if (!content) throw new Error('The time stamp is empty.')
  const info = pkijs.TSTInfo.fromBER(content)
  const same = (a: asn1js.BaseBlock | undefined, b: asn1js.BaseBlock | undefined) =>
    Boolean(a && b && Buffer.from(a.toBER()).equals(Buffer.from(b.toBER())))
  if (!same(info.nonce, request.nonce)) throw new Error('The time stamp answers another request.')
  if (!same(info.messageImprint.hashedMessage, request.messageImprint.hashedMessage))
    throw new Error('The time stamp is one for something else.')
  return timeStampToken
}

/** Creates a key and a self-signed certificate that is valid for 20 years; PEM with both. */
export async function createSelfSignedCertificate({ name, at }: { name: string; at: Date }): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 3072,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const { publicKey, privateKey } = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as never as {
    publicKey: CryptoKey
    privateKey: CryptoKey
  }
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: toPositiveInteger(webcrypto.getRandomValues(new Uint8Array(16))),
  })
  for (const holder of [certificate.issuer, certificate.subject])
    holder.typesAndValues.push(
      new pkijs.AttributeTypeAndValue({ type: oid.commonName, value: new asn1js.Utf8String({ value: name }) }),
    )
  const until = new Date(at)
  until.setUTCFullYear(at.getUTCFullYear() + 20)
  // Tolerates clocks that are a little behind.
  certificate.notBefore.value = new Date(at.getTime() - 86_400_000)
  certificate.notAfter = toCertificateTime(until)
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  const extension = (extnID: string, critical: boolean, value: asn1js.BaseBlock) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })
  certificate.extensions = [
    extension(oid.basicConstraints, true, new pkijs.BasicConstraints({ cA: false }).toSchema()),
    // digitalSignature and nonRepudiation.
    extension(oid.keyUsage, true, new asn1js.BitString({ valueHex: Uint8Array.of(0xc0).buffer, unusedBits: 6 })),
    extension(
      oid.subjectKeyIdentifier,
      false,
      new asn1js.OctetString({
        valueHex: sha256(certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView).slice(0, 20),
      }),
    ),
  ]
  await certificate.sign(privateKey, 'SHA-256')
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey as never))
  return [
    new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString(),
    createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' }),
  ].join('')
}

/** Why a PKCS#12 file is unusable for sealing. */
export type Pkcs12Error = 'unreadable' | 'password' | 'key' | 'certificate'

/** The key of a PKCS#12 file with its certificate chain, or the reason why it is unusable. */
export async function parsePkcs12({
  bytes,
  password,
}: {
  bytes: Uint8Array
  password: string
}): Promise<SealingKey | Pkcs12Error> {
  const { default: forge } = await import('node-forge')
  // PBES2 takes the password as UTF-8 (RFC 8018 §3), which forge leaves to the caller; PKCS#12's own key derivation
  // takes it unchanged.
  const { pbkdf2 } = forge.pkcs5
  const inUtf8 = (text: string, ...rest: unknown[]) =>
    (pbkdf2 as (...given: unknown[]) => string)(forge.util.encodeUtf8(text), ...rest)
  const der = (value: import('node-forge').asn1.Asn1) => Buffer.from(forge.asn1.toDer(value).getBytes(), 'binary')
  let content: import('node-forge').asn1.Asn1
  try {
    content = forge.asn1.fromDer(Buffer.from(bytes).toString('binary'))
  } catch {
    return 'unreadable'
  }
  let store: import('node-forge').pkcs12.Pkcs12Pfx
  try {
    Object.assign(forge.pkcs5, { pbkdf2: inUtf8 })
    store = forge.pkcs12.pkcs12FromAsn1(content, password)
  } catch (error) {
    return /mac|password|decrypt/i.test(String(error)) ? 'password' : 'unreadable'
  } finally {
    Object.assign(forge.pkcs5, { pbkdf2 })
  }
  const bags = store.safeContents.flatMap(({ safeBags }) => safeBags)
  const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids
  const keyOf = bags.find(({ type }) => type === keyBag || type === pkcs8ShroudedKeyBag)
  if (!keyOf) return 'key'
  // forge parses only RSA keys; others, and their certificates, are passed on as DER.
  const key = keyOf.key
    ? der(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(keyOf.key)))
    : keyOf.asn1 && der(keyOf.asn1)
  if (!key) return 'key'
  const own = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const certificates = bags
    .filter(({ type }) => type === certBag)
    .flatMap(({ cert, asn1 }) => (cert ? [der(forge.pki.certificateToAsn1(cert))] : asn1 ? [der(asn1)] : []))
  const first = certificates.find((each) => new X509Certificate(each).checkPrivateKey(own))
  if (!first) return 'certificate'
  return { key, certificates: [first, ...certificates.filter((each) => each !== first)] }
}

/** RFC 5280 §4.1.2.5: UTCTime until 2049, GeneralizedTime from 2050. */
const toCertificateTime = (value: Date) => new pkijs.Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value })
