import type { Bilingual } from '#core/text/language'
import { decodeXml, XmlError } from '#core/text/xml'
import { readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { mostOfStatement, refuse, StatementRefused, type Statements, tooMuch, withinFormat } from './statement.ts'
import { isZip, type Unzipped, unzip } from './unzip.ts'

// What the threads run: from the bytes of a file to its statements, or to the reason why it has none.

interface Refusal {
  text: Bilingual
  line: number | null
}

/** A file that is refused. `unbalanced` has its statements if wrong sums are the only reason. */
export interface Refused {
  refused: Refusal
  unbalanced?: Statements
}

export async function readStatements(bytes: Uint8Array): Promise<Statements | Refused> {
  try {
    const { format, statements } = isZip(bytes) ? together(await unzip(bytes)) : readOne(bytes)
    const read = {
      format,
      statements: statements.map((one) => ({ ...one, movements: one.movements.map(withinFormat) })),
    }
    const refused = statements.find(({ imbalance }) => imbalance)?.imbalance
    return refused ? { refused, unbalanced: read } : read
  } catch (error) {
    if (error instanceof StatementRefused || error instanceof XmlError)
      return { refused: { text: error.text, line: error.line } }
    throw error
  }
}

function readOne(bytes: Uint8Array): Statements {
  if (isXml(bytes)) return readCamt(decodeXml(bytes))
  return isMt940(bytes) ? readMt940(bytes) : refuse(null, 'weder camt noch MT940', 'neither camt nor MT940')
}

/** A refusal that names the file within a ZIP. */
function prefixFile(name: string, { text, line }: Refusal): Refusal {
  const place = (word: string) => `${name}${line === null ? '' : `, ${word} ${line}`}`
  return { text: { de: `${place('Zeile')}: ${text.de}`, en: `${place('line')}: ${text.en}` }, line: null }
}

/** The statements of several files, all of one format. */
function together(files: readonly Unzipped[]): Statements {
  const read = files.map(({ name, bytes }) => {
    try {
      const { format, statements } = readOne(bytes)
      return {
        format,
        statements: statements.map((one) => ({
          ...one,
          imbalance: one.imbalance && prefixFile(name, one.imbalance),
        })),
      }
    } catch (error) {
      if (!(error instanceof StatementRefused || error instanceof XmlError)) throw error
      const { text } = prefixFile(name, error)
      return refuse(null, text.de, text.en)
    }
  })
  const [first] = read
  if (!first) refuse(null, 'im ZIP ist keine Datei', 'there is no file in the ZIP')
  const other = read.find(({ format }) => format !== first.format)
  if (other)
    refuse(
      null,
      `im ZIP sind ${first.format} und ${other.format}: bitte einzeln einlesen`,
      `the ZIP has ${first.format} and ${other.format}: please read them one by one`,
    )
  const statements = read.flatMap((each) => each.statements)
  const movements = statements.reduce((sum, each) => sum + each.movements.length, 0)
  if (movements > mostOfStatement.movements || statements.length > mostOfStatement.statements) tooMuch()
  return { format: first.format, statements }
}

/** A document begins with `<`, whatever the encoding. */
const isXml = (bytes: Uint8Array) =>
  /^[^\w:{]*</.test(
    Buffer.from(bytes.subarray(0, 100))
      .toString('latin1')
      .replaceAll('\0', '')
      .replace(/^(ï»¿|ÿþ|þÿ)/, ''),
  )
