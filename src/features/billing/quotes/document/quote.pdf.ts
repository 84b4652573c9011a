import {
  drawContinuationHeader,
  drawFooters,
  drawLetterHead,
  drawWatermark,
  type ReferenceBlock,
} from '#documents/letter-layout'
import { lineSpacing, mutedColor, PdfCanvas, pageMargins } from '#documents/pdf-canvas'
import { savePdfA } from '#documents/pdfa'
import { drawTotals, measureTotals } from '#documents/totals'
import { isGermanPublicBody } from '../../invoices/document/invoice.document.ts'
import { drawExemptionReasons, drawLineItems, drawTitle, formatRecipient } from '../../invoices/document/invoice.pdf.ts'
import { formatDay, formatMoney, invoiceTexts } from '../../invoices/document/invoice.texts.ts'
import { buildSender } from '../../invoices/document/sender.ts'
import { buildTotalLines } from '../../invoices/document/total-lines.ts'
import type { QuoteDocument } from './quote.document.ts'
import { quoteTexts } from './quote.texts.ts'

/** Renders tagged PDF/A, with a watermark for a draft. The same input renders the same bytes. */
export async function renderQuotePdf(document: QuoteDocument): Promise<Uint8Array> {
  const { language, number, validUntil } = document
  const words = { ...invoiceTexts[language], ...quoteTexts[language] }
  const title = `${words.title} ${number ?? ''}`.trim()
  const sender = await buildSender(document)
  const { logo: _, ...written } = document
  const text = JSON.stringify([written, sender.footer])
  const canvas = await PdfCanvas.create({ language, accentColor: document.seller.accentColor, text }, (page) =>
    drawContinuationHeader(page, title, sender.name),
  )

  drawLetterHead(canvas, sender, formatRecipient(document), referenceBlock(document))
  drawTitle(canvas, title, { label: words.validUntil, text: formatDay(validUntil, language) })
  canvas.y += 4
  if (document.introduction) canvas.drawParagraph(document.introduction)
  canvas.y += 4

  const sums = buildTotalLines(document)
  drawLineItems(canvas, document, measureTotals(sums))
  drawTotals(canvas, sums, [words.total, formatMoney(document.totalCents, language)])
  drawExemptionReasons(canvas, document)
  canvas.y += gap
  if (document.closing) {
    canvas.drawParagraph(document.closing)
    canvas.y += gap
  }
  drawAcceptance(canvas, document)
  drawFooters(canvas, sender, words.pageOf)
  if (number === null) drawWatermark(canvas, words.draft)
  canvas.writeStructureTree()
  return savePdfA(canvas.document, { title, author: sender.name, language, at: new Date(document.createdAt) }, null)
}

/** Space between the parts below the sums, in millimetres. */
const gap = 4

function referenceBlock({ language, buyer, number, issueDate, validUntil }: QuoteDocument): ReferenceBlock {
  const words = { ...invoiceTexts[language], ...quoteTexts[language] }
  const entries: [string, string | null][] = [
    [words.number, number ?? words.draft],
    [words.date, formatDay(issueDate, language)],
    [words.validUntil, formatDay(validUntil, language)],
    [words.customerNumber, buyer.customerNumber],
    [words.buyerReference[isGermanPublicBody(buyer) ? 'public' : 'other'], buyer.buyerReference],
    [words.buyerVatId, buyer.vatId],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

const padding = 4
/** Space for handwriting above a line. */
const writing = 13

/** Deadline and way of acceptance, with lines for a signature on paper. */
function drawAcceptance(canvas: PdfCanvas, { language, validUntil, isSignedOnline }: QuoteDocument) {
  const words = quoteTexts[language]
  const left = pageMargins.left + padding
  const right = pageMargins.right - padding
  const bold = { size: 9.5, bold: true }
  const plain = { size: 9 }
  const lines = [
    ...canvas
      .wrapText(words.valid(formatDay(validUntil, language)), right - left, bold)
      .map((line) => ({ line, style: bold })),
    ...canvas
      .wrapText(isSignedOnline ? words.acceptOnline : words.acceptOnPaper, right - left, plain)
      .map((line) => ({ line, style: plain })),
  ]
  const height = lines.length * lineSpacing + writing + 6 + 2 * padding
  canvas.ensureSpace(height)
  canvas.fillBoxes([{ x: pageMargins.left, y: canvas.y, width: pageMargins.right - pageMargins.left, height }])
  let y = canvas.y + padding + 3.3
  canvas.drawInto(canvas.addElement('P'), () => {
    for (const { line, style } of lines) {
      canvas.drawText(line, left, y, style)
      y += lineSpacing
    }
  })
  y += writing - lineSpacing / 2
  const middle = (left + right) / 2
  for (const [label, from, to] of [
    [words.placeAndDate, left, middle - 5],
    [words.signature, middle + 5, right],
  ] as const) {
    canvas.drawRule(from, to, y, { thickness: 0.25, color: mutedColor })
    canvas.drawTextElement(label, from, y + 3.4, { size: 7.5, color: mutedColor })
  }
  canvas.y += height
}
