import { invalid } from '../../core/errors.ts'
import { isLeitwegId, noLeitwegId } from '../../core/text/leitweg-id.ts'
import { type InvoiceDocument, isGermanPublicBody, missingForSend } from './document.ts'

/** 422 naming the first field that keeps a document from being sent, as the contract spells it. */
export function assertSendable(document: InvoiceDocument): void {
  const lacking = missingForSend(document)
  if (lacking) throw invalid(lacking, lacking === 'line_items' ? mixed : needed)
  const { buyer } = document
  if (isGermanPublicBody(buyer) && !isLeitwegId(buyer.buyerReference ?? ''))
    throw invalid('client.buyer_reference', noLeitwegId)
}

/** What a field must be where it is not there. */
export const needed = { de: 'fehlt für den Versand', en: 'is needed to send this' }

/** EN 16931, BR-O-11 to BR-O-14. */
const mixed = {
  de: 'mischen, was im Inland nicht steuerbar ist, mit anderem: bitte zwei Rechnungen daraus machen',
  en: 'mix what is not taxable in Germany with other supplies: please make two invoices of them',
}
