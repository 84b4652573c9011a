import type { Sharp, SharpConstructor } from 'sharp'
import { sourceLimits, previewSides } from './preview.limits.ts'

// Runs in a process of its own: what libraries do with foreign bytes is not to be had beside the service.

/** Loaders of what is a picture by its first bytes; all others of the library stay shut, SVG among them. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/** The pictures of a file, as WebP without what its metadata tell, the smaller first; null where it shows nothing. */
export async function renderPreviews(bytes: Buffer, contentType: string): Promise<Uint8Array | null> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  const pdfium = contentType === 'application/pdf' ? await import('@hyzyla/pdfium') : null
  try {
    const picture = pdfium ? await firstPage(pdfium, bytes, sharp) : await opened(sharp, bytes)
    if (!picture) return null
    // What is seen through is kept, and colours are those of a screen.
    const large = await inside(picture, previewSides.large)
    return packed(await inside(sharp(large), previewSides.small), large)
  } catch {
    // Not what its first bytes say, or broken: the libraries tell what they cannot read in words of their own.
    return null
  }
}

const inside = (picture: Sharp, side: number) =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()

/** A picture as it is to be held; null where it has more pixels than are looked at. */
async function opened(sharp: SharpConstructor, bytes: Buffer): Promise<Sharp | null> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: sourceLimits.pixels, sequentialRead: true })
  const { width, height } = await picture.metadata()
  return Math.max(width, height) > sourceLimits.side ? null : picture.autoOrient()
}

/** The first page of a PDF, on white; null where it has none that can be read. */
async function firstPage(
  { PDFiumLibrary }: typeof import('@hyzyla/pdfium'),
  bytes: Buffer,
  sharp: SharpConstructor,
): Promise<Sharp | null> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  if (document.getPageCount() < 1) return null
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  // What cannot be loaded has no size.
  if (!(originalWidth > 0 && originalHeight > 0)) return null
  const scale = Math.min(previewSides.large / Math.max(originalWidth, originalHeight), sourceLimits.scale)
  const drawn = (side: number) => Math.max(1, Math.round(side * scale))
  const [width, height] = [drawn(originalWidth), drawn(originalHeight)]
  const { data } = await page.render({ width, height, render: 'bitmap', renderFormFields: true })
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** Two pictures as one answer: the size of the first, in 4 bytes, before both. */
function packed(small: Buffer, large: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(small.length)
  return Buffer.concat([size, small, large])
}
