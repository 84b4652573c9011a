import type { Readable } from 'node:stream'
import { decodeUtf8OrWindows } from '#core/text/charset'

/** Bytes of a header that may stand at the end of one chunk and the beginning of the next. */
const longest = 2_000
const mostNames = 20

/**
 * Reads names of files beside the parser of a form, which takes them for UTF-8 and loses what is not (RFC 7578 §5.1):
 * `named` answers the name of a part as its bytes say it, and ends the watch.
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
      // What stands in a file by chance is none of the form's names.
      const bytes = found.find((each) => lastOf(each.toString('utf8')) === filename)
      return bytes ? lastOf(decodeUtf8OrWindows(bytes)) : filename
    },
  }
}

const lastOf = (path: string) => path.replaceAll('\\"', '"').split(/[/\\]/).at(-1) ?? ''
