import { encode } from 'uqr'
import { formatPlainAmount } from '#core/money/decimal'
import { type Box, type PdfCanvas, textColor } from './pdf-canvas.ts'

/** A credit transfer for the EPC QR code (EPC069-12, "GiroCode"). */
export interface CreditTransfer {
  /** Payee. */
  name: string
  iban: string
  bic: string | null
  /** 1 to 99,999,999,999. */
  cents: number
  reference: string
}

/** True if the QR code can hold the amount. */
export const isGirocodeAmount = (cents: number) => cents >= 1 && cents <= 99_999_999_999

/** The content of the QR code: version 2 (BIC optional), UTF-8. */
export const formatGirocode = ({ name, iban, bic, cents, reference }: CreditTransfer): string =>
  [
    ...['BCD', '002', '1', 'SCT'],
    ...[bic ?? '', [...name].slice(0, 70).join(''), iban.replaceAll(' ', ''), `EUR${formatPlainAmount(cents)}`],
    ...['', '', [...reference].slice(0, 140).join('')],
  ].join('\n')

/** Draws the QR code as vector squares, `size` millimetres wide, with error correction level M as EPC069-12 requires. */
export function drawGirocode(canvas: PdfCanvas, transfer: CreditTransfer, x: number, y: number, size: number) {
  const text = [...Buffer.from(formatGirocode(transfer))]
  const { data: rows } = encode(text, { ecc: 'M', boostEcc: false, border: 0 })
  const module = size / rows.length
  const runs: Box[] = []
  for (const [row, modules] of rows.entries())
    for (let column = 0; column < modules.length; column++) {
      if (!modules[column]) continue
      // Adjacent modules become one rectangle to avoid hairlines.
      let end = column
      while (modules[end + 1]) end += 1
      runs.push({ x: x + column * module, y: y + row * module, width: (end - column + 1) * module, height: module })
      column = end
    }
  canvas.fillBoxes(runs, textColor)
}
