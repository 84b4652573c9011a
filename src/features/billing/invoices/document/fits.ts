import { invalidField } from '#core/errors/problem'

/** What of a document takes room on its pages. */
export interface Printed {
  lineItems: readonly { description: string; taxExemptionReason: string | null }[]
  taxBreakdown: readonly unknown[]
  introduction: string | null
  closing: string | null
}

/** Printed rows of all lines, about a hundred pages; of a text above or below them, about six; rates in the sums of one page. */
export const mostOfDocument = { rows: 5000, textRows: 300, rates: 20 }

/** Characters of a row, in the column of descriptions and over the whole page. */
const columnWidth = 50
const pageWidth = 90

const rowsOf = (text: string | null, width: number) =>
  text === null ? 0 : text.split('\n').reduce((rows, row) => rows + Math.max(1, Math.ceil(row.length / width)), 0)

/** The rows that lines fill. */
export const rowsOfLines = (lines: Printed['lineItems']) =>
  lines.reduce(
    (sum, line) => sum + rowsOf(line.description, columnWidth) + rowsOf(line.taxExemptionReason, columnWidth),
    0,
  )

/** 422 naming the field that makes a document longer than one may be. */
export function assertFits({ lineItems, taxBreakdown, introduction, closing }: Printed) {
  for (const [field, text] of Object.entries({ introduction, closing }))
    if (rowsOf(text, pageWidth) > mostOfDocument.textRows)
      throw invalidField(field, {
        de: `füllt mehr als ${mostOfDocument.textRows} Zeilen des Dokuments`,
        en: `fills more than ${mostOfDocument.textRows} rows of the document`,
      })
  const rows = rowsOfLines(lineItems)
  if (rows > mostOfDocument.rows)
    throw invalidField('lineItems', {
      de: `füllen ${rows} Zeilen, und ein Dokument fasst ${mostOfDocument.rows} (etwa 100 Seiten): bitte auf mehrere Dokumente verteilen`,
      en: `fill ${rows} rows, and a document holds ${mostOfDocument.rows} (about 100 pages): please spread them over several documents`,
    })
  if (taxBreakdown.length > mostOfDocument.rates)
    throw invalidField('lineItems', {
      de: `haben mehr als ${mostOfDocument.rates} verschiedene Steuersätze`,
      en: `have more than ${mostOfDocument.rates} different tax rates`,
    })
}
