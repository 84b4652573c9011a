import { formatNumber } from '#core/money/decimal'
import type { Language } from '#core/text/language'
import { drawGirocode, fitsGirocode } from '#documents/girocode'
import { faint, ink, leading, margin, type Sheet, type TextStyle } from '#documents/sheet'
import { cashDiscountOf, type InvoiceDocument } from './document.ts'
import { money, refundText, showDay, texts } from './invoice.texts.ts'
import { inGroups } from './sender.ts'

const padding = 4
const codeSize = 24

/** How to pay: until when, what the cash discount is worth, to which account; with a code for the banking app. */
export function drawPayment(sheet: Sheet, document: InvoiceDocument) {
  const { kind, language, totalCents } = document
  const words = texts[language]
  sheet.y += 4
  if (kind !== 'credit_note' && totalCents > 0) return drawPanel(sheet, document)
  sheet.paragraph(kind === 'credit_note' ? refundText(document) : words.nothingDue)
}

function drawPanel(sheet: Sheet, document: InvoiceDocument) {
  const { seller, number, totalCents, language } = document
  drawAccount(sheet, { seller, language, cents: totalCents, reference: number, sentences: sentences(document) })
}

/** What is to be paid to whose account. */
export interface Demand {
  seller: Pick<InvoiceDocument['seller'], 'accountHolder' | 'legalName' | 'iban' | 'bic'>
  language: Language
  cents: number
  /** Null where there is none yet: then there is no code either. */
  reference: string | null
  sentences: readonly ({ text: string } & TextStyle)[]
}

/** What is asked for, the account, and a code for the banking app. */
export function drawAccount(sheet: Sheet, { seller, language, cents, reference, sentences }: Demand) {
  const words = texts[language]
  const payee = seller.accountHolder || seller.legalName || ''
  const { iban, bic } = seller
  const withCode = iban !== null && reference !== null && payee !== '' && fitsGirocode(cents)
  const left = margin.left + padding
  const width = margin.right - padding - left - (withCode ? codeSize + 8 : 0)

  const lines = sentences.flatMap(({ text, ...style }) =>
    sheet.wrap(text, width, style).map((line) => ({ line, style })),
  )
  const account: [string, string | null][] = iban
    ? [
        [words.accountHolder, payee],
        ['IBAN', inGroups(iban)],
        ['BIC', bic],
        [words.reference, reference],
      ]
    : []
  const rows = account
    .filter((row): row is [string, string] => Boolean(row[1]))
    .flatMap(([label, value]) =>
      sheet.wrap(value, width - 34, { size: 9 }).map((line, index) => [index === 0 ? label : '', line] as const),
    )
  const textHeight = (lines.length + rows.length) * leading + (rows.length ? 2 : 0)
  const height = Math.max(textHeight, withCode ? codeSize + 3.5 : 0) + 2 * padding
  sheet.need(height)
  sheet.boxes([{ x: margin.left, y: sheet.y, width: margin.right - margin.left, height }])

  const top = sheet.y + padding
  let y = top + 3.3
  sheet.within(sheet.part('P'), () => {
    for (const { line, style } of lines) {
      sheet.line(line, left, y, style)
      y += leading
    }
  })
  y += 2
  for (const [label, value] of rows) {
    sheet.within(sheet.part('P'), () => {
      sheet.line(label, left, y, { size: 8.5, color: faint })
      sheet.line(value, left + 34, y, { size: 9, color: ink })
    })
    y += leading
  }
  if (withCode) {
    const x = margin.right - padding - codeSize
    const transfer = { name: payee, iban, bic, cents, reference }
    sheet.within(sheet.part('Figure', null, { alternative: words.code(money(cents, language)) }), () =>
      drawGirocode(sheet, transfer, x, top, codeSize),
    )
    sheet.single(words.scan, x + codeSize, top + codeSize + 3.3, { size: 7, color: faint, align: 'right' })
  }
  sheet.y += height
}

/** What is to be paid until when, and what less of it. */
function sentences(document: InvoiceDocument): ({ text: string } & TextStyle)[] {
  const { language, totalCents, dueDate, seller } = document
  const words = texts[language]
  const cashDiscount = cashDiscountOf(document)
  const ask = seller.iban ? words.pay : words.payWithout
  const pay = { text: ask(money(totalCents, language), showDay(dueDate, language)), size: 9.5, bold: true }
  if (!cashDiscount) return [pay]
  const { until, percent, payableCents } = cashDiscount
  const less = words.cashDiscount(
    showDay(until, language),
    formatNumber(percent, language),
    money(payableCents, language),
  )
  return [pay, { text: less, size: 9 }]
}
