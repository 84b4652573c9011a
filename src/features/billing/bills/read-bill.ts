import type { Bilingual } from '#core/text/language'
import { decodeXml, readXml, XmlRefused } from '#core/text/xml'
import { type Bill, billOf } from './bill.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'
import { BillRefused } from './refused.ts'

// What the threads run: from the bytes of a file to what its e-invoice says, or to the reason why it has none.

/** @public A thread runs it by its name. */
export async function readBill(bytes: Uint8Array): Promise<Bill | { refused: Bilingual }> {
  try {
    if (!isPdf(bytes)) return billOf(readInvoice(bytes, false))
    // Large, and needed for PDFs alone.
    const { invoiceIn } = await import('./embedded.ts')
    return billOf(readInvoice(await invoiceIn(bytes), true))
  } catch (error) {
    if (error instanceof BillRefused) return { refused: error.text }
    if (!(error instanceof XmlRefused)) throw error
    const { text, line } = error
    return { refused: line === null ? text : { de: `Zeile ${line}: ${text.de}`, en: `line ${line}: ${text.en}` } }
  }
}

/** A header may have something before it. */
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')

function readInvoice(bytes: Uint8Array, fromPdf: boolean) {
  const root = readXml(decodeXml(bytes), { depth: 60, elements: 500_000 })
  if (root.name === 'CrossIndustryInvoice' || root.name === 'CrossIndustryDocument') return readCii(root, fromPdf)
  const isUbl = /^urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2$/.test(root.namespace)
  if (isUbl && (root.name === 'Invoice' || root.name === 'CreditNote')) return readUbl(root)
  throw new BillRefused({
    de: `keine E-Rechnung (CII, UBL): ${root.name}`,
    en: `not an e-invoice (CII, UBL): ${root.name}`,
  })
}
