import { formatNumber } from '#core/money/decimal'
import { addDays } from '#core/time/clock'
import { drawContinuationHeader, drawFooters, drawLetterHead, type ReferenceBlock } from '#documents/letter-layout'
import { lineSpacing, mutedColor, PdfCanvas, pageMargins } from '#documents/pdf-canvas'
import { savePdfA } from '#documents/pdfa'
import { drawTable, type TableColumn } from '#documents/table'
import { drawTotals, type TotalLine } from '#documents/totals'
import { drawTitle, formatRecipient } from '../../invoices/document/invoice.pdf.ts'
import { formatDay, formatMoney, invoiceTexts } from '../../invoices/document/invoice.texts.ts'
import { drawPaymentPanel } from '../../invoices/document/payment.pdf.ts'
import { buildSender } from '../../invoices/document/sender.ts'
import type { ReminderDocument } from './reminder.document.ts'
import { reminderBody, reminderTexts, reminderTitle } from './reminder.texts.ts'

/** Renders tagged PDF/A with the claim as verifiable tables. Deterministic. */
export async function renderReminderPdf(document: ReminderDocument): Promise<Uint8Array> {
  const { language, invoice, seller } = document
  const t = reminderTexts[language]
  const title = t.about(reminderTitle(document, language), invoice.number)
  const sender = await buildSender(document)
  const { logo: _, ...written } = document
  const text = JSON.stringify([written, sender.footer])
  const { accentColor } = seller
  const canvas = await PdfCanvas.create({ language, accentColor, text }, (page) =>
    drawContinuationHeader(page, title, sender.name),
  )
  const day = (date: string) => formatDay(date, language)
  const euros = (cents: number) => formatMoney(cents, language)

  drawLetterHead(canvas, sender, formatRecipient(document), buildReferences(document))
  drawTitle(canvas, title, null)
  canvas.y += 4
  canvas.drawParagraph(t.greeting)
  canvas.y += lineSpacing / 2
  const invoiced = [invoice.number, day(invoice.issueDate), day(invoice.dueDate)] as const
  canvas.drawParagraph(document.text ?? reminderBody(document, language, invoiced))
  canvas.y += 4

  drawBalanceEntries(canvas, document)
  if (document.segments.length) drawInterest(canvas, document)
  const charges = buildChargeLines(document)
  const sums: TotalLine[] = charges.length ? [[t.open, euros(document.openCents)], ...charges] : []
  drawTotals(canvas, sums, [t.total, euros(document.totalCents)])
  if (document.chargesCents > 0) canvas.drawParagraph(t.noVat, { size: 8.5, color: mutedColor })
  if (document.segments.length)
    canvas.drawParagraph(t.further(day(addDays(document.sentOn, 1))), { size: 8.5, color: mutedColor })
  canvas.y += 3
  const pay = seller.iban ? t.pay : t.payWithout
  drawPaymentPanel(canvas, {
    seller,
    language,
    cents: document.totalCents,
    reference: invoice.number,
    sentences: [
      { text: pay(euros(document.totalCents), day(document.dueDate)), size: 9.5, bold: true },
      { text: t.crossed, size: 9 },
    ],
  })
  canvas.y += 4
  canvas.drawParagraph(t.farewell)
  canvas.drawParagraph(sender.name)
  drawFooters(canvas, sender, invoiceTexts[language].pageOf)
  canvas.writeStructureTree()
  return savePdfA(canvas.document, { title, author: sender.name, language, at: new Date(document.createdAt) }, null)
}

