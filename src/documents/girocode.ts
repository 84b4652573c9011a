import qrcode from 'qrcode-generator'
import { plainAmount } from '#core/money/decimal'
import { type Box, ink, type Sheet } from './sheet.ts'

/** A credit transfer as the European Payments Council's QR code tells it (EPC069-12, "GiroCode"). */
export interface Transfer {
  /** The payee. */
  name: string
  iban: string
  bic: string | null
  /** 1 to 99,999,999,999. */
  cents: number
  reference: string
}

/** True where the code can tell the amount. */
export const fitsGirocode = (cents: number) => cents >= 1 && cents <= 99_999_999_999

/** The code's text: version 2, where the BIC may be left out; UTF-8. */
export const girocodeText = ({ name, iban, bic, cents, reference }: Transfer): string =>
  [
    ...['BCD', '002', '1', 'SCT'],
    ...[bic ?? '', [...name].slice(0, 70).join(''), iban.replaceAll(' ', ''), `EUR${plainAmount(cents)}`],
    ...['', '', [...reference].slice(0, 140).join('')],
  ].join('\n')

qrcode.stringToBytes = (text) => [...Buffer.from(text)]

/** Draws the code as vector squares, `size` millimetres wide. Error correction is M, as the guideline asks. */
export function drawGirocode(sheet: Sheet, transfer: Transfer, x: number, y: number, size: number) {
  const code = qrcode(0, 'M')
  code.addData(girocodeText(transfer), 'Byte')
  code.make()
  const count = code.getModuleCount()
  const module = size / count
  const runs: Box[] = []
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      if (!code.isDark(row, column)) continue
      // Neighbours are one rectangle: no hairlines between them.
      let end = column
      while (end + 1 < count && code.isDark(row, end + 1)) end += 1
      runs.push({ x: x + column * module, y: y + row * module, width: (end - column + 1) * module, height: module })
      column = end
    }
  sheet.boxes(runs, ink)
}
