import { invalidField } from '#core/errors/problem'

/** Content that takes room on the pages. */
export interface PrintedContent {
  lineItems: readonly { description: string; taxExemptionReason: string | null }[]
  taxBreakdown: readonly unknown[]
  introduction: string | null
  closing: string | null
}

/**
 * Rows of all line items (about 100 pages), rows of the introduction or closing (about 6 pages), tax rates that fit one
 * page.
 */
export const documentLimits = { rows: 5000, textRows: 300, rates: 20 }

/** Characters per row in the description column and across the page. */
const columnWidth = 50
const pageWidth = 90

const wrappedRows = (text: string | null, width: number) =>
  text === null ? 0 : text.split('\n').reduce((rows, row) => rows + Math.max(1, Math.ceil(row.length / width)), 0)

export const countRows = (lines: PrintedContent['lineItems']) =>
  lines.reduce(
    (sum, line) => sum + wrappedRows(line.description, columnWidth) + wrappedRows(line.taxExemptionReason, columnWidth),
    0,
  )

/** Throws 422 naming the field that is too long. */
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
