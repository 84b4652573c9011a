import type { Bilingual, Language } from '#core/text/language'
import { snakeCase } from '#core/text/naming'
import { decodeXml, parseXml, type XmlElement, XmlError } from '#core/text/xml'
import type { RawBill } from './bill.ts'
import { BillRefused } from './bill-refused.ts'
import { convertBill } from './convert-bill.ts'
import { parseCii } from './parse-cii.ts'
import { parseUbl } from './parse-ubl.ts'

/** Maximum of lines, and of tax entries. */
const maxLines = 10_000

/** @public A thread runs it by its name. */
export async function parseBillFile({
  bytes,
  language,
  most,
}: {
  bytes: Uint8Array
  language: Language
  /** Maximum size of the response in bytes. */
  most: number
}): Promise<{ json: Uint8Array } | { refused: Bilingual }> {
  try {
    const written = await parseRawBill(bytes)
    if (Math.max(written.lines.length, written.taxes.length) > maxLines) throw new BillRefused(tooManyLines)
    const bill = convertBill(written)
    const findings = bill.findings.map(({ field, text }) => ({ field, message: text[language] }))
    const json = Buffer.from(JSON.stringify(toSnakeCase({ ...bill, findings })))
    if (json.length > most) throw new BillRefused(tooLong(most))
    return { json }
  } catch (error) {
    if (error instanceof BillRefused) return { refused: error.text }
    if (!(error instanceof XmlError)) throw error
    const { text, line } = error
    return { refused: line === null ? text : { de: `Zeile ${line}: ${text.de}`, en: `line ${line}: ${text.en}` } }
  }
}

const tooManyLines = { de: `mehr als ${maxLines} Positionen`, en: `more than ${maxLines} lines` }
const tooLong = (most: number) => ({ de: `mehr als ${most} Bytes Text`, en: `more than ${most} bytes of text` })

/** Converts keys to snake_case. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), toSnakeCase(part)]))
}

async function parseRawBill(bytes: Uint8Array): Promise<RawBill> {
  if (!isPdf(bytes)) return parseInvoiceXml(bytes, false)
  // Large, and only needed for PDFs.
  const { extractXmlFiles } = await import('./embedded-xml.ts')
  let refusal: unknown
  for (const unpack of await extractXmlFiles(bytes)) {
    try {
      return parseInvoiceXml(unpack(), true)
    } catch (error) {
      if (!(error instanceof BillRefused || error instanceof XmlError)) throw error
      // The first file is most likely the invoice, so its error is reported.
      refusal ??= error
    }
  }
  throw refusal
}

/** The header may be preceded by other bytes. */
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')

/** Unwraps a UN/CEFACT Standard Business Document. */
function unwrapEnvelope(root: XmlElement): XmlElement {
  if (root.name !== 'StandardBusinessDocument') return root
  return root.children.find(({ name }) => name !== 'StandardBusinessDocumentHeader') ?? root
}

function parseInvoiceXml(bytes: Uint8Array, fromPdf: boolean) {
  const root = unwrapEnvelope(parseXml(decodeXml(bytes), { depth: 60, elements: 500_000 }))
  if (root.name === 'CrossIndustryInvoice' || root.name === 'CrossIndustryDocument') return parseCii(root, fromPdf)
  const isUbl = /^urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2$/.test(root.namespace)
  if (isUbl && (root.name === 'Invoice' || root.name === 'CreditNote')) return parseUbl(root)
  throw new BillRefused({
    de: `keine E-Rechnung (CII, UBL): ${root.name}`,
    en: `not an e-invoice (CII, UBL): ${root.name}`,
  })
}
