import { combineProblems, invalidField } from '#core/errors/problem'
import { invalidLeitwegIdMessage, isLeitwegId } from '#core/text/leitweg-id'
import { snakeCase } from '#core/text/naming'
import { findUnprintable, unprintableMessage } from '#documents/font-runs'
import { findMissingFields, type InvoiceDocument, isGermanPublicBody } from './invoice.document.ts'

/** Throws 422 naming each field that keeps a document from being sent. */
export function assertSendable(document: InvoiceDocument, ...alsoMissing: string[]): void {
  const lacking = [...new Set([...findMissingFields(document), ...alsoMissing])]
  const refusal = combineProblems(
    lacking.map((field) => invalidField(field, field === 'line_items' ? mixedTaxScope : neededForSending)),
  )
  if (refusal) throw refusal
  const { buyer } = document
  if (isGermanPublicBody(buyer) && !isLeitwegId(buyer.buyerReference ?? ''))
    throw invalidField('client.buyer_reference', invalidLeitwegIdMessage)
  assertDocumentPrintable(document)
}

/** Throws 422 if only some lines are outside the scope of VAT. */
export function assertTaxScopeNotMixed({ lines }: Pick<InvoiceDocument, 'lines'>): void {
  const categories = new Set(lines.map(({ taxCategory }) => taxCategory))
  if (categories.has('O') && categories.size > 1) throw invalidField('lineItems', mixedTaxScope)
}

/** Throws 422 naming the first text with characters that no font has. */
export function assertDocumentPrintable(document: PrintedDocument): void {
  for (const [field, text] of printedTexts(document)) {
    const found = text ? findUnprintable(text) : null
    if (found) throw invalidField(field, unprintableMessage(found))
  }
}

type PrintedDocument = Pick<InvoiceDocument, 'seller' | 'buyer' | 'lines' | 'introduction' | 'closing'>

/** Texts written by users. Checked when sending, because they may be older than the check at input. */
function printedTexts({ seller, buyer, lines, introduction, closing }: PrintedDocument): [string, string | null][] {
  const of = (owner: string, party: object) =>
    Object.entries(party)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, text]): [string, string] => [`${owner}.${snakeCase(name)}`, text])
  return [
    ...of('organization', seller),
    ...of('client', buyer),
    ...lines.flatMap(({ description, taxExemptionReason }, index): [string, string | null][] => [
      [`line_items.${index}.description`, description],
      [`line_items.${index}.tax_exemption_reason`, taxExemptionReason],
    ]),
    ['introduction', introduction],
    ['closing', closing],
  ]
}

export const neededForSending = { de: 'fehlt für den Versand', en: 'is needed to send this' }

/** EN 16931, BR-O-11 to BR-O-14. */
const mixedTaxScope = {
  de: 'mischen, was im Inland nicht steuerbar ist, mit anderem: bitte zwei Dokumente daraus machen',
  en: 'mix what is not taxable in Germany with other supplies: please make two documents of them',
}
