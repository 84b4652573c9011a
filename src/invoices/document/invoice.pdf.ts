import { drawFeet, drawHead, drawWatermark, type Sender } from '../../core/documents/frame.ts'
import { drawGirocode } from '../../core/documents/girocode.ts'
import { finishPdfA } from '../../core/documents/pdfa.ts'
import { accent, faint, margin, Sheet } from '../../core/documents/sheet.ts'
import { drawTable } from '../../core/documents/table.ts'
import { formatCents, formatNumber } from '../../core/money/decimal.ts'
import { countryName } from '../../core/text/countries.ts'
import { unitName } from '../../core/text/units.ts'
import { type InvoiceDocument, supplyPeriod } from './document.ts'
import { showDay, texts } from './invoice.texts.ts'

/**
 * The document as PDF/A-3b with its XML inside (ZUGFeRD), or, without an XML, as a watermarked draft. The same input
 * makes the same bytes.
 */
export async function renderInvoicePdf(document: InvoiceDocument, xml: string | null): Promise<Uint8Array> {
  const { language, number } = document
  const words = texts[language]
  const title = `${titleOf(document)} ${number ?? ''}`.trim()
  const sheet = await Sheet.create((next) => drawContinuation(next, title))
  const sender = senderOf(document)

  drawHead(sheet, sender, recipientOf(document), referencesOf(document))
  sheet.line(title, margin.left, sheet.y + 5, { size: 15, bold: true })
  sheet.y += 11
  if (document.credited)
    sheet.paragraph(words.corrects(document.credited.number, showDay(document.credited.issueDate, language)), {
      size: 9.5,
    })
  if (document.introduction) sheet.paragraph(document.introduction)
  sheet.y += 3

  drawLines(sheet, document)
  drawSums(sheet, document)
  drawLaw(sheet, document)
  drawPayment(sheet, document)
  if (document.closing) {
    sheet.y += 3
    sheet.paragraph(document.closing)
  }

  drawFeet(sheet, sender, words.pageOf)
  if (xml === null) drawWatermark(sheet, words.draft)
  const at = new Date(`${document.issueDate}T12:00:00Z`)
  return finishPdfA(sheet.document, { title, author: sender.name, language, at }, xml)
}

const titleOf = ({ kind, language }: InvoiceDocument) => texts[language].titles[kind]

function drawContinuation(sheet: Sheet, title: string) {
  sheet.line(title, margin.left, 16, { size: 8, color: faint })
  sheet.rule(margin.left, margin.right, 18)
  sheet.y = 24
}

function senderOf({ seller, language }: InvoiceDocument): Sender {
  const words = texts[language]
  const name = seller.legalName ?? ''
  const labelled = (label: string, value: string | null) => (value ? `${label} ${value}` : '')
  const columns = [
    [
      name,
      seller.street,
      [seller.postalCode, seller.city].filter(Boolean).join(' '),
      countryName(seller.country, language),
    ],
    [seller.phone, seller.email, seller.website],
    [
      labelled(words.vatId, seller.vatId),
      labelled(words.taxNumber, seller.taxNumber),
      seller.registerCourt,
      seller.registerNumber,
      labelled(words.directors, seller.managingDirectors),
    ],
    [seller.bankName, labelled('IBAN', seller.iban && spaced(seller.iban)), labelled('BIC', seller.bic)],
  ]
  const footer = columns
    .map((lines) => lines.filter((line): line is string => Boolean(line)))
    .filter((lines) => lines.length)
  return { name, street: seller.street, postalCode: seller.postalCode, city: seller.city, footer }
}

const spaced = (iban: string) => iban.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1 ')

function recipientOf({ buyer, seller, language }: InvoiceDocument): string[] {
  const abroad =
    buyer.country && buyer.country !== seller.country ? countryName(buyer.country, language).toUpperCase() : null
  return [
    buyer.name,
    buyer.contactName,
    buyer.street,
    [buyer.postalCode, buyer.city].filter(Boolean).join(' '),
    abroad,
  ].filter((line): line is string => Boolean(line))
}