function buildReferences({ language, invoice, sentOn, buyer, level, defaultSince }: ReminderDocument): ReferenceBlock {
  const t = reminderTexts[language]
  const own = invoiceTexts[language]
  const entries: [string, string | null][] = [
    [t.date, formatDay(sentOn, language)],
    [t.invoiceNumber, invoice.number],
    [t.invoiceDate, formatDay(invoice.issueDate, language)],
    [t.wasDue, formatDay(invoice.dueDate, language)],
    [t.defaultSince, level > 0 && defaultSince <= sentOn ? formatDay(defaultSince, language) : null],
    [own.customerNumber, buyer.customerNumber],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/** Keeps the heading on the page of its table. */
function drawHeading(canvas: PdfCanvas, text: string) {
  canvas.ensureSpace(38)
  canvas.drawTextElement(text, pageMargins.left, canvas.y + 3.5, { size: 10, bold: true, color: canvas.accentText })
  canvas.y += 6
}

/** Draws how the open amount follows from the invoice total. */
function drawBalanceEntries(canvas: PdfCanvas, { language, invoice, entries, openCents }: ReminderDocument) {
  const t = reminderTexts[language]
  const { columns } = t
  const row = (text: string, cents: number) => ({ cells: [text, formatMoney(cents, language)], cents })
  const rows = [
    row(t.invoiceOf(invoice.number, formatDay(invoice.issueDate, language)), invoice.totalCents),
    ...entries.map(({ kind, day, cents, number }) =>
      row(t.entries[kind](formatDay(day, language), number ?? ''), cents),
    ),
    ...(entries.length ? [{ ...row(t.open, openCents), cents: 0 }] : []),
  ]
  const shape: TableColumn[] = [
    { title: columns.item, align: 'left', flexible: true },
    { title: columns.amount, align: 'right' },
  ]
  drawHeading(canvas, t.claim)
  drawTable(canvas, shape, rows, {
    label: invoiceTexts[language].carried,
    format: (cents) => formatMoney(cents, language),
  })
  canvas.y += 4
}

/** Draws the interest by period. */
function drawInterest(canvas: PdfCanvas, { language, segments, isConsumer, interestCents }: ReminderDocument) {
  const t = reminderTexts[language]
  const { columns } = t
  const percent = (hundredths: number) => formatNumber(hundredths / 100, language).replace('-', '\u2013')
  const rows = [
    ...segments.map((segment) => ({
      cells: [
        `${formatDay(segment.from, language)} – ${formatDay(segment.to, language)}`,
        String(segment.days),
        formatMoney(segment.openCents, language),
        t.rate(percent(segment.baseHundredths), isConsumer ? '5' : '9', percent(segment.rateHundredths)),
        formatMoney(segment.interestCents, language),
      ],
      cents: segment.interestCents,
    })),
  ]
  if (rows.length > 1) rows.push({ cells: [t.interest, '', '', '', formatMoney(interestCents, language)], cents: 0 })
  const shape: TableColumn[] = [
    { title: columns.period, align: 'left' },
    { title: columns.days, align: 'right' },
    { title: columns.open, align: 'right' },
    { title: columns.rate, align: 'left', flexible: true },
    { title: columns.interest, align: 'right' },
  ]
  drawHeading(canvas, t.interestTable)
  const carry = { label: invoiceTexts[language].carried, format: (cents: number) => formatMoney(cents, language) }
  drawTable(canvas, shape, rows, carry, lineSpacing * 2)
  canvas.drawParagraph(t.formula(isConsumer), { size: 7.8, color: mutedColor })
  canvas.y += 2
}

/** Charges besides the open amount; none on a friendly reminder. */
function buildChargeLines(document: ReminderDocument): TotalLine[] {
  const { language, earlierLevels, fees, flatSumCents, setOffCents, interestCents, settledChargesCents, chargesCents } =
    document
  const t = reminderTexts[language]
  const sum = (label: string, cents: number): TotalLine[] => (cents ? [[label, formatMoney(cents, language)]] : [])
  const claimed = [
    ...fees.flatMap(({ level, day, cents }) =>
      sum(t.feeOf(reminderTitle({ level, earlierLevels }, language), formatDay(day, language)), cents),
    ),
    ...sum(t.flat, flatSumCents),
    ...sum(t.setOff, 0 - setOffCents),
    ...sum(t.interest, interestCents),
  ]
  const allCents = fees.reduce((all, { cents }) => all + cents, 0) + flatSumCents - setOffCents + interestCents
  // At most what is claimed.
  const settled = Math.min(settledChargesCents, allCents - chargesCents)
  return claimed.length ? [...claimed, ...sum(t.settled, 0 - settled)] : []
}
