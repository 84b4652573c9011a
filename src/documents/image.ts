import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { JpegEmbedder, PDFContext, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { imageLimits } from './image.limits.ts'
import { type DecodedPng, decodePng, isPng } from './png.ts'

/** An image in the form that a PDF stores. It is decoded once and embedded in many documents. */
export interface EmbeddableImage {
  /** Pixels. */
  width: number
  height: number
  embed(context: PDFContext): PDFRef
}

export const isEmbeddableImage = async (bytes: Uint8Array): Promise<boolean> => (await decodeImage(bytes)) !== null

const recent = new Map<string, Promise<EmbeddableImage | null>>()

/**
 * Decodes a PNG, or a grey or RGB JPEG (PDF/A allows CMYK only with its own profile). Null if it is neither, is
 * broken, or exceeds 2 MiB, 4 megapixels or 10,000 pixels per side.
 */
export function decodeImage(bytes: Uint8Array): Promise<EmbeddableImage | null> {
  const key = createHash('sha256').update(bytes).digest('hex')
  const known = recent.get(key) ?? decode(bytes).catch(() => null)
  recent.delete(key)
  recent.set(key, known)
  const oldest = recent.keys().next().value
  if (recent.size > 16 && oldest) recent.delete(oldest)
  return known
}

async function decode(bytes: Uint8Array): Promise<EmbeddableImage | null> {
  if (bytes.length > imageLimits.bytes) return null
  const given = Buffer.from(bytes)
  const source = isPng(given) ? decodePng(given, imageLimits) : await decodeJpeg(given)
  if (!source || source.width * source.height > imageLimits.pixels) return null
  const scratch = PDFContext.create()
  const made = source instanceof JpegEmbedder ? await source.embedIntoContext(scratch) : embedPixels(source, scratch)
  const image = scratch.lookup(made)
  if (!(image instanceof PDFRawStream)) return null
  const mask = image.dict.lookup(softMask)
  return {
    width: source.width,
    height: source.height,
    embed: (context) => {
      const copy = copyStream(image, context)
      if (mask instanceof PDFRawStream) copy.dict.set(softMask, context.register(copyStream(mask, context)))
      return context.register(copy)
    },
  }
}

/** The pixels as a PDF image with the opacity as its soft mask. */
function embedPixels({ width, height, colours, opacity }: DecodedPng, context: PDFContext): PDFRef {
  const layer = (pixels: Uint8Array, ColorSpace: string, more: object = {}) =>
    context.register(
      context.stream(deflateSync(pixels), {
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        BitsPerComponent: 8,
        ColorSpace,
        Filter: 'FlateDecode',
        ...more,
      }),
    )
  return layer(colours, 'DeviceRGB', opacity ? { SMask: layer(opacity, 'DeviceGray') } : {})
}

const softMask = PDFName.of('SMask')
const copyStream = ({ dict, contents }: PDFRawStream, context: PDFContext) =>
  PDFRawStream.of(dict.clone(context), contents)

const jpegEnd = Buffer.from([0xff, 0xd9])
/** Some programs append a few bytes. The limit is small because a truncated JPEG may contain a complete thumbnail. */
const maxTrailingBytes = 1024

async function decodeJpeg(given: Buffer): Promise<JpegEmbedder | null> {
  // The library reads from the start of the underlying ArrayBuffer.
  const own = Uint8Array.from(given)
  if (own[0] !== 0xff || own[1] !== 0xd8 || !given.subarray(-maxTrailingBytes).includes(jpegEnd)) return null
  const jpeg = await JpegEmbedder.for(own)
  return String(jpeg.colorSpace) === 'DeviceCMYK' || jpeg.bitsPerComponent !== 8 ? null : jpeg
}
