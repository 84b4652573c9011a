import { invalidField } from '#core/errors/problem'

/** What of a document takes room on its pages. */
export interface PrintedContent {
  lineItems: readonly { description: string; taxExemptionReason: string | null }[]
  taxBreakdown: readonly unknown[]
  introduction: string | null
  closing: string | null
}

/** Printed rows of all lines, about a hundred pages; of a text above or below them, about six; rates in the sums of one page. */
export const documentLimits = { rows: 5000, textRows: 300, rates: 20 }

/** Characters of a row, in the column of descriptions and over the whole page. */
const columnWidth = 50
const pageWidth = 90

const wrappedRows = (text: string | null, width: number) =>
  text === null ? 0 : text.split('\n').reduce((rows, row) => rows + Math.max(1, Math.ceil(row.length / width)), 0)

/** The rows that lines fill. */
export const countRows = (lines: PrintedContent['lineItems']) =>
  lines.reduce(
    (sum, line) => sum + wrappedRows(line.description, columnWidth) + wrappedRows(line.taxExemptionReason, columnWidth),
    0,
  )

/** 422 naming the field that makes a document longer than one may be. */
export function assertWithinDocumentLimits({ lineItems, taxBreakdown, introduction, closing }: PrintedContent) {
  for (const [field, text] of Object.entries({ introduction, closing }))
    if (wrappedRows(text, pageWidth) > documentLimits.textRows)
      throw invalidField(field, {
        de: `füllt mehr als ${documentLimits.textRows} Zeilen des Dokuments`,
        en: `fills more than ${documentLimits.textRows} rows of the document`,
      })
  const rows = countRows(lineItems)
  if (rows > documentLimits.rows)
    throw invalidField('lineItems', {
      de: `füllen ${rows} Zeilen, und ein Dokument fasst ${documentLimits.rows} (etwa 100 Seiten): bitte auf mehrere Dokumente verteilen`,
      en: `fill ${rows} rows, and a document holds ${documentLimits.rows} (about 100 pages): please spread them over several documents`,
    })
  if (taxBreakdown.length > documentLimits.rates)
    throw invalidField('lineItems', {
      de: `haben mehr als ${documentLimits.rates} verschiedene Steuersätze`,
      en: `have more than ${documentLimits.rates} different tax rates`,
    })
}
