import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const header = (width: number, height: number, depth: number, colour: number) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour], 8)
  return chunk('IHDR', data)
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const end = chunk('IEND', Buffer.alloc(0))

/** A PNG of one colour with half its opacity. */
export function png(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 4, 0x80)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 5000) }, () => row)))
  return Buffer.concat([signature, header(width, height, 8, 6), chunk('IDAT', pixels), end])
}

/** 16 bits a sample, or noise; with as many pixels as are let in. */
export function deepPng(width: number, height: number): Buffer {
  const pixels = deflateSync(Buffer.alloc(height * (1 + width * 8)), { level: 9 })
  return Buffer.concat([signature, header(width, height, 16, 6), chunk('IDAT', pixels), end])
}

/** A PNG that nothing compresses. */
export function noisyPng(width: number, height: number): Buffer {
  const rows = randomFillSync(Buffer.alloc(height * (1 + width)))
  for (let row = 0; row < height; row++) rows[row * (1 + width)] = row % 5
  return Buffer.concat([signature, header(width, height, 8, 0), chunk('IDAT', deflateSync(rows, { level: 0 })), end])
}

/** 94 bytes: a small picture whose second header says it were 8,000 times 60,000. */
export const twoHeaders = Buffer.concat([
  signature,
  header(1, 1, 8, 0),
  header(8_000, 60_000, 8, 6),
  chunk('IDAT', deflateSync(Buffer.alloc(2))),
  end,
])

/** One to four bits a pixel, of greys or of a palette, interlaced or not. */
export function smallPng(depth: number, colour: 0 | 3, interlaced = false): Buffer {
  const head = header(1, 2, depth, colour)
  const data = Buffer.from(head.subarray(8, 21))
  data[12] = Number(interlaced)
  const palette = colour === 3 ? [chunk('PLTE', Buffer.from([10, 20, 30, 40, 50, 60]))] : []
  const pixels = deflateSync(Buffer.from([0, 0, 0, 1 << (8 - depth)]))
  return Buffer.concat([signature, chunk('IHDR', data), ...palette, chunk('IDAT', pixels), end])
}

/** The head of a JPEG, which is all that is looked at: its data goes into the PDF as it is. */
export const jpeg = (components: number, bits = 8) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, bits, 0, 60, 0, 80, components, 0xff, 0xd9])
