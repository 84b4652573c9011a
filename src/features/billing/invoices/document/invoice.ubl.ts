import { type Invoice as EInvoice, FormatFactoryService } from '@e-invoice-eu/core'
import { formatPlainAmount } from '#core/money/decimal'
import { computePayable, documentSign, type ElementTree, toEn16931 } from './en16931.ts'
import { assertSumsConsistent } from './invoice.cii.ts'
import type { InvoiceDocument } from './invoice.document.ts'

/** The library's formatter, including methods that its types hide. */
interface UblFormatter {
  fillInvoiceDefaults(invoice: EInvoice): void
  generate(invoice: EInvoice, options: object): Promise<string | Uint8Array>
}

const silentLogger = { log() {}, warn() {}, error() {} }
const formatFactory = new FormatFactoryService()

/** Renders a UBL Invoice or CreditNote. Throws as `renderInvoiceCii` does. */
export async function renderInvoiceUbl(document: InvoiceDocument): Promise<string> {
  assertSumsConsistent(document)
  if (document.kind === 'credit_note' && !document.credited)
    throw new Error('A credit note names the invoice that it corrects.')
  const formatter = formatFactory.createFormatService('UBL', silentLogger) as unknown as UblFormatter
  const invoice = { 'ubl:Invoice': addMissingElements(toEn16931(document), document) } as unknown as EInvoice
  formatter.fillInvoiceDefaults(invoice)
  const xml = String(await formatter.generate(invoice, { format: 'UBL' }))
  assertXmlSums(xml, document)
  return xml
}

/** Adds what UBL requires beyond CII: a currency for every amount, and BT-29, the seller's identifier. */
function addMissingElements(tree: ElementTree, { seller, lines }: InvoiceDocument): ElementTree {
  const supplier = tree['cac:AccountingSupplierParty'] as { 'cac:Party': ElementTree }
  // BR-CO-26: without register number and VAT ID the tax number identifies the seller.
  const vatId = lines.some(({ taxCategory }) => taxCategory === 'O') ? null : seller.vatId
  const identified = !vatId && !seller.registerNumber
  const { 'cbc:EndpointID': endpoint, 'cbc:EndpointID@schemeID': scheme, ...party } = supplier['cac:Party']
  supplier['cac:Party'] = {
    ...(endpoint !== undefined && { 'cbc:EndpointID': endpoint, 'cbc:EndpointID@schemeID': scheme }),
    ...(identified && { 'cac:PartyIdentification': [{ 'cbc:ID': seller.taxNumber }] }),
    ...party,
  }
  return withCurrencies(tree) as ElementTree
}

function withCurrencies(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCurrencies)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const isBare = /^cbc:(Base)?Amount$/.test(name) && !(`${name}@currencyID` in value)
      return [[name, withCurrencies(part)], ...(isBare ? [[`${name}@currencyID`, 'EUR']] : [])]
    }),
  )
}

function assertXmlSums(xml: string, document: InvoiceDocument) {
  const sign = documentSign(document)
  const sums = {
    TaxExclusiveAmount: document.subtotalCents * sign,
    TaxAmount: document.taxCents * sign,
    TaxInclusiveAmount: document.totalCents * sign,
    PayableAmount: computePayable(document),
  }
  for (const [element, cents] of Object.entries(sums)) {
    const found = new RegExp(`<cbc:${element}[^>]*>([^<]*)<`).exec(xml)?.[1]
    if (found !== formatPlainAmount(cents)) throw new Error(`The XML says ${element} ${found}.`)
  }
}
