import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Samples per pixel and allowed bit depths, by colour type (PNG specification, table 11.1). */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** The passes of Adam7 interlacing: first pixel and distance (PNG specification, 8.2). */
const adam7 = [
  ...[
    { x: 0, y: 0, dx: 8, dy: 8 },
    { x: 4, y: 0, dx: 8, dy: 8 },
    { x: 0, y: 4, dx: 4, dy: 8 },
  ],
  ...[
    { x: 2, y: 0, dx: 4, dy: 4 },
    { x: 0, y: 2, dx: 2, dy: 4 },
    { x: 1, y: 0, dx: 2, dy: 2 },
  ],
  { x: 0, y: 1, dx: 1, dy: 2 },
]

/** Rows of pixels: three bytes of colour and one of opacity each. */
export interface DecodedPng {
  width: number
  height: number
  colours: Uint8Array
  /** Null if the image is opaque. */
  opacity: Uint8Array | null
}

/** `side` limits very narrow images, whose rows cost more than their pixels. */
interface PngLimits {
  pixels: number
  side: number
}

/** Null if the PNG is incomplete, animated or larger than `limits`. */
export function decodePng(bytes: Buffer, limits: PngLimits): DecodedPng | null {
  const sound = normalizePng(bytes, limits)
  if (!sound) return null
  const { width, height, data } = PNG.sync.read(sound)
  const colours = new Uint8Array(width * height * 3)
  const opacity = new Uint8Array(width * height)
  for (let from = 0, to = 0, pixel = 0; pixel < opacity.length; pixel++) {
    colours[to++] = data[from++] as number
    colours[to++] = data[from++] as number
    colours[to++] = data[from++] as number
    opacity[pixel] = data[from++] as number
  }
  return { width, height, colours, opacity: opacity.every((value) => value === 255) ? null : opacity }
}

/**
 * Returns only the chunks of the image after checking that it is complete. A second header, or more data than the
 * header announces, would make decoding expensive.
 */
function normalizePng(bytes: Buffer, limits: PngLimits): Buffer | null {
  const chunks = readChunks(bytes)
  const [header] = chunks ?? []
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return null
  const count = (wanted: string) => chunks.filter(({ type }) => type === wanted).length
  if (count('IHDR') > 1 || count('PLTE') > 1 || count('tRNS') > 1 || count('acTL') > 0) return null
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const [depth = 0, colour = 0, , , interlaced = 0] = header.data.subarray(8)
  if (width * height === 0 || width * height > limits.pixels || Math.max(width, height) > limits.side) return null
  if (!depths[colour]?.includes(depth) || interlaced > 1) return null
  if (colour === 3 && count('PLTE') === 0) return null

  const bits = depth * (samples[colour] ?? 0)
  const passes = interlaced ? adam7 : [{ x: 0, y: 0, dx: 1, dy: 1 }]
  const size = passes.reduce((sum, { x, y, dx, dy }) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)]
    return columns > 0 && rows > 0 ? sum + rows * (1 + Math.ceil((columns * bits) / 8)) : sum
  }, 0)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  if (inflateSync(packed, { maxOutputLength: size }).length !== size) return null
  const kept = chunks.filter(({ type }) => ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type))
  return Buffer.concat([signature, ...kept.map(({ whole }) => whole)])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(signature)

interface Chunk {
  type: string
  data: Buffer
  /** With length, type and checksum. */
  whole: Buffer
}

/** The chunks up to IEND; null if the file is truncated. */
function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return null
}
