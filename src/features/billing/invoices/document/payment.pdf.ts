import { formatNumber } from '#core/money/decimal'
import type { Language } from '#core/text/language'
import { drawGirocode, isGirocodeAmount } from '#documents/girocode'
import { lineSpacing, mutedColor, type PdfCanvas, pageMargins, type TextStyle, textColor } from '#documents/pdf-canvas'
import { computeCashDiscount, type InvoiceDocument } from './invoice.document.ts'
import { formatDay, formatMoney, formatRefundText, invoiceTexts } from './invoice.texts.ts'
import { formatIban } from './sender.ts'

const padding = 4
const codeSize = 24

/** Draws due date, cash discount, account and payment QR code. */
export function drawPaymentDetails(canvas: PdfCanvas, document: InvoiceDocument) {
  const { kind, language, totalCents } = document
  const t = invoiceTexts[language]
  canvas.y += 4
  if (kind !== 'credit_note' && totalCents > 0) return drawPanel(canvas, document)
  canvas.drawParagraph(kind === 'credit_note' ? formatRefundText(document) : t.nothingDue)
}

function drawPanel(canvas: PdfCanvas, document: InvoiceDocument) {
  const { seller, number, totalCents, language } = document
  drawPaymentPanel(canvas, { seller, language, cents: totalCents, reference: number, sentences: sentences(document) })
}

export interface PaymentPanel {
  seller: Pick<InvoiceDocument['seller'], 'accountHolder' | 'legalName' | 'iban' | 'bic'>
  language: Language
  cents: number
  /** Null if there is none yet; then no code is drawn. */
  reference: string | null
  sentences: readonly ({ text: string } & TextStyle)[]
}

/** Draws the sentences, the account and a QR code for banking apps. */
export function drawPaymentPanel(canvas: PdfCanvas, { seller, language, cents, reference, sentences }: PaymentPanel) {
  const t = invoiceTexts[language]
  const payee = seller.accountHolder || seller.legalName || ''
  const { iban, bic } = seller
  const withCode = iban !== null && reference !== null && payee !== '' && isGirocodeAmount(cents)
  const left = pageMargins.left + padding
  const width = pageMargins.right - padding - left - (withCode ? codeSize + 8 : 0)

  const lines = sentences.flatMap(({ text, ...style }) =>
    canvas.wrapText(text, width, style).map((line) => ({ line, style })),
  )
  const account: [string, string | null][] = iban
    ? [
        [t.accountHolder, payee],
        ['IBAN', formatIban(iban)],
        ['BIC', bic],
        [t.reference, reference],
      ]
    : []
  const rows = account
    .filter((row): row is [string, string] => Boolean(row[1]))
    .flatMap(([label, value]) =>
      canvas.wrapText(value, width - 34, { size: 9 }).map((line, index) => [index === 0 ? label : '', line] as const),
    )
  const textHeight = (lines.length + rows.length) * lineSpacing + (rows.length ? 2 : 0)
  const height = Math.max(textHeight, withCode ? codeSize + 3.5 : 0) + 2 * padding
  canvas.ensureSpace(height)
  canvas.fillBoxes([{ x: pageMargins.left, y: canvas.y, width: pageMargins.right - pageMargins.left, height }])

  const top = canvas.y + padding
  let y = top + 3.3
  canvas.drawInto(canvas.addElement('P'), () => {
    for (const { line, style } of lines) {
      canvas.drawText(line, left, y, style)
      y += lineSpacing
    }
  })
  y += 2
  for (const [label, value] of rows) {
    canvas.drawInto(canvas.addElement('P'), () => {
      canvas.drawText(label, left, y, { size: 8.5, color: mutedColor })
      canvas.drawText(value, left + 34, y, { size: 9, color: textColor })
    })
    y += lineSpacing
  }
  if (withCode) {
    const x = pageMargins.right - padding - codeSize
    const transfer = { name: payee, iban, bic, cents, reference }
    canvas.drawInto(canvas.addElement('Figure', null, { alternative: t.code(formatMoney(cents, language)) }), () =>
      drawGirocode(canvas, transfer, x, top, codeSize),
    )
    canvas.drawTextElement(t.scan, x + codeSize, top + codeSize + 3.3, {
      size: 7,
      color: mutedColor,
      align: 'right',
    })
  }
  canvas.y += height
}

function sentences(document: InvoiceDocument): ({ text: string } & TextStyle)[] {
  const { language, totalCents, dueDate, seller } = document
  const t = invoiceTexts[language]
  const cashDiscount = computeCashDiscount(document)
  const ask = seller.iban ? t.pay : t.payWithout
  const pay = { text: ask(formatMoney(totalCents, language), formatDay(dueDate, language)), size: 9.5, bold: true }
  if (!cashDiscount) return [pay]
  const { until, percent, payableCents } = cashDiscount
  const less = t.cashDiscount(
    formatDay(until, language),
    formatNumber(percent, language),
    formatMoney(payableCents, language),
  )
  return [pay, { text: less, size: 9 }]
}
