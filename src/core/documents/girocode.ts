import qrcode from 'qrcode-generator'
import { ink, type Sheet } from './sheet.ts'

/** A credit transfer as the European Payments Council's QR code tells it (EPC069-12, "GiroCode"). */
export interface Transfer {
  name: string
  iban: string
  bic: string | null
  cents: number
  reference: string
}

/** The code's text: version 2, where the BIC may be left out. At most 999,999,999.99 € fit. */
export const epcText = ({ name, iban, bic, cents, reference }: Transfer): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    name.slice(0, 70),
    iban.replaceAll(' ', ''),
    `EUR${(cents / 100).toFixed(2)}`,
    '',
    '',
    reference.slice(0, 140),
  ].join('\n')

/** Draws the code as vector squares, `size` millimetres wide. */
export function drawGirocode(sheet: Sheet, transfer: Transfer, x: number, y: number, size: number) {
  qrcode.stringToBytes = (text) => [...Buffer.from(text, 'utf8')]
  const code = qrcode(0, 'M')
  code.addData(epcText(transfer), 'Byte')
  code.make()
  const count = code.getModuleCount()
  const module = size / count
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      if (!code.isDark(row, column)) continue
      // Runs of dark modules are one rectangle: fewer objects, and no hairlines between them.
      let end = column
      while (end + 1 < count && code.isDark(row, end + 1)) end += 1
      sheet.box(x + column * module, y + row * module, (end - column + 1) * module, module, ink)
      column = end
    }
}
