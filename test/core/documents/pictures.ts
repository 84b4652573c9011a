import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour with half its opacity. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 4, 0x80)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 5000) }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** The head of a JPEG, which is all that is looked at: its data goes into the PDF as it is. */
export const jpeg = (components: number, bits = 8) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, bits, 0, 60, 0, 80, components, 0xff, 0xd9])
