import type { Bilingual } from '#core/text/language'
import { decodeXml, XmlError } from '#core/text/xml'
import { parseCamt } from './camt.ts'
import { isMt940, parseMt940 } from './mt940.ts'
import {
  type ParsedStatements,
  refuseStatement,
  refuseTooManyMovements,
  StatementRefused,
  statementLimits,
  truncateTexts,
} from './statement.ts'
import { isZip, type UnzippedFile, unzip } from './unzip.ts'

interface Refusal {
  text: Bilingual
  line: number | null
}

/** `unbalanced` has its statements if wrong sums are the only reason. */
export interface RefusedFile {
  refused: Refusal
  unbalanced?: ParsedStatements
}

export async function parseStatements(bytes: Uint8Array): Promise<ParsedStatements | RefusedFile> {
  try {
    const { format, statements } = isZip(bytes) ? combineFiles(await unzip(bytes)) : parseFile(bytes)
    const read = {
      format,
      statements: statements.map((one) => ({ ...one, movements: one.movements.map(truncateTexts) })),
    }
    const refused = statements.find(({ imbalance }) => imbalance)?.imbalance
    return refused ? { refused, unbalanced: read } : read
  } catch (error) {
    if (error instanceof StatementRefused || error instanceof XmlError)
      return { refused: { text: error.text, line: error.line } }
    throw error
  }
}

function parseFile(bytes: Uint8Array): ParsedStatements {
  if (isXml(bytes)) return parseCamt(decodeXml(bytes))
  return isMt940(bytes) ? parseMt940(bytes) : refuseStatement(null, 'weder camt noch MT940', 'neither camt nor MT940')
}

/** Adds the name of the file in a ZIP to a refusal. */
function prefixFile(name: string, { text, line }: Refusal): Refusal {
  const place = (word: string) => `${name}${line === null ? '' : `, ${word} ${line}`}`
  return { text: { de: `${place('Zeile')}: ${text.de}`, en: `${place('line')}: ${text.en}` }, line: null }
}

function combineFiles(files: readonly UnzippedFile[]): ParsedStatements {
  const read = files.map(({ name, bytes }) => {
    try {
      const { format, statements } = parseFile(bytes)
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
      return refuseStatement(null, text.de, text.en)
    }
  })
  const [first] = read
  if (!first) refuseStatement(null, 'im ZIP ist keine Datei', 'there is no file in the ZIP')
  const other = read.find(({ format }) => format !== first.format)
  if (other)
    refuseStatement(
      null,
      `im ZIP sind ${first.format} und ${other.format}: bitte einzeln einlesen`,
      `the ZIP has ${first.format} and ${other.format}: please read them one by one`,
    )
  const statements = read.flatMap((each) => each.statements)
  const movements = statements.reduce((sum, each) => sum + each.movements.length, 0)
  if (movements > statementLimits.movements || statements.length > statementLimits.statements) refuseTooManyMovements()
  return { format: first.format, statements }
}

/** XML starts with `<`, whatever the encoding. */
const isXml = (bytes: Uint8Array) =>
  /^[^\w:{]*</.test(
    Buffer.from(bytes.subarray(0, 100))
      .toString('latin1')
      .replaceAll('\0', '')
      .replace(/^(ï»¿|ÿþ|þÿ)/, ''),
  )
