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

/** File names that ZUGFeRD, Factur-X and XRechnung use for the embedded XML. */
const embeddedXmlName = /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i

/** Limits for one unpacked stream, all streams, objects, files and nesting. */
const pdfLimits = { bytes: 16 * 1024 * 1024, allBytes: 64 * 1024 * 1024, objects: 500_000, files: 500, depth: 20 }

/** Totals of the current document; a thread reads one at a time. */
const readSoFar = { bytes: 0, objects: 0 }

limitStreams()

/**
 * Extracts the XML files of a PDF, those with a standard name first, each unpacked when called. An encrypted PDF is opened without a
 * password, as viewers do if only its owner has one.
 */
export async function extractXmlFiles(bytes: Uint8Array): Promise<(() => Uint8Array)[]> {
  Object.assign(readSoFar, { bytes: 0, objects: 0 })
  const document = await load(bytes).catch((error: unknown) => {
    if (error instanceof BillRefused) throw error
    // The library has no error classes of its own.
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

/** Shorter than the thread's limit. Base64 is a third longer. */
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

/** Any error of the library means that the file is damaged. */
function attempt<Result>(work: () => Result, words: Bilingual): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof BillRefused ? error : new BillRefused(words)
  }
}

const damaged = { de: 'die PDF ist beschädigt', en: 'the PDF is damaged' }
const damagedInvoice = { de: 'die E-Rechnung der PDF ist beschädigt', en: 'the e-invoice of the PDF is damaged' }

/** Silences the library's warnings about damaged objects. */
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

/** A file of an encrypted PDF, as the isolated program returns it. */
export interface EmbeddedXml {
  name: string
  base64: string
}

/** Files in the EmbeddedFiles name tree, and files associated with the document (AF). */
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

/** Base class of decoding streams; every filter grows its buffer by this method. */
interface GrowingStream {
  buffer?: Uint8Array
  ensureBuffer(bytes: number): Uint8Array
}

/** Limits unpacking: the library has no limit, and its buffers are outside the heap that limits a thread. */
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
