import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { JpegEmbedder, PDFContext, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib'
import { mostOfPicture } from './picture.limits.ts'
import { isPng, type Pixels, pixelsOf } from './png.ts'

/** A picture as a PDF stores it; it is decoded once and put into each document as it is. */
export interface Picture {
  /** In pixels. */
  width: number
  height: number
  /** Puts it into a document. */
  embed(context: PDFContext): PDFRef
}

/** Whether bytes are such a picture. */
export const isPicture = async (bytes: Uint8Array): Promise<boolean> => (await pictureOf(bytes)) !== null

const recent = new Map<string, Promise<Picture | null>>()

/**
 * A PNG, or a JPEG in grey or RGB (PDF/A allows CMYK only with a profile of its own). Null for what is neither, is
 * broken, or is larger than 2 MiB, 4 megapixels or 10,000 pixels on a side.
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
  const given = Buffer.from(bytes)
  const source = isPng(given) ? pixelsOf(given, mostOfPicture) : await jpegOf(given)
  if (!source || source.width * source.height > mostOfPicture.pixels) return null
  const scratch = PDFContext.create()
  const made = source instanceof JpegEmbedder ? await source.embedIntoContext(scratch) : compressed(source, scratch)
  const image = scratch.lookup(made)
  if (!(image instanceof PDFRawStream)) return null
  const mask = image.dict.lookup(softMask)
  return {
    width: source.width,
    height: source.height,
    embed: (context) => {
      const copy = copied(image, context)
      if (mask instanceof PDFRawStream) copy.dict.set(softMask, context.register(copied(mask, context)))
      return context.register(copy)
    },
  }
}

/** Pixels as an image of a PDF, with their opacity as its mask. */
function compressed({ width, height, colours, opacity }: Pixels, context: PDFContext): PDFRef {
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
const copied = ({ dict, contents }: PDFRawStream, context: PDFContext) => PDFRawStream.of(dict.clone(context), contents)

const endOfJpeg = Buffer.from([0xff, 0xd9])
/** Some programs write a few bytes more. A picture that was cut off may hold a whole small one, far from its end. */
const mostAfterEnd = 1024

async function jpegOf(given: Buffer): Promise<JpegEmbedder | null> {
  // The library reads from the start of the memory under the bytes: they need memory of their own.
  const own = Uint8Array.from(given)
  if (own[0] !== 0xff || own[1] !== 0xd8 || !given.subarray(-mostAfterEnd).includes(endOfJpeg)) return null
  const jpeg = await JpegEmbedder.for(own)
  return String(jpeg.colorSpace) === 'DeviceCMYK' || jpeg.bitsPerComponent !== 8 ? null : jpeg
}
