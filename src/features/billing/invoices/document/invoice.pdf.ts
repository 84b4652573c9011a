import { formatNumber } from '#core/money/decimal'
import { countryName } from '#core/text/countries'
import type { Language } from '#core/text/language'
import { formatUnit } from '#core/text/units'
import {
  drawContinuationHeader,
  drawFooters,
  drawLetterHead,
  drawWatermark,
  type ReferenceBlock,
} from '#documents/letter-layout'
import { mutedColor, PdfCanvas, pageMargins } from '#documents/pdf-canvas'
import { savePdfA } from '#documents/pdfa'
import { drawTable, type TableColumn } from '#documents/table'
import { drawTotals, measureTotals } from '#documents/totals'
import { exemptionTexts } from '../tax/tax-category.ts'
import {
  findSupplyPeriod,
  groupUntaxedLines,
  hasTaxedLines,
  type InvoiceDocument,
  isGermanPublicBody,
  isXRechnung,
  splitDescription,
} from './invoice.document.ts'
import { formatDay, formatMoney, invoiceTexts } from './invoice.texts.ts'
import { drawPaymentDetails } from './payment.pdf.ts'
import { buildSender } from './sender.ts'
import { buildTotalLines } from './total-lines.ts'

/**
 * Renders tagged PDF/A-3a with embedded XML (ZUGFeRD). Without XML it is watermarked as a draft or, if numbered, as a
 * sample. Deterministic.
 */
export async function renderInvoicePdf(document: InvoiceDocument, xml: string | null): Promise<Uint8Array> {
  const { language, number, kind, credited } = document
  const t = invoiceTexts[language]
  const title = `${t.titles[kind]} ${number ?? ''}`.trim()
  const sender = await buildSender(document)
  const { logo: _, ...written } = document
  const { accentColor } = document.seller
  const text = JSON.stringify([written, sender.footer])
  const canvas = await PdfCanvas.create({ language, accentColor, text }, (page) =>
    drawContinuationHeader(page, title, sender.name),
  )

  drawLetterHead(canvas, sender, formatRecipient(document), buildReferences(document))
  drawTitle(canvas, title, paymentAside(document))
  canvas.y += 4
  if (credited) {
    canvas.drawParagraph(t.corrects(credited.number, formatDay(credited.issueDate, language)))
    canvas.y += 2
  }
  if (kind === 'advance') {
    canvas.drawParagraph(t.aboutAdvance(hasTaxedLines(document)))
    canvas.y += 2
  }
  if (document.introduction) canvas.drawParagraph(document.introduction)
  canvas.y += 4

  const sums = buildTotalLines(document)
  drawLineItems(canvas, document, measureTotals(sums))
  drawTotals(canvas, sums, [document.advances ? t.restTotal : t.total, formatMoney(document.totalCents, language)])
  drawExemptionReasons(canvas, document)
  if (isSuppliedOnIssueDate(document)) canvas.drawParagraph(t.supplyIsIssue, { size: 9 })
  drawOpenAdvances(canvas, document)
  drawPaymentDetails(canvas, document)
  canvas.y += closingGap
  if (document.closing) canvas.drawParagraph(document.closing)
  drawFooters(canvas, sender, t.pageOf)
  if (xml === null) drawWatermark(canvas, number === null ? t.draft : t.sample)
  canvas.writeStructureTree()
  const at = new Date(document.createdAt)
  const attached = xml === null ? null : { xml, ...(isXRechnung(document.buyer) ? xRechnung : facturX) }
  return savePdfA(canvas.document, { title, author: sender.name, language, at }, attached)
}

/** Fields that quotes and invoices share. */
export type PricedDocument = Pick<
  InvoiceDocument,
  'seller' | 'buyer' | 'language' | 'lines' | 'subtotalCents' | 'taxCents' | 'totalCents' | 'taxBreakdown'
>

/** Names of the embedded XML by ZUGFeRD 2 profile. */
const facturX = { name: 'factur-x.xml', conformance: 'EN 16931' }
const xRechnung = { name: 'xrechnung.xml', conformance: 'XRECHNUNG' }

/** Millimetres. */
const closingGap = 4

const titleStyle = { size: 16, bold: true }

/** Amount and due date; null if nothing is payable. */
function paymentAside({ kind, totalCents, dueDate, language }: InvoiceDocument): Aside | null {
  const t = invoiceTexts[language]
  if (kind === 'credit_note' || totalCents <= 0) return null
  return { label: t.payable, text: t.until(formatMoney(totalCents, language), formatDay(dueDate, language)) }
}

interface Aside {
  label: string
  text: string
}

/** Draws the title, with the aside on the same line if it fits. */
export function drawTitle(canvas: PdfCanvas, title: string, aside: Aside | null) {
  const amount = { size: 11, bold: true, color: canvas.accentText }
  const { label: name, text: due } = aside ?? { label: '', text: '' }
  const room = pageMargins.right - pageMargins.left
  const lines = canvas.wrapText(title, room, titleStyle)
  const beside =
    lines.length === 1 && canvas.measureText(title, titleStyle) + canvas.measureText(due, amount) + 25 < room
  canvas.drawInto(canvas.addElement('H1'), () => {
    for (const line of lines) {
      canvas.drawText(line, pageMargins.left, canvas.y + 5, titleStyle)
      canvas.y += 7
    }
  })
  if (!due) return
  const y = canvas.y + (beside ? -2 : 4)
  canvas.drawInto(canvas.addElement('P'), () => {
    const label = { size: 8, color: mutedColor }
    const left = pageMargins.right - canvas.measureText(due, amount) - canvas.measureText(name, label) - 3
    canvas.drawText(name, left, y, label)
    canvas.drawText(due, pageMargins.right, y, { ...amount, align: 'right' })
  })
  if (!beside) canvas.y += 6
}

