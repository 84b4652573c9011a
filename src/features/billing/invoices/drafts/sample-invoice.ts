import { formatDocumentNumber } from '#core/operation/numbering'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import { ClientKind } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { toDocumentSeller } from '../document/build-document.ts'
import type { InvoiceDocument } from '../document/invoice.document.ts'
import { priceLines } from '../line-items/price-lines.ts'

/** A sample invoice that shows the organization's settings. */
export function buildSampleInvoice(organization: Row<Organization>, at: string, today: string): InvoiceDocument {
  const { country, name, legalName, smallBusiness, hourlyRateCents, invoiceNumberPattern } = organization
  const language = organization.defaultLanguage as Language
  const { buyer, work, print, ...texts } = words[language]
  const client = { ...nobody, ...buyer, country }
  const taxRate = smallBusiness ? 0 : 19
  const { lineItems, subtotalCents, taxCents, totalCents, taxBreakdown } = priceLines(
    [
      { description: work, quantity: 12.5, unit: 'HUR', unitPriceCents: hourlyRateCents ?? 9500, taxRate },
      { description: print, quantity: 250, unit: 'C62', unitPriceCents: 42, discountPercent: 10, taxRate },
    ],
    organization,
    client,
    language,
  )
  return {
    kind: 'invoice',
    number: formatDocumentNumber(invoiceNumberPattern, Number(today.slice(0, 4)), 42),
    issueDate: today,
    dueDate: addDays(today, organization.defaultPaymentTermsDays),
    serviceFrom: addDays(today, -30),
    serviceTo: today,
    language,
    createdAt: at,
    seller: { ...toDocumentSeller(organization), legalName: legalName ?? name },
    buyer: client,
    lines: lineItems,
    ...{ subtotalCents, taxCents, totalCents, taxBreakdown },
    ...texts,
    ...{ cashDiscountPercent: null, cashDiscountDays: null, credited: null },
  }
}

const nobody = {
  kind: ClientKind.business,
  postalCode: '12345',
  ...{ vatId: null, email: null, customerNumber: 'K-0042', registrationNumber: null, buyerReference: null },
}

const words = {
  de: {
    buyer: { name: 'Muster & Partner GmbH', contactName: 'Petra Muster', street: 'Musterweg 7', city: 'Musterstadt' },
    introduction: 'vielen Dank für Ihren Auftrag. Wir berechnen wie vereinbart:',
    work: 'Gestaltung Ihrer Broschüre\nEntwurf, Abstimmung und Reinzeichnung',
    print: 'Broschüren, gedruckt',
    closing: 'Mit freundlichen Grüßen',
  },
  en: {
    buyer: { name: 'Sample & Partners Ltd', contactName: 'Petra Sample', street: '7 Sample Way', city: 'Sampletown' },
    introduction: 'Thank you for your order. As agreed, we invoice:',
    work: 'Design of your brochure\nDraft, alignment and final artwork',
    print: 'Brochures, printed',
    closing: 'Kind regards',
  },
} as const
