import { formatNumber } from '#core/money/decimal'
import { addDays } from '#core/time/clock'
import { drawContinuation, drawFeet, drawHead, type References } from '#documents/frame'
import { finishPdfA } from '#documents/pdfa'
import { faint, leading, margin, Sheet } from '#documents/sheet'
import { drawSums, type Sum } from '#documents/sums'
import { type Column, drawTable } from '#documents/table'
import { drawTitle, recipientOf } from '../../invoices/document/invoice.pdf.ts'
import { money, showDay, texts } from '../../invoices/document/invoice.texts.ts'
import { drawAccount } from '../../invoices/document/payment.pdf.ts'
import { senderOf } from '../../invoices/document/sender.ts'
import type { ReminderDocument } from './reminder.document.ts'
import { bodyOf, reminderTexts, titleOf } from './reminder.texts.ts'

/** A reminder as tagged PDF/A: the letter, and its claim as tables that anyone can compute again. The same input makes the same bytes. */
export async function renderReminderPdf(document: ReminderDocument): Promise<Uint8Array> {
  const { language, invoice, seller } = document
  const words = reminderTexts[language]
  const title = words.about(titleOf(document, language), invoice.number)
  const sender = await senderOf(document)
  const { logo: _, ...written } = document
  const text = JSON.stringify([written, sender.footer])
  const { accentColor } = seller
  const sheet = await Sheet.create({ language, accentColor, text }, (page) =>
    drawContinuation(page, title, sender.name),
  )
  const day = (date: string) => showDay(date, language)
  const euros = (cents: number) => money(cents, language)

  drawHead(sheet, sender, recipientOf(document), referencesOf(document))
  drawTitle(sheet, title, null)
  sheet.y += 4
  sheet.paragraph(words.greeting)
  sheet.y += leading / 2
  const invoiced = [invoice.number, day(invoice.issueDate), day(invoice.dueDate)] as const
  sheet.paragraph(document.text ?? bodyOf(document, language, invoiced))
  sheet.y += 4

  drawEntries(sheet, document)
  if (document.segments.length) drawInterest(sheet, document)
  const charges = chargesOf(document)
  const sums: Sum[] = charges.length ? [[words.open, euros(document.openCents)], ...charges] : []
  drawSums(sheet, sums, [words.total, euros(document.totalCents)])
  if (document.chargesCents > 0) sheet.paragraph(words.noVat, { size: 8.5, color: faint })
  if (document.segments.length)
    sheet.paragraph(words.further(day(addDays(document.sentOn, 1))), { size: 8.5, color: faint })
  sheet.y += 3
  const pay = seller.iban ? words.pay : words.payWithout
  drawAccount(sheet, {
    seller,
    language,
    cents: document.totalCents,
    reference: invoice.number,
    sentences: [
      { text: pay(euros(document.totalCents), day(document.dueDate)), size: 9.5, bold: true },
      { text: words.crossed, size: 9 },
    ],
  })
  sheet.y += 4
  sheet.paragraph(words.farewell)
  sheet.paragraph(sender.name)
  drawFeet(sheet, sender, texts[language].pageOf)
  sheet.finishStructure()
  return finishPdfA(sheet.document, { title, author: sender.name, language, at: new Date(document.createdAt) }, null)
}

function referencesOf({ language, invoice, sentOn, buyer, level, defaultSince }: ReminderDocument): References {
  const words = reminderTexts[language]
  const own = texts[language]
  const entries: [string, string | null][] = [
    [words.date, showDay(sentOn, language)],
    [words.invoiceNumber, invoice.number],
    [words.invoiceDate, showDay(invoice.issueDate, language)],
    [words.wasDue, showDay(invoice.dueDate, language)],
    [words.defaultSince, level > 0 && defaultSince <= sentOn ? showDay(defaultSince, language) : null],
    [own.customerNumber, buyer.customerNumber],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/** What a table is about, above it and on its page. */
function drawHeading(sheet: Sheet, text: string) {
  sheet.need(38)
  sheet.single(text, margin.left, sheet.y + 3.5, { size: 10, bold: true, color: sheet.accentText })
  sheet.y += 6
}

/** From the invoice's total to what is open of it. */
function drawEntries(sheet: Sheet, { language, invoice, entries, openCents }: ReminderDocument) {
  const words = reminderTexts[language]
  const { columns } = words
  const row = (text: string, cents: number) => ({ cells: [text, money(cents, language)], cents })
  const rows = [
    row(words.invoiceOf(invoice.number, showDay(invoice.issueDate, language)), invoice.totalCents),
    ...entries.map(({ kind, day, cents, number }) =>
      row(words.entries[kind](showDay(day, language), number ?? ''), cents),
    ),
    ...(entries.length ? [{ ...row(words.open, openCents), cents: 0 }] : []),
  ]
  const shape: Column[] = [
    { title: columns.item, align: 'left', flexible: true },
    { title: columns.amount, align: 'right' },
  ]
  drawHeading(sheet, words.claim)
  drawTable(sheet, shape, rows, { label: texts[language].carried, format: (cents) => money(cents, language) })
  sheet.y += 4
}

/** The interest line by line: nothing but these figures is needed to compute it again. */
function drawInterest(sheet: Sheet, { language, segments, isConsumer, interestCents }: ReminderDocument) {
  const words = reminderTexts[language]
  const { columns } = words
  const percent = (hundredths: number) => formatNumber(hundredths / 100, language).replace('-', '\u2013')
  const rows = [
    ...segments.map((segment) => ({
      cells: [
        `${showDay(segment.from, language)} – ${showDay(segment.to, language)}`,
        String(segment.days),
        money(segment.openCents, language),
        words.rate(percent(segment.baseHundredths), isConsumer ? '5' : '9', percent(segment.rateHundredths)),
        money(segment.interestCents, language),
      ],
      cents: segment.interestCents,
    })),
  ]
  if (rows.length > 1) rows.push({ cells: [words.interest, '', '', '', money(interestCents, language)], cents: 0 })
  const shape: Column[] = [
    { title: columns.period, align: 'left' },
    { title: columns.days, align: 'right' },
    { title: columns.open, align: 'right' },
    { title: columns.rate, align: 'left', flexible: true },
    { title: columns.interest, align: 'right' },
  ]
  drawHeading(sheet, words.interestTable)
  const carry = { label: texts[language].carried, format: (cents: number) => money(cents, language) }
  drawTable(sheet, shape, rows, carry, leading * 2)
  sheet.paragraph(words.formula(isConsumer), { size: 7.8, color: faint })
  sheet.y += 2
}

/** What is claimed beside the open amount; nothing on a friendly reminder. */
function chargesOf(document: ReminderDocument): Sum[] {
  const { language, earlierLevels, fees, flatSumCents, setOffCents, interestCents, settledChargesCents, chargesCents } =
    document
  const words = reminderTexts[language]
  const sum = (label: string, cents: number): Sum[] => (cents ? [[label, money(cents, language)]] : [])
  const claimed = [
    ...fees.flatMap(({ level, day, cents }) =>
      sum(words.feeOf(titleOf({ level, earlierLevels }, language), showDay(day, language)), cents),
    ),
    ...sum(words.flat, flatSumCents),
    ...sum(words.setOff, 0 - setOffCents),
    ...sum(words.interest, interestCents),
  ]
  const allCents = fees.reduce((all, { cents }) => all + cents, 0) + flatSumCents - setOffCents + interestCents
  // No more is taken off than is claimed.
  const settled = Math.min(settledChargesCents, allCents - chargesCents)
  return claimed.length ? [...claimed, ...sum(words.settled, 0 - settled)] : []
}
