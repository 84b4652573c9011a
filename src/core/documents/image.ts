import { createHash } from 'node:crypto'
import { JpegEmbedder, PDFContext, PDFName, PDFRawStream, type PDFRef, PngEmbedder } from 'pdf-lib'
import { isPng, soundPng } from './png.ts'

/** A picture as a PDF stores it; it is decoded once and put into each document as it is. */
export interface Picture {
  /** In pixels. */
  width: number
  height: number
  /** Puts it into a document. */
  embed(context: PDFContext): PDFRef
}

/** The largest logo that is worth having in every document. */
export const mostOfPicture = { bytes: 2 * 1024 * 1024, pixels: 4_000_000 }

const recent = new Map<string, Promise<Picture | null>>()

/**
 * A PNG, or a JPEG in grey or RGB (PDF/A allows CMYK only with a profile of its own). Null for what is neither, is
 * broken, or is larger than 2 MiB or 4 megapixels.
 */
export function pictureOf(bytes: Uint8Array): Promise<Picture | null> {
  const key = createHash('sha256').update(bytes).digest('hex')
  const known = recent.get(key) ?? decode(bytes).catch(() => null)
  recent.delete(key)
  recent.set(key, known)
  const oldest = recent.keys().next().value
  if (recent.size > 16 && oldest) recent.delete(oldest)
  return known
}

async function decode(bytes: Uint8Array): Promise<Picture | null> {
  if (bytes.length > mostOfPicture.bytes) return null
  const embedder = await embedderOf(bytes)
  if (!embedder || embedder.width * embedder.height > mostOfPicture.pixels) return null
  const scratch = PDFContext.create()
  const image = scratch.lookup(await embedder.embedIntoContext(scratch))
  if (!(image instanceof PDFRawStream)) return null
  const mask = image.dict.lookup(softMask)
  return {
    width: embedder.width,
    height: embedder.height,
    embed: (context) => {
      const copy = copied(image, context)
      if (mask instanceof PDFRawStream) copy.dict.set(softMask, context.register(copied(mask, context)))
      return context.register(copy)
    },
  }
}

const softMask = PDFName.of('SMask')
const copied = ({ dict, contents }: PDFRawStream, context: PDFContext) => PDFRawStream.of(dict.clone(context), contents)

const endOfJpeg = Buffer.from([0xff, 0xd9])
/** Some programs write a few bytes more. A picture that was cut off may hold a whole small one, far from its end. */
const mostAfterEnd = 1024

async function embedderOf(bytes: Uint8Array): Promise<PngEmbedder | JpegEmbedder | null> {
  const given = Buffer.from(bytes)
  if (isPng(given)) {
    const sound = soundPng(given, mostOfPicture.pixels)
    return sound && PngEmbedder.for(sound)
  }
  // The library reads from the start of the memory under the bytes: they need memory of their own.
  const own = Uint8Array.from(bytes)
  if (own[0] !== 0xff || own[1] !== 0xd8 || !given.subarray(-mostAfterEnd).includes(endOfJpeg)) return null
  const jpeg = await JpegEmbedder.for(own)
  return String(jpeg.colorSpace) === 'DeviceCMYK' || jpeg.bitsPerComponent !== 8 ? null : jpeg
}