function referencesOf(document: InvoiceDocument): [string, string][] {
  const { language, buyer, kind } = document
  const words = texts[language]
  const { from, to } = supplyPeriod(document)
  const supplied =
    from === to
      ? from === document.issueDate
        ? words.supplyIsIssue
        : showDay(from, language)
      : `${showDay(from, language)} – ${showDay(to, language)}`
  const entries: [string, string | null][] = [
    [words.numbers[kind], document.number ?? words.draft],
    [words.date, showDay(document.issueDate, language)],
    [from === to ? words.supplyDay : words.supplyPeriod, supplied],
    [words.due, kind === 'invoice' ? showDay(document.dueDate, language) : null],
    [words.customerNumber, buyer.customerNumber],
    [words.buyerReference, buyer.buyerReference],
    [words.buyerVatId, buyer.vatId],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

function drawLines(sheet: Sheet, { lines, language }: InvoiceDocument) {
  const words = texts[language]
  const columns = [
    { title: words.columns.position, width: 10, align: 'left' },
    { title: words.columns.description, width: 67, align: 'left' },
    { title: words.columns.quantity, width: 19, align: 'right' },
    { title: words.columns.unit, width: 16, align: 'left' },
    { title: words.columns.price, width: 22, align: 'right' },
    { title: words.columns.tax, width: 12, align: 'right' },
    { title: words.columns.net, width: 19, align: 'right' },
  ] as const
  const rows = lines.map((line, index) => ({
    cells: [
      String(index + 1),
      line.description,
      formatNumber(line.quantity, language),
      unitName(line.unit, language),
      formatCents(line.unitPriceCents, language),
      line.taxCategory === 'O' ? '–' : `${formatNumber(line.taxRate, language)} %`,
      formatCents(line.netCents, language),
    ],
    ...(line.discountPercent && { note: words.discount(formatNumber(line.discountPercent, language)) }),
    sum: line.netCents,
  }))
  drawTable(sheet, columns, rows, { label: words.carried, format: (cents) => formatCents(cents, language) })
}

function drawSums(sheet: Sheet, { subtotalCents, totalCents, taxBreakdown, language }: InvoiceDocument) {
  const words = texts[language]
  const entries: [string, number][] = [
    [words.subtotal, subtotalCents],
    ...taxBreakdown
      .filter(({ taxRate }) => taxRate > 0)
      .map(({ taxRate, netCents, taxCents }): [string, number] => [
        words.taxOn(formatNumber(taxRate, language), formatCents(netCents, language)),
        taxCents,
      ]),
  ]
  sheet.need(entries.length * 5.4 + 16)
  sheet.y += 3
  const left = 105
  for (const [label, cents] of entries) {
    sheet.line(label, left, sheet.y + 3.6, { size: 9 })
    sheet.line(formatCents(cents, language), margin.right - 1, sheet.y + 3.6, { size: 9, align: 'right' })
    sheet.y += 5.4
  }
  sheet.rule(left, margin.right, sheet.y + 0.6, { thickness: 1, color: accent })
  sheet.line(words.total, left, sheet.y + 6.4, { size: 11.5, bold: true })
  sheet.line(formatCents(totalCents, language), margin.right - 1, sheet.y + 6.4, {
    size: 11.5,
    bold: true,
    align: 'right',
  })
  sheet.y += 13
}

/** The law's words for what bears no tax, each once. */
function drawLaw(sheet: Sheet, { lines, language }: InvoiceDocument) {
  const reasons = new Set(lines.map(({ taxExemptionReason }) => taxExemptionReason).filter((text) => text !== null))
  for (const reason of reasons) sheet.paragraph(`${reason}.`, { bold: true, size: 9.5 })
  if (reasons.size && language === 'en' && lines.some(({ taxCategory }) => taxCategory === 'AE'))
    sheet.paragraph('Steuerschuldnerschaft des Leistungsempfängers.', { size: 8.5, color: faint })
}

function drawPayment(sheet: Sheet, document: InvoiceDocument) {
  const { seller, language, kind, totalCents, dueDate, number, cashDiscountDays, cashDiscountPercent } = document
  const words = texts[language]
  if (kind === 'credit_note') {
    sheet.paragraph(words.refund)
    return
  }
  const withCode = Boolean(seller.iban && number && totalCents > 0 && totalCents < 99_999_999_999)
  sheet.need(withCode ? 40 : 14)
  const top = sheet.y + 1
  sheet.y = top
  const width = withCode ? 125 : margin.right - margin.left
  sheet.paragraph(words.pay(formatCents(totalCents, language), showDay(dueDate, language)), { width })
  if (cashDiscountPercent && cashDiscountDays !== null) {
    const discount = Math.round((totalCents * cashDiscountPercent) / 100)
    const until = showDay(addDays(document.issueDate, cashDiscountDays), language)
    sheet.paragraph(
      words.cashDiscount(
        until,
        formatNumber(cashDiscountPercent, language),
        formatCents(totalCents - discount, language),
      ),
      { width },
    )
  }
  if (seller.iban) {
    sheet.y += 1.5
    const account: [string, string | null][] = [
      [words.accountHolder, seller.accountHolder ?? seller.legalName],
      ['IBAN', spaced(seller.iban)],
      ['BIC', seller.bic],
      [words.reference, number],
    ]
    for (const [label, value] of account) {
      if (!value) continue
      sheet.line(label, margin.left, sheet.y + 3.4, { size: 8.5, color: faint })
      sheet.line(value, margin.left + 34, sheet.y + 3.4, { size: 9 })
      sheet.y += 4.8
    }
  }
  if (withCode) {
    const size = 28
    const transfer = {
      name: seller.accountHolder ?? seller.legalName ?? '',
      iban: seller.iban ?? '',
      bic: seller.bic,
      cents: totalCents,
      reference: number ?? '',
    }
    drawGirocode(sheet, transfer, margin.right - size, top + 1, size)
    sheet.line(words.scan, margin.right - size / 2, top + size + 4.5, { size: 6.8, color: faint, align: 'center' })
    sheet.y = Math.max(sheet.y, top + size + 6)
  }
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
