import { isDeepStrictEqual } from 'node:util'
import { type Invoice as EInvoice, FormatFactoryService } from '@e-invoice-eu/core'
import { formatPlainAmount } from '#core/money/decimal'
import { computeTotals, type Totals } from '../line-items/totals.ts'
import { computePayable, documentSign, type ElementTree, toEn16931 } from './en16931.ts'
import type { InvoiceDocument } from './invoice.document.ts'

/** The library's formatter, including methods that its types hide. */
interface CiiFormatter {
  fillInvoiceDefaults(invoice: EInvoice): void
  generate(invoice: EInvoice, options: object): Promise<string | Uint8Array>
  renderXML(tree: ElementTree): string
}

const silentLogger = { log() {}, warn() {}, error() {} }
const formatFactory = new FormatFactoryService()

/**
 * Renders a Cross Industry Invoice in profile EN 16931. Throws if the sums do not add up or a credit note names no
 * invoice; the library checks neither.
 */
export async function renderInvoiceCii(document: InvoiceDocument): Promise<string> {
  assertSumsConsistent(document)
  if (document.kind === 'credit_note' && !document.credited)
    throw new Error('A credit note names the invoice that it corrects.')
  const formatter = formatFactory.createFormatService('CII', silentLogger) as unknown as CiiFormatter
  const write = formatter.renderXML.bind(formatter)
  formatter.renderXML = (tree) => write(addMissingElements(tree, document))
  const invoice = { 'ubl:Invoice': toEn16931(document) } as unknown as EInvoice
  formatter.fillInvoiceDefaults(invoice)
  const xml = String(await formatter.generate(invoice, { format: 'CII' }))
  assertXmlSums(xml, document)
  return xml
}

/** Adds what the library drops silently: BG-3, the credited invoice or the advances, and BT-29, the seller's identifier. */
function addMissingElements(tree: ElementTree, { credited, advances, seller, lines }: InvoiceDocument): ElementTree {
  const transaction = child(child(tree, 'rsm:CrossIndustryInvoice'), 'rsm:SupplyChainTradeTransaction')
  // BR-CO-26: without register number and VAT ID the tax number identifies the seller. It must come first.
  const vatId = lines.some(({ taxCategory }) => taxCategory === 'O') ? null : seller.vatId
  if (!vatId && !seller.registerNumber) {
    const agreement = child(transaction, 'ram:ApplicableHeaderTradeAgreement')
    agreement['ram:SellerTradeParty'] = { 'ram:ID': seller.taxNumber, ...child(agreement, 'ram:SellerTradeParty') }
  }
  const earlier = [...(credited ? [credited] : []), ...(advances ?? [])].map(({ number, issueDate }) => ({
    'ram:IssuerAssignedID': number,
    'ram:FormattedIssueDateTime': { 'qdt:DateTimeString': { '@format': '102', '#': issueDate.replaceAll('-', '') } },
  }))
  if (earlier.length)
    child(transaction, 'ram:ApplicableHeaderTradeSettlement')['ram:InvoiceReferencedDocument'] = earlier
  // The schema requires the element even for an advance without a supply date.
  const { 'ram:ApplicableHeaderTradeSettlement': settlement, ...before } = transaction
  if (!before['ram:ApplicableHeaderTradeDelivery']) {
    delete transaction['ram:ApplicableHeaderTradeSettlement']
    Object.assign(transaction, {
      'ram:ApplicableHeaderTradeDelivery': {},
      'ram:ApplicableHeaderTradeSettlement': settlement,
    })
  }
  return tree
}

const child = (tree: ElementTree, name: string): ElementTree => tree[name] as ElementTree

/**
 * Checks nets, totals and tax. On a credit note or final invoice the tax of a rate may differ by rounding, up to the one
 * unit that BR-CO-17 allows.
 */
export function assertSumsConsistent({
  lines,
  kind,
  taxBreakdown,
  subtotalCents,
  taxCents,
  totalCents,
}: InvoiceDocument) {
  const right = computeTotals(lines)
  const nets = (priced: readonly { netCents: number }[]) => priced.map(({ netCents }) => netCents)
  const groups = (of: Totals['taxBreakdown']) =>
    of.map(({ taxCategory, taxRate, netCents }) => [taxCategory, taxRate, netCents])
  const tolerance = kind === 'credit_note' || kind === 'final' ? 100 : 0
  const taxes = taxBreakdown.reduce((sum, group) => sum + group.taxCents, 0)
  const holds =
    isDeepStrictEqual(
      [nets(lines), groups(taxBreakdown), subtotalCents],
      [nets(right.lines), groups(right.taxBreakdown), right.subtotalCents],
    ) &&
    taxBreakdown.every((group, n) => Math.abs(group.taxCents - (right.taxBreakdown[n]?.taxCents ?? 0)) <= tolerance) &&
    taxes === taxCents &&
    subtotalCents + taxCents === totalCents
  if (!holds) throw new Error('The sums of the document do not add up.')
}

function assertXmlSums(xml: string, document: InvoiceDocument) {
  const sign = documentSign(document)
  const sums = {
    TaxBasisTotalAmount: document.subtotalCents * sign,
    TaxTotalAmount: document.taxCents * sign,
    GrandTotalAmount: document.totalCents * sign,
    DuePayableAmount: computePayable(document),
  }
  for (const [element, cents] of Object.entries(sums)) {
    const found = new RegExp(`<ram:${element}[^>]*>([^<]*)<`).exec(xml)?.[1]
    if (found !== formatPlainAmount(cents)) throw new Error(`The XML says ${element} ${found}.`)
  }
}
