import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument, rgb } from 'pdf-lib'
import sharp from 'sharp'

/** Metadata that say where a picture was taken, and by what. */
const place = {
  IFD0: { Make: 'Kamera', Artist: 'Erika Mustermann' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '53/1 33/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '9/1 59/1 0/1',
  },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="53,33.0N"/></rdf:RDF></x:xmpmeta>`

/** Red above blue, lying on its side, as a telephone writes it: with the place, and how it is to be held. */
export async function photograph(): Promise<Buffer> {
  const half = (red: number, blue: number) => Buffer.alloc(600 * 800 * 3, Buffer.from([red, 0, blue]))
  const upright = Buffer.concat([half(255, 0), half(0, 255)])
  // Held as 6 says, it is turned clockwise: so it is kept turned against the clock.
  return sharp(upright, { raw: { width: 800, height: 1200, channels: 3 } })
    .rotate(270)
    .withExif(place)
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A PNG of black and white pixels, packed as small as they are many. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PDF whose first page is green above and white below; the sides in points. */
export async function pdf(width: number, height: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage([width, height]).drawRectangle({ y: height / 2, width, height: height / 2, color: rgb(0, 1, 0) })
  document.addPage([100, 100])
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** The same, of which nothing can be read without its password. */
export async function encryptedPdf(): Promise<Buffer> {
  const text = (await pdf(200, 300)).toString('latin1')
  const zeros = '0'.repeat(64)
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${zeros}> /U <${zeros}> /P -4 >> /ID [<${zeros}> <${zeros}>]`
  return Buffer.from(text.replace('trailer\n<<', `trailer\n<<\n${encrypt}`), 'latin1')
}

export const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">
<script>fetch('http://127.0.0.1:9/')</script><image xlink:href="http://127.0.0.1:9/a.png" width="9" height="9"/><image href="file:///etc/passwd"/></svg>`

/** Width, height, what metadata there are, and the colour at a place, of a picture. */
export async function seen(bytes: Buffer | Uint8Array) {
  const { format, width, height, exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(start)
    if (red > 200 && green > 200 && blue > 200) return 'white'
    if (red + green + blue < 100) return 'black'
    return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
  }
  const metadata = { exif, xmp, icc, iptc, orientation }
  return { format, width, height, told: Object.values(metadata).filter((each) => each !== undefined), at }
}