/** Lists deducted advances that are still unpaid and payable beside the remainder. */
function drawOpenAdvances(canvas: PdfCanvas, { advances = [], language }: InvoiceDocument) {
  const open = advances.flatMap(({ number, openCents = 0 }) =>
    openCents > 0 ? [`${number} (${formatMoney(openCents, language)})`] : [],
  )
  if (open.length) canvas.drawParagraph(invoiceTexts[language].stillOpen(open), { size: 9 })
}

const formatQuantity = (value: number, language: Language) => formatNumber(value, language).replace('-', '\u2013')

/** Lines of the address window. */
export function formatRecipient({
  buyer,
  seller,
  language,
}: Pick<PricedDocument, 'buyer' | 'seller' | 'language'>): string[] {
  const isAbroad = buyer.country && buyer.country !== seller.country
  return [
    buyer.name,
    buyer.contactName,
    buyer.street,
    [buyer.postalCode, buyer.city].filter(Boolean).join(' '),
    isAbroad ? countryName(buyer.country ?? '', language).toUpperCase() : null,
  ].filter((line): line is string => Boolean(line))
}

/** The issue date may stand for the day of supply if the document says so (§ 31 (4) UStDV). */
function isSuppliedOnIssueDate(document: InvoiceDocument) {
  const supply = findSupplyPeriod(document)
  return supply?.from === document.issueDate && supply.to === document.issueDate
}

function buildReferences(document: InvoiceDocument): ReferenceBlock {
  const { language, buyer, kind, issueDate, credited, totalCents } = document
  const t = invoiceTexts[language]
  const supply = findSupplyPeriod(document)
  const days = [...new Set(supply && [supply.from, supply.to])].map((day) => formatDay(day, language))
  const entries: [string, string | null][] = [
    [t.numbers[kind], document.number ?? t.draft],
    [t.date, formatDay(issueDate, language)],
    [days.length > 1 ? t.supplyPeriod : t.supplyDay, days.join(' – ')],
    [t.correctedInvoice, credited ? t.of(credited.number, formatDay(credited.issueDate, language)) : null],
    [t.due, kind !== 'credit_note' && totalCents > 0 ? formatDay(document.dueDate, language) : null],
    [t.customerNumber, buyer.customerNumber],
    [t.buyerReference[isGermanPublicBody(buyer) ? 'public' : 'other'], buyer.buyerReference],
    [t.buyerVatId, buyer.vatId],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/** `tail` is the height to keep together with the last row. */
export function drawLineItems(
  canvas: PdfCanvas,
  { lines, language }: Pick<InvoiceDocument, 'lines' | 'language'>,
  tail: number,
) {
  const t = invoiceTexts[language]
  // If no line is taxed, the exemption reasons below the totals apply to all.
  const isTaxed = hasTaxedLines({ lines })
  const severalReasons = groupUntaxedLines({ lines }).filter(({ reason }) => reason).length > 1
  const columns: TableColumn[] = [
    { title: t.columns.position, align: 'right' },
    { title: t.columns.description, align: 'left', flexible: true },
    { title: t.columns.quantity, align: 'right', decimalSign: t.decimalSign },
    { title: t.columns.unit, align: 'left' },
    { title: t.columns.price, align: 'right' },
    ...(isTaxed ? [{ title: t.columns.tax, align: 'right' as const }] : []),
    { title: t.columns.net, align: 'right' },
  ]
  const rows = lines.map((line, index) => {
    const { name, details } = splitDescription(line.description)
    const discount = line.discountPercent ? t.discount(formatNumber(line.discountPercent, language)) : ''
    return {
      cells: [
        String(index + 1),
        name,
        formatQuantity(line.quantity, language),
        formatUnit(line.unit, line.quantity, language),
        formatMoney(line.unitPriceCents, language),
        ...(isTaxed ? [t.percent(formatNumber(line.taxRate, language))] : []),
        formatMoney(line.netCents, language),
      ],
      note: [details, discount, severalReasons ? line.taxExemptionReason : ''].filter(Boolean).join('\n'),
      cents: line.netCents,
    }
  })
  drawTable(canvas, columns, rows, { label: t.carried, format: (cents) => formatMoney(cents, language) }, tail)
}

/** Draws exemption reasons, with sums if there are several; reverse charge in German too (§ 14a (5) UStG). */
export function drawExemptionReasons(canvas: PdfCanvas, document: PricedDocument) {
  const untaxed = groupUntaxedLines(document)
  for (const { reason, netCents } of untaxed)
    if (reason)
      canvas.drawParagraph(
        untaxed.length > 1 ? `${reason}: ${formatMoney(netCents, document.language)}.` : `${reason}.`,
        {
          bold: true,
        },
      )
  if (document.language === 'en' && untaxed.some(({ category }) => category === 'AE'))
    canvas.drawParagraph(`${exemptionTexts.AE.de}.`, { color: mutedColor })
}
