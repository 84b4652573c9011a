import type { Sharp, SharpConstructor } from 'sharp'
import { previewSides, sourceLimits } from './preview.limits.ts'

// Runs in an isolated process, because image libraries parse untrusted bytes.

/** libvips loaders by magic number; all others, SVG among them, stay disabled. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Renders previews as WebP without metadata, small one first; null if the file cannot be shown. */
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
    // Keeps transparency and converts to sRGB.
    const large = await inside(picture, previewSides.large)
    return packed(await inside(sharp(large), previewSides.small), large)
  } catch {
    // Broken, or not what its first bytes say.
    return null
  }
}

const inside = (picture: Sharp, side: number) =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()

/** Rotated by its orientation; null if it has too many pixels. */
async function opened(sharp: SharpConstructor, bytes: Buffer): Promise<Sharp | null> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: sourceLimits.pixels, sequentialRead: true })
  const { width, height } = await picture.metadata()
  return Math.max(width, height) > sourceLimits.side ? null : picture.autoOrient()
}

/** The first page of a PDF on white; null if it cannot be read. */
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
  // A page that cannot be loaded has no size.
  if (!(originalWidth > 0 && originalHeight > 0)) return null
  const scale = Math.min(previewSides.large / Math.max(originalWidth, originalHeight), sourceLimits.scale)
  const drawn = (side: number) => Math.max(1, Math.round(side * scale))
  const [width, height] = [drawn(originalWidth), drawn(originalHeight)]
  const { data } = await page.render({ width, height, render: 'bitmap', renderFormFields: true })
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** Two images as one output, prefixed by the size of the first in 4 bytes. */
function packed(small: Buffer, large: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(small.length)
  return Buffer.concat([size, small, large])
}
