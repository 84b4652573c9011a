import type { Readable } from 'node:stream'
import { decodeUtf8OrWindows } from '#core/text/charset'

/** Length of a header that may be split over two chunks. */
const longest = 2_000
const mostNames = 20

/**
 * Reads file names beside the form parser, which assumes UTF-8 and loses other bytes (RFC 7578 §5.1). `named` returns the
 * decoded name of a part and stops reading.
 */
export function trackFileNames(body: Readable): { named(filename: string): string; stop(): void } {
  const found: Buffer[] = []
  let end = ''
  const watch = (chunk: Buffer) => {
    const text = end + chunk.toString('latin1')
    for (const [, quoted, bare] of text.matchAll(/filename=(?:"((?:[^"\\\r\n]|\\.)*)"|([^";\r\n]+))/gi))
      if (found.length < mostNames) found.push(Buffer.from(quoted ?? bare ?? '', 'latin1'))
    end = text.slice(-longest)
  }
  body.on('data', watch)
  const stop = () => void body.off('data', watch)
  return {
    stop,
    named(filename) {
      stop()
      if (!filename.includes('\ufffd')) return filename
      // Ignores matches inside of files.
      const bytes = found.find((each) => lastOf(each.toString('utf8')) === filename)
      return bytes ? lastOf(decodeUtf8OrWindows(bytes)) : filename
    },
  }
}

const lastOf = (path: string) => path.replaceAll('\\"', '"').split(/[/\\]/).at(-1) ?? ''
