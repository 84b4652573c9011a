import type { Bilingual } from '#core/text/language'
import { decodeXml, XmlRefused } from '#core/text/xml'
import { readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { refuse, StatementRefused, type Statements } from './statement.ts'

// What the threads run: from the bytes of a file to its statements, or to the reason why it has none.

export interface Refusal {
  text: Bilingual
  line: number | null
}

export async function readStatements(bytes: Uint8Array): Promise<Statements | { refused: Refusal }> {
  try {
    if (isXml(bytes)) return readCamt(decodeXml(bytes))
    return isMt940(bytes) ? readMt940(bytes) : refuse(null, 'weder camt noch MT940', 'neither camt nor MT940')
  } catch (error) {
    if (error instanceof StatementRefused || error instanceof XmlRefused)
      return { refused: { text: error.text, line: error.line } }
    throw error
  }
}

/** A document begins with `<`, whatever the encoding. */
const isXml = (bytes: Uint8Array) =>
  /^[^\w:{]*</.test(
    Buffer.from(bytes.subarray(0, 100))
      .toString('latin1')
      .replaceAll('\0', '')
      .replace(/^(ï»¿|ÿþ|þÿ)/, ''),
  )
