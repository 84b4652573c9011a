import { Readable } from 'node:stream'
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import type { Bilingual } from '#core/text/language'
import { ProgramFailed, runProgram } from '#core/threads/program'
import { threadModule } from '#core/threads/threads'
import { BillRefused } from './bill-refused.ts'

/** The names under which ZUGFeRD, Factur-X and XRechnung embed their XML. */
const embeddedXmlName = /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i

/** Bytes that a stream may have once it is unpacked, and all of them; objects of a document, and files that it may carry. */
const pdfLimits = { bytes: 16 * 1024 * 1024, allBytes: 64 * 1024 * 1024, objects: 500_000, files: 500, depth: 20 }

/** What the document that is read has come to; a thread reads one at a time. */
const readSoFar = { bytes: 0, objects: 0 }

limitStreams()

/**
 * The XML files that a PDF carries, those under a name of a standard first. Each is unpacked when it is read. One that is
 * encrypted is opened without a password, as viewers do it where only its owner has one.
 */
export async function extractXmlFiles(bytes: Uint8Array): Promise<(() => Uint8Array)[]> {
  Object.assign(readSoFar, { bytes: 0, objects: 0 })
  const document = await load(bytes).catch((error: unknown) => {
    if (error instanceof BillRefused) throw error
    // The library's errors are of no class of their own.
    if (String(error).includes('encrypted')) return null
    throw new BillRefused(damaged)
  })
  const files = document ? attempt(() => listEmbeddedFiles(document), damaged) : await openEncrypted(bytes)
  const found = files.filter(({ name }) => /\.xml$/i.test(name))
  if (!found.length)
    throw new BillRefused({ de: 'die PDF enthält keine E-Rechnung', en: 'the PDF carries no e-invoice' })
  return found
    .toSorted((a, b) => Number(embeddedXmlName.test(b.name)) - Number(embeddedXmlName.test(a.name)))
    .map(
      ({ content }) =>
        () =>
          attempt(content, damagedInvoice),
    )
}

const opener = threadModule<typeof import('./encrypted-pdf.ts')>(import.meta.url, './encrypted-pdf')

/** Shorter than a thread has for the whole; Base64 is a third longer. */
const limits = { maxRunMs: 8_000, maxMemory: 640 * 1024 * 1024, maxOutput: (pdfLimits.bytes * 4) / 3 + 100_000 }

async function openEncrypted(bytes: Uint8Array): Promise<EmbeddedFile[]> {
  const answer = await runProgram(opener, 'extractEncryptedXmlFiles', Readable.from([bytes]), '', limits).catch(
    (error: unknown) => {
      throw error instanceof ProgramFailed ? unpacksTooLarge() : error
    },
  )
  if (!answer)
    throw new BillRefused({
      de: 'die PDF ist verschlüsselt und verlangt ein Kennwort',
      en: 'the PDF is encrypted and needs a password',
    })
  const files: EmbeddedXml[] = JSON.parse(String(answer))
  return files.map(({ name, base64 }) => ({ name, content: () => Buffer.from(base64, 'base64') }))
}

/** Whatever the library stumbles over is the file's fault. */
function attempt<Result>(work: () => Result, words: Bilingual): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof BillRefused ? error : new BillRefused(words)
  }
}

const damaged = { de: 'die PDF ist beschädigt', en: 'the PDF is damaged' }
const damagedInvoice = { de: 'die E-Rechnung der PDF ist beschädigt', en: 'the e-invoice of the PDF is damaged' }

/** Without the library's words about every object that is damaged. */
async function load(bytes: Uint8Array): Promise<PDFDocument> {
  const { warn } = console
  console.warn = () => {}
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } finally {
    console.warn = warn
  }
}

interface EmbeddedFile {
  name: string
  content: () => Uint8Array
}

/** A file of an encrypted PDF, as the process that opens it answers it. */
export interface EmbeddedXml {
  name: string
  base64: string
}

/** The embedded files, as the tree of names has them, and those associated with the document. */
function listEmbeddedFiles({ context, catalog }: PDFDocument): EmbeddedFile[] {
  const files: EmbeddedFile[] = []
  const seen = new Set<PDFObject>()
  const take = (specification: PDFObject | undefined) => {
    const file = resolveObject(context, specification)
    if (!(file instanceof PDFDict)) return
    const bytes = resolveObject(context, file.get(PDFName.of('EF')))
    const stream =
      bytes instanceof PDFDict && resolveObject(context, bytes.get(PDFName.of('UF')) ?? bytes.get(PDFName.of('F')))
    const name =
      decodeText(resolveObject(context, file.get(PDFName.of('UF')))) ??
      decodeText(resolveObject(context, file.get(PDFName.of('F'))))
    if (stream instanceof PDFRawStream && name) files.push({ name, content: () => decodePDFRawStream(stream).decode() })
    if (files.length > pdfLimits.files) throw unpacksTooLarge()
  }
  const walk = (tree: PDFObject | undefined, depth: number) => {
    const node = resolveObject(context, tree)
    if (!(node instanceof PDFDict) || seen.has(node) || depth > pdfLimits.depth) return
    seen.add(node)
    const pairs = resolveObject(context, node.get(PDFName.of('Names')))
    if (pairs instanceof PDFArray) for (let at = 1; at < pairs.size(); at += 2) take(pairs.get(at))
    const kids = resolveObject(context, node.get(PDFName.of('Kids')))
    if (kids instanceof PDFArray) for (let at = 0; at < kids.size(); at += 1) walk(kids.get(at), depth + 1)
  }
  const tree = resolveObject(context, catalog.get(PDFName.of('Names')))
  if (tree instanceof PDFDict) walk(tree.get(PDFName.of('EmbeddedFiles')), 0)
  const associated = resolveObject(context, catalog.get(PDFName.of('AF')))
  if (associated instanceof PDFArray) for (let at = 0; at < associated.size(); at += 1) take(associated.get(at))
  return files
}

const resolveObject = (context: PDFContext, object: PDFObject | undefined): PDFObject | undefined =>
  object && context.lookup(object)

const decodeText = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined

/** The reader of streams, with the method that every filter grows its bytes by. */
interface GrowingStream {
  buffer?: Uint8Array
  ensureBuffer(bytes: number): Uint8Array
}

/**
 * Breaks off what unpacks to more than a document needs: the library has no limit, and the bytes are not of the heap that
 * a thread's limit is about.
 */
function limitStreams() {
  const empty = PDFRawStream.of(
    PDFContext.create().obj({ Filter: 'FlateDecode' }) as PDFDict,
    new Uint8Array([0x78, 0x9c, 3, 0, 0, 0, 0, 1]),
  )
  const streams = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(empty))) as GrowingStream
  const { ensureBuffer } = streams
  streams.ensureBuffer = function (bytes) {
    if (bytes > pdfLimits.bytes || readSoFar.bytes > pdfLimits.allBytes) throw unpacksTooLarge()
    const before = this.buffer?.length ?? 0
    const buffer = ensureBuffer.call(this, bytes)
    readSoFar.bytes += Math.max(0, buffer.length - before)
    return buffer
  }
  const { assign } = PDFContext.prototype
  PDFContext.prototype.assign = function (...object) {
    readSoFar.objects += 1
    if (readSoFar.objects > pdfLimits.objects) throw unpacksTooLarge()
    assign.apply(this, object)
  }
}

const unpacksTooLarge = () =>
  new BillRefused({ de: 'die PDF entpackt sich zu groß', en: 'the PDF unpacks to too much' })
