import { drawContinuation, drawFeet, drawHead, drawWatermark, type References } from '#documents/frame'
import { finishPdfA } from '#documents/pdfa'
import { faint, leading, margin, Sheet } from '#documents/sheet'
import { drawSums, heightOfSums } from '#documents/sums'
import { isGermanPublicBody } from '../../invoices/document/document.ts'
import { drawLaw, drawLines, drawTitle, recipientOf } from '../../invoices/document/invoice.pdf.ts'
import { money, showDay, texts } from '../../invoices/document/invoice.texts.ts'
import { senderOf } from '../../invoices/document/sender.ts'
import { sumsOf } from '../../invoices/document/sums.ts'
import type { QuoteDocument } from './quote.document.ts'
import { quoteTexts } from './quote.texts.ts'

/** The quote as tagged PDF/A; one without a number is a draft, and watermarked. The same input makes the same bytes. */
export async function renderQuotePdf(document: QuoteDocument): Promise<Uint8Array> {
  const { language, number, validUntil } = document
  const words = { ...texts[language], ...quoteTexts[language] }
  const title = `${words.title} ${number ?? ''}`.trim()
  const sender = await senderOf(document)
  const { logo: _, ...written } = document
  const text = JSON.stringify([written, sender.footer])
  const sheet = await Sheet.create({ language, accentColor: document.seller.accentColor, text }, (page) =>
    drawContinuation(page, title, sender.name),
  )

  drawHead(sheet, sender, recipientOf(document), referencesOf(document))
  drawTitle(sheet, title, { label: words.validUntil, text: showDay(validUntil, language) })
  sheet.y += 4
  if (document.introduction) sheet.paragraph(document.introduction)
  sheet.y += 4

  const sums = sumsOf(document)
  drawLines(sheet, document, heightOfSums(sums))
  drawSums(sheet, sums, [words.total, money(document.totalCents, language)])
  drawLaw(sheet, document)
  sheet.y += gap
  if (document.closing) {
    sheet.paragraph(document.closing)
    sheet.y += gap
  }
  drawAcceptance(sheet, document)
  drawFeet(sheet, sender, words.pageOf)
  if (number === null) drawWatermark(sheet, words.draft)
  sheet.finishStructure()
  return finishPdfA(sheet.document, { title, author: sender.name, language, at: new Date(document.createdAt) }, null)
}

/** Between the parts below the sums, in millimetres. */
const gap = 4

function referencesOf({ language, buyer, number, issueDate, validUntil }: QuoteDocument): References {
  const words = { ...texts[language], ...quoteTexts[language] }
  const entries: [string, string | null][] = [
    [words.number, number ?? words.draft],
    [words.date, showDay(issueDate, language)],
    [words.validUntil, showDay(validUntil, language)],
    [words.customerNumber, buyer.customerNumber],
    [words.buyerReference[isGermanPublicBody(buyer) ? 'public' : 'other'], buyer.buyerReference],
    [words.buyerVatId, buyer.vatId],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

const padding = 4
/** Room to write in above a line. */
const writing = 13

/** Until when and how to accept it, with the lines for whoever signs on paper. */
function drawAcceptance(sheet: Sheet, { language, validUntil, isSignedOnline }: QuoteDocument) {
  const words = quoteTexts[language]
  const left = margin.left + padding
  const right = margin.right - padding
  const bold = { size: 9.5, bold: true }
  const plain = { size: 9 }
  const lines = [
    ...sheet
      .wrap(words.valid(showDay(validUntil, language)), right - left, bold)
      .map((line) => ({ line, style: bold })),
    ...sheet
      .wrap(isSignedOnline ? words.acceptOnline : words.acceptOnPaper, right - left, plain)
      .map((line) => ({ line, style: plain })),
  ]
  const height = lines.length * leading + writing + 6 + 2 * padding
  sheet.need(height)
  sheet.boxes([{ x: margin.left, y: sheet.y, width: margin.right - margin.left, height }])
  let y = sheet.y + padding + 3.3
  sheet.within(sheet.part('P'), () => {
    for (const { line, style } of lines) {
      sheet.line(line, left, y, style)
      y += leading
    }
  })
  y += writing - leading / 2
  const middle = (left + right) / 2
  for (const [label, from, to] of [
    [words.placeAndDate, left, middle - 5],
    [words.signature, middle + 5, right],
  ] as const) {
    sheet.rule(from, to, y, { thickness: 0.25, color: faint })
    sheet.single(label, from, y + 3.4, { size: 7.5, color: faint })
  }
  sheet.y += height
}
