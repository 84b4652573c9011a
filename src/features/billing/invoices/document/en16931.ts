import { divideRounded, formatPlainAmount, scaleFactor, toCents, toScaled } from '#core/money/decimal'
import {
  cashDiscountOf,
  type DocumentLine,
  type InvoiceDocument,
  isGermanPublicBody,
  isXRechnung,
  rowsOf,
  supplyPeriod,
  untaxedOf,
} from './document.ts'
import { money, refundText, showDay, texts } from './invoice.texts.ts'

/** A tree of elements in the library's spelling: the names of UBL, an attribute as `element@attribute`. */
export type Tree = Record<string, unknown>

/** A credit note's amounts are kept negative and written positive, under type 381. */
export const signOf = ({ kind }: Pick<InvoiceDocument, 'kind'>) => (kind === 'credit_note' ? -1 : 1)

/** What of a credit note had been settled by a cash discount, not by money (BT-113): nobody gives it back. */
const settledByDiscount = ({ refund }: Pick<InvoiceDocument, 'refund'>) => refund?.discountCents ?? 0

/** BT-115: what is to be paid, or of a credit note given back or set off. BR-CO-16: the total less what is settled. */
export const payableCents = (document: InvoiceDocument) =>
  document.totalCents * signOf(document) - settledByDiscount(document)

/** BT-3 (UNTDID 1001): an advance is a prepayment invoice; of XRechnung's codes (BR-DE-17) a partial one is nearest. */
function typeCodeOf({ kind, buyer }: InvoiceDocument): string {
  if (kind === 'credit_note') return '381'
  if (kind === 'advance') return isXRechnung(buyer) ? '326' : '386'
  return '380'
}

