import { encode } from 'uqr'
import { plainAmount } from '#core/money/decimal'
import { type Box, type PdfCanvas, textColor } from './pdf-canvas.ts'

/** A credit transfer as the European Payments Council's QR code tells it (EPC069-12, "GiroCode"). */
export interface CreditTransfer {
  /** The payee. */
  name: string
  iban: string
  bic: string | null
  /** 1 to 99,999,999,999. */
  cents: number
  reference: string
}

/** True where the code can tell the amount. */
export const isGirocodeAmount = (cents: number) => cents >= 1 && cents <= 99_999_999_999

/** The code's text: version 2, where the BIC may be left out; UTF-8. */
export const formatGirocode = ({ name, iban, bic, cents, reference }: CreditTransfer): string =>
  [
    ...['BCD', '002', '1', 'SCT'],
    ...[bic ?? '', [...name].slice(0, 70).join(''), iban.replaceAll(' ', ''), `EUR${plainAmount(cents)}`],
    ...['', '', [...reference].slice(0, 140).join('')],
  ].join('\n')

/** Draws the code as vector squares, `size` millimetres wide. Error correction is M, as the guideline asks. */
export function drawGirocode(canvas: PdfCanvas, transfer: CreditTransfer, x: number, y: number, size: number) {
  const text = [...Buffer.from(formatGirocode(transfer))]
  const { data: rows } = encode(text, { ecc: 'M', boostEcc: false, border: 0 })
  const module = size / rows.length
  const runs: Box[] = []
  for (const [row, modules] of rows.entries())
    for (let column = 0; column < modules.length; column++) {
      if (!modules[column]) continue
      // Neighbours are one rectangle: no hairlines between them.
      let end = column
      while (modules[end + 1]) end += 1
      runs.push({ x: x + column * module, y: y + row * module, width: (end - column + 1) * module, height: module })
      column = end
    }
  canvas.fillBoxes(runs, textColor)
}
