import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, crc32, createDeflateRaw, deflateRaw } from 'node:zlib'
import { toLocalTime } from '#core/time/local-time'

export interface ZipFile {
  /** Path such as `a/b.txt`; a trailing `/` means an empty folder. */
  name: string
  content: Uint8Array | AsyncIterable<Uint8Array>
  isCompressed?: boolean
  /** That of the archive by default. */
  at?: Date
}

/** Streams a ZIP, one file at a time, keeping only the directory entries in memory. Errors and aborting readers end it. */
export const createZip = (files: AsyncIterable<ZipFile>, at: Date): Readable =>
  Readable.from(written(files, at), { objectMode: false })

// PKWARE's APPNOTE.TXT 6.3.10; numbers in brackets are its sections.

/** [4.4.4] UTF-8 names; checksum and sizes follow the data. */
const flag = { utf8: 1 << 11, sizesFollow: 1 << 3 }
/** [4.4.5] */
const method = { stored: 0, deflated: 8 }
/** [4.4.2, 4.4.3] Unix; 4.5 for ZIP64, beyond 32 or 16 bits. */
const version = { plain: 20, zip64: 45, madeBy: (3 << 8) | 63 }
/** [4.4.15] Unix mode in the upper half; DOS flag for folders. */
const attributesOf = (name: Buffer) => (name.at(-1) === 0x2f ? 0o40755 * 0x10000 + 0x10 : 0o100644 * 0x10000)
const full = { bits16: 0xffff, bits32: 0xffffffff }

/** Common to local headers and directory entries. */
interface Entry {
  name: Buffer
  at: Date
  flags: number
  method: number
  crc: number
  compressed: number
  size: number
}

async function* written(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const directory = new Directory()
  let offset = 0
  const counted = (bytes: Uint8Array) => {
    offset += bytes.length
    return bytes
  }
  for await (const { name, content, isCompressed, at: own } of files) {
    const start = offset
    const isWhole = content instanceof Uint8Array
    const entry: Entry = {
      name: Buffer.from(name),
      at: own ?? at,
      flags: flag.utf8,
      // Streaming readers such as Java's only find the end of deflated data.
      method: isCompressed && isWhole ? method.stored : method.deflated,
      crc: 0,
      compressed: 0,
      size: 0,
    }
    if (isWhole) {
      const bytes = isCompressed ? content : await deflated(content)
      Object.assign(entry, { crc: crc32(content), compressed: bytes.length, size: content.length })
      yield counted(localHeader(entry))
      yield counted(bytes)
    } else {
      entry.flags |= flag.sizesFollow
      yield counted(localHeader(entry))
      const measured = async function* () {
        for await (const bytes of content) {
          entry.crc = crc32(bytes, entry.crc)
          entry.size += bytes.length
          yield bytes
        }
      }
      const deflate = createDeflateRaw(isCompressed ? { level: constants.Z_NO_COMPRESSION } : {})
      for await (const part of pipeline(Readable.from(measured()), deflate, () => {}) as AsyncIterable<Uint8Array>) {
        entry.compressed += part.length
        yield counted(part)
      }
      yield counted(descriptor(entry))
    }
    directory.add(entry, start)
  }
  yield* directory.end(offset)
}

const deflated = promisify(deflateRaw) as (bytes: Uint8Array) => Promise<Buffer>

/** Little-endian integers of 1, 2, 4 and 8 bytes. */
function numbers(...fields: [bytes: 1 | 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** [4.4.6] Local time without a zone: that of Germany. */
function dosTime(at: Date): Buffer {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = toLocalTime(at, 'Europe/Berlin')
    .split(/\D/)
    .map(Number)
  return numbers([2, (hour << 11) | (minute << 5) | (second >> 1)], [2, ((year - 1980) << 9) | (month << 5) | day])
}

/** [4.5.2, Info-ZIP's 0x5455] Modification time in Unix seconds. */
const instant = (at: Date) => numbers([2, 0x5455], [2, 5], [1, 1], [4, Math.floor(at.getTime() / 1000)])

/** [4.3.7] Zero sizes and checksum, if they follow the data. */
const localHeader = ({ name, at, flags, method, crc, compressed, size }: Entry) =>
  Buffer.concat([
    numbers([4, 0x04034b50], [2, version.plain], [2, flags], [2, method]),
    dosTime(at),
    numbers([4, crc], [4, compressed], [4, size], [2, name.length], [2, instant(at).length]),
    name,
    instant(at),
  ])

const isLarge = ({ compressed, size }: Entry, start = 0) => Math.max(compressed, size, start) >= full.bits32

/** [4.3.9] */
const descriptor = (entry: Entry) => {
  const bytes = isLarge(entry) ? 8 : 4
  return numbers([4, 0x08074b50], [4, entry.crc], [bytes, entry.compressed], [bytes, entry.size])
}

class Directory {
  private bytes = Buffer.alloc(1 << 16)
  private length = 0
  private count = 0

  /** [4.3.12], with [4.5.3] for numbers that are too large. */
  add(entry: Entry, start: number) {
    const { name, at, flags, method, crc, compressed, size } = entry
    const large = isLarge(entry, start)
    const sizes = large ? [numbers([2, 1], [2, 24], [8, size], [8, compressed], [8, start])] : []
    const extra = Buffer.concat([instant(at), ...sizes])
    const or32 = (value: number) => (large ? full.bits32 : value)
    this.append(
      numbers(
        [4, 0x02014b50],
        [2, version.madeBy],
        [2, large ? version.zip64 : version.plain],
        [2, flags],
        [2, method],
      ),
      dosTime(at),
      numbers([4, crc], [4, or32(compressed)], [4, or32(size)]),
      numbers([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, attributesOf(name)], [4, or32(start)]),
      name,
      extra,
    )
    this.count += 1
  }

  /** End records. [4.3.14–16] */
  *end(start: number) {
    const { count, length } = this
    yield this.bytes.subarray(0, length)
    const large = count >= full.bits16 || start + length >= full.bits32
    if (large)
      yield Buffer.concat([
        numbers([4, 0x06064b50], [8, 44], [2, version.madeBy], [2, version.zip64], [4, 0], [4, 0]),
        numbers([8, count], [8, count], [8, length], [8, start]),
        numbers([4, 0x07064b50], [4, 0], [8, start + length], [4, 1]),
      ])
    const [entries, bytes, at] = large ? [full.bits16, full.bits32, full.bits32] : [count, length, start]
    yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, at], [2, 0])
  }

  private append(...parts: Buffer[]) {
    const added = parts.reduce((sum, { length }) => sum + length, 0)
    if (this.length + added > this.bytes.length) {
      const larger = Buffer.alloc(2 * this.bytes.length + added)
      this.bytes.copy(larger, 0, 0, this.length)
      this.bytes = larger
    }
    for (const part of parts) this.length += part.copy(this.bytes, this.length)
  }
}