/** XRechnung 3.0, a usage specification of EN 16931; its business process is Peppol's billing. */
const xRechnung = {
  'cbc:CustomizationID': 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'cbc:ProfileID': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

/** The document in the terms of EN 16931, as `@e-invoice-eu/core` takes it. */
export function describe(document: InvoiceDocument): Tree {
  const { credited, advances, buyer, dueDate, issueDate } = document
  const settledCents = settledByDiscount(document)
  const sign = signOf(document)
  const supply = supplyPeriod(document)
  const preceding = [...(credited ? [credited] : []), ...(advances ?? [])]
  const goodsGoToBuyer = document.lines.some(({ taxCategory }) => taxCategory === 'K')
  return written({
    ...(isXRechnung(buyer) && xRechnung),
    'cbc:ID': document.number ?? '',
    'cbc:IssueDate': document.issueDate,
    'cbc:DueDate': sign > 0 ? dueDate : undefined,
    'cbc:InvoiceTypeCode': typeCodeOf(document),
    'cbc:Note': notes(document),
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': buyer.buyerReference,
    'cac:InvoicePeriod':
      supply && supply.from !== supply.to ? { 'cbc:StartDate': supply.from, 'cbc:EndDate': supply.to } : undefined,
    // BG-3: the invoice that is credited, or the advances that are deducted.
    'cac:BillingReference': preceding.length
      ? preceding.map(({ number, issueDate }) => ({
          'cac:InvoiceDocumentReference': { 'cbc:ID': number, 'cbc:IssueDate': issueDate },
        }))
      : undefined,
    'cac:AccountingSupplierParty': { 'cac:Party': seller(document) },
    'cac:AccountingCustomerParty': { 'cac:Party': purchaser(document) },
    'cac:Delivery': present(
      written({
        // BR-IC-11: goods to another state of the Union have a day, whatever is known of it.
        'cbc:ActualDeliveryDate': supply?.to ?? (goodsGoToBuyer ? issueDate : undefined),
        'cac:DeliveryLocation': goodsGoToBuyer ? { 'cac:Address': address(buyer) } : undefined,
      }),
    ),
    'cac:PaymentMeans': paymentMeans(document),
    'cac:PaymentTerms': { 'cbc:Note': paymentTerms(document) },
    'cac:TaxTotal': [
      {
        ...amount('cbc:TaxAmount', document.taxCents * sign),
        'cac:TaxSubtotal': document.taxBreakdown.map(({ taxCategory, taxRate, netCents, taxCents }) => ({
          ...amount('cbc:TaxableAmount', netCents * sign),
          ...amount('cbc:TaxAmount', taxCents * sign),
          'cac:TaxCategory': {
            ...category(taxCategory, taxRate, reasonsOf(taxCategory, document)),
            // BR-DE-14: XRechnung wants the rate even where there is none.
            ...(isXRechnung(buyer) && { 'cbc:Percent': String(taxRate) }),
          },
        })),
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...amount('cbc:LineExtensionAmount', document.subtotalCents * sign),
      ...amount('cbc:TaxExclusiveAmount', document.subtotalCents * sign),
      ...amount('cbc:TaxInclusiveAmount', document.totalCents * sign),
      ...(settledCents > 0 && amount('cbc:PrepaidAmount', settledCents)),
      ...amount('cbc:PayableAmount', payableCents(document)),
    },
    'cac:InvoiceLine': document.lines.map((item, index) => line(item, index, sign)),
  })
}

/** No VAT ID stands in a document outside the scope of VAT (BR-O-02 to BR-O-04). */
const showsVatIds = ({ lines }: InvoiceDocument) => lines.every(({ taxCategory }) => taxCategory !== 'O')

function seller(document: InvoiceDocument): Tree {
  const { legalName, vatId, taxNumber, email, phone, contactName, registerCourt, registerNumber, managingDirectors } =
    document.seller
  return written({
    ...endpoint(email),
    'cac:PartyName': { 'cbc:Name': legalName },
    'cac:PostalAddress': address(document.seller),
    'cac:PartyTaxScheme': [
      ...(vatId && showsVatIds(document) ? [taxScheme(vatId, 'VAT')] : []),
      ...(taxNumber ? [taxScheme(taxNumber, 'FC')] : []),
    ],
    'cac:PartyLegalEntity': written({
      'cbc:RegistrationName': legalName,
      'cbc:CompanyID': registerNumber,
      'cbc:LegalForm': [registerCourt, registerNumber, managingDirectors].filter(Boolean).join(', '),
    }),
    'cac:Contact': contact(contactName || managingDirectors || legalName, phone, email),
  })
}

function purchaser(document: InvoiceDocument): Tree {
  const { name, email, customerNumber, registrationNumber, vatId, contactName, buyerReference } = document.buyer
  return written({
    ...(!email && isGermanPublicBody(document.buyer) ? leitwegEndpoint(buyerReference) : endpoint(email)),
    'cac:PartyIdentification': customerNumber && { 'cbc:ID': customerNumber },
    'cac:PostalAddress': address(document.buyer),
    'cac:PartyTaxScheme': vatId && showsVatIds(document) ? taxScheme(vatId, 'VAT') : undefined,
    'cac:PartyLegalEntity': written({ 'cbc:RegistrationName': name, 'cbc:CompanyID': registrationNumber }),
    'cac:Contact': contactName && contact(contactName, null, email),
  })
}

function line(item: DocumentLine, index: number, sign: number): Tree {
  const { name, details } = rowsOf(item.description)
  return written({
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(item.quantity * sign),
    'cbc:InvoicedQuantity@unitCode': item.unit,
    ...amount('cbc:LineExtensionAmount', item.netCents * sign),
    'cac:AllowanceCharge': item.discountPercent ? [discount(item, sign)] : undefined,
    'cac:Item': written({
      'cbc:Description': details,
      'cbc:Name': name,
      'cac:ClassifiedTaxCategory': category(item.taxCategory, item.taxRate, []),
    }),
    'cac:Price': amount('cbc:PriceAmount', item.unitPriceCents),
  })
}

/** What the discount takes off the line: the rounded gross less the net that was rounded once, so that both add up. */
function discount({ quantity, unitPriceCents, discountPercent, netCents }: DocumentLine, sign: number): Tree {
  const gross = toCents(divideRounded(toScaled(quantity) * BigInt(unitPriceCents), scaleFactor)) * sign
  return {
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReasonCode': '95',
    'cbc:MultiplierFactorNumeric': String(discountPercent),
    // CII-DT-031: of all amounts the CII names the currency of the tax total alone.
    'cbc:Amount': formatPlainAmount(gross - netCents * sign),
    'cbc:BaseAmount': formatPlainAmount(gross),
  }
}

/** The Connecting Europe Facility's codes of exemptions (VATEX). */
const exemptionCodes: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/**
 * The exemption reasons of a category, each with its sum where there are several: EN 16931 has one breakdown a category
 * and rate (BG-23) and one text in it (BT-120).
 */
function reasonsOf(code: string, document: InvoiceDocument): string[] {
  const reasons = untaxedOf(document).filter(({ category, reason }) => category === code && reason)
  const sum = (cents: number) => money(cents * signOf(document), document.language)
  return reasons.map(({ reason, netCents }) => (reasons.length > 1 ? `${reason}: ${sum(netCents)}` : `${reason}`))
}

const category = (code: string, rate: number, reasons: readonly string[]): Tree =>
  written({
    'cbc:ID': code,
    'cbc:Percent': code === 'O' ? undefined : String(rate),
    'cbc:TaxExemptionReasonCode': reasons.length ? exemptionCodes[code] : undefined,
    'cbc:TaxExemptionReason': reasons.join('; '),
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  })

const amount = (name: string, cents: number): Tree => ({
  [name]: formatPlainAmount(cents),
  [`${name}@currencyID`]: 'EUR',
})

const endpoint = (email: string | null): Tree =>
  email ? { 'cbc:EndpointID': email, 'cbc:EndpointID@schemeID': 'EM' } : {}

/** A public body's electronic address, where it told none of its own (EAS 0204). */
const leitwegEndpoint = (id: string | null): Tree =>
  id ? { 'cbc:EndpointID': id, 'cbc:EndpointID@schemeID': '0204' } : {}

const taxScheme = (id: string, scheme: 'VAT' | 'FC'): Tree => ({
  'cbc:CompanyID': id,
  'cac:TaxScheme': { 'cbc:ID': scheme },
})

const contact = (name: string | null, phone: string | null, email: string | null): Tree =>
  written({ 'cbc:Name': name, 'cbc:Telephone': phone, 'cbc:ElectronicMail': email })

interface Place {
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
}

const address = ({ street, postalCode, city, country }: Place): Tree =>
  written({
    'cbc:StreetName': street,
    'cbc:CityName': city,
    'cbc:PostalZone': postalCode,
    'cac:Country': { 'cbc:IdentificationCode': country },
  })

/** SEPA credit transfer (UNTDID 4461: 58); a credit note is cleared between the partners (97). */
function paymentMeans({ kind, number, seller }: InvoiceDocument): Tree[] | undefined {
  const { iban, bic, accountHolder, legalName } = seller
  if (kind === 'credit_note') return [{ 'cbc:PaymentMeansCode': '97' }]
  if (!iban) return undefined
  return [
    {
      'cbc:PaymentMeansCode': '58',
      'cbc:PaymentID': number ?? '',
      'cac:PayeeFinancialAccount': written({
        'cbc:ID': iban.replaceAll(' ', ''),
        'cbc:Name': accountHolder || legalName,
        'cac:FinancialInstitutionBranch': bic && { 'cbc:ID': bic },
      }),
    },
  ]
}

/** Terms for people; a cash discount also in the form of XRechnung (BR-DE-18), whose line break is part of it. */
function paymentTerms(document: InvoiceDocument): string {
  const words = texts[document.language]
  if (document.kind === 'credit_note') return refundText(document)
  const terms = words.payBy(showDay(document.dueDate, document.language))
  const cashDiscount = cashDiscountOf(document)
  if (!cashDiscount) return terms
  return `${terms}\n#SKONTO#TAGE=${document.cashDiscountDays}#PROZENT=${cashDiscount.percent.toFixed(2)}#\n`
}

/** One note, because the library writes several into one element, which the schema refuses. */
const notes = ({ introduction, closing }: InvoiceDocument): string[] | undefined => {
  const given = [introduction, closing].filter((text) => text?.trim())
  return given.length ? [given.join('\n\n')] : undefined
}

/** Leaves out what is not there: the schema knows no empty elements. */
const written = (parts: Tree): Tree =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null && value !== ''))

/** Nothing in place of an element without parts (PEPPOL-EN16931-R008). */
const present = (tree: Tree): Tree | undefined => (Object.keys(tree).length ? tree : undefined)
