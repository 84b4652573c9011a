import { divideRounded, formatPlainAmount, scaleFactor, toCents, toScaled } from '#core/money/decimal'
import {
  computeCashDiscount,
  type DocumentLine,
  findSupplyPeriod,
  groupUntaxedLines,
  type InvoiceDocument,
  isGermanPublicBody,
  isXRechnung,
  splitDescription,
} from './invoice.document.ts'
import { formatDay, formatMoney, formatRefundText, invoiceTexts } from './invoice.texts.ts'

/** Elements as the library names them: UBL names, attributes as `element@attribute`. */
export type ElementTree = Record<string, unknown>

/** Amounts of a credit note are stored negative and written positive, under type 381. */
export const documentSign = ({ kind }: Pick<InvoiceDocument, 'kind'>) => (kind === 'credit_note' ? -1 : 1)

/** Part of a credit note that had been settled by cash discount and is not refunded (BT-113). */
const settledByDiscount = ({ refund }: Pick<InvoiceDocument, 'refund'>) => refund?.discountCents ?? 0

/** BT-115: amount to be paid or, for a credit note, refunded or set off (BR-CO-16). */
export const computePayable = (document: InvoiceDocument) =>
  document.totalCents * documentSign(document) - settledByDiscount(document)

/**
 * BT-3 (UNTDID 1001): an advance is a prepayment invoice (386). XRechnung does not allow that code (BR-DE-17); 326 is
 * the nearest.
 */
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

/** The document in EN 16931 terms, as input of `@e-invoice-eu/core`. */
export function toEn16931(document: InvoiceDocument): ElementTree {
  const { credited, advances, buyer, dueDate, issueDate } = document
  const settledCents = settledByDiscount(document)
  const sign = documentSign(document)
  const supply = findSupplyPeriod(document)
  const preceding = [...(credited ? [credited] : []), ...(advances ?? [])]
  const goodsGoToBuyer = document.lines.some(({ taxCategory }) => taxCategory === 'K')
  return omitEmpty({
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
    // BG-3: the credited invoice, or the deducted advances.
    'cac:BillingReference': preceding.length
      ? preceding.map(({ number, issueDate }) => ({
          'cac:InvoiceDocumentReference': { 'cbc:ID': number, 'cbc:IssueDate': issueDate },
        }))
      : undefined,
    'cac:AccountingSupplierParty': { 'cac:Party': seller(document) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(document) },
    'cac:Delivery': omitIfEmpty(
      omitEmpty({
        // BR-IC-11: intra-Community supplies need a delivery date.
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
            ...category(taxCategory, taxRate, exemptionReasons(taxCategory, document)),
            // BR-DE-14: XRechnung requires the rate even if it is 0.
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
      ...amount('cbc:PayableAmount', computePayable(document)),
    },
    'cac:InvoiceLine': document.lines.map((item, index) => invoiceLine(item, index, sign)),
  })
}

/** Documents outside the scope of VAT carry no VAT IDs (BR-O-02 to BR-O-04). */
const showsVatIds = ({ lines }: InvoiceDocument) => lines.every(({ taxCategory }) => taxCategory !== 'O')

function seller(document: InvoiceDocument): ElementTree {
  const { legalName, vatId, taxNumber, email, phone, contactName, registerCourt, registerNumber, managingDirectors } =
    document.seller
  return omitEmpty({
    ...endpoint(email),
    'cac:PartyName': { 'cbc:Name': legalName },
    'cac:PostalAddress': address(document.seller),
    'cac:PartyTaxScheme': [
      ...(vatId && showsVatIds(document) ? [taxScheme(vatId, 'VAT')] : []),
      ...(taxNumber ? [taxScheme(taxNumber, 'FC')] : []),
    ],
    'cac:PartyLegalEntity': omitEmpty({
      'cbc:RegistrationName': legalName,
      'cbc:CompanyID': registerNumber,
      'cbc:LegalForm': [registerCourt, registerNumber, managingDirectors].filter(Boolean).join(', '),
    }),
    'cac:Contact': contact(contactName || managingDirectors || legalName, phone, email),
  })
}

function buyerParty(document: InvoiceDocument): ElementTree {
  const { name, email, customerNumber, registrationNumber, vatId, contactName, buyerReference } = document.buyer
  return omitEmpty({
    ...(!email && isGermanPublicBody(document.buyer) ? leitwegEndpoint(buyerReference) : endpoint(email)),
    'cac:PartyIdentification': customerNumber && { 'cbc:ID': customerNumber },
    'cac:PostalAddress': address(document.buyer),
    'cac:PartyTaxScheme': vatId && showsVatIds(document) ? taxScheme(vatId, 'VAT') : undefined,
    'cac:PartyLegalEntity': omitEmpty({ 'cbc:RegistrationName': name, 'cbc:CompanyID': registrationNumber }),
    'cac:Contact': contactName && contact(contactName, null, email),
  })
}

function invoiceLine(item: DocumentLine, index: number, sign: number): ElementTree {
  const { name, details } = splitDescription(item.description)
  return omitEmpty({
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(item.quantity * sign),
    'cbc:InvoicedQuantity@unitCode': item.unit,
    ...amount('cbc:LineExtensionAmount', item.netCents * sign),
    'cac:AllowanceCharge': item.discountPercent ? [lineAllowance(item, sign)] : undefined,
    'cac:Item': omitEmpty({
      'cbc:Description': details,
      'cbc:Name': name,
      'cac:ClassifiedTaxCategory': category(item.taxCategory, item.taxRate, []),
    }),
    'cac:Price': amount('cbc:PriceAmount', item.unitPriceCents),
  })
}

/** Rounded gross less the line's net, so that both add up. */
function lineAllowance(
  { quantity, unitPriceCents, discountPercent, netCents }: DocumentLine,
  sign: number,
): ElementTree {
  const gross = toCents(divideRounded(toScaled(quantity) * BigInt(unitPriceCents), scaleFactor)) * sign
  return {
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReasonCode': '95',
    'cbc:MultiplierFactorNumeric': String(discountPercent),
    // CII-DT-031: only the tax total has a currency attribute.
    'cbc:Amount': formatPlainAmount(gross - netCents * sign),
    'cbc:BaseAmount': formatPlainAmount(gross),
  }
}

/** VATEX codes of the Connecting Europe Facility. */
const exemptionCodes: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/**
 * Exemption reasons of a category, with their sums if there are several. EN 16931 allows one text (BT-120) per category
 * and rate (BG-23).
 */
function exemptionReasons(code: string, document: InvoiceDocument): string[] {
  const reasons = groupUntaxedLines(document).filter(({ category, reason }) => category === code && reason)
  const sum = (cents: number) => formatMoney(cents * documentSign(document), document.language)
  return reasons.map(({ reason, netCents }) => (reasons.length > 1 ? `${reason}: ${sum(netCents)}` : `${reason}`))
}

const category = (code: string, rate: number, reasons: readonly string[]): ElementTree =>
  omitEmpty({
    'cbc:ID': code,
    'cbc:Percent': code === 'O' ? undefined : String(rate),
    'cbc:TaxExemptionReasonCode': reasons.length ? exemptionCodes[code] : undefined,
    'cbc:TaxExemptionReason': reasons.join('; '),
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  })

const amount = (name: string, cents: number): ElementTree => ({
  [name]: formatPlainAmount(cents),
  [`${name}@currencyID`]: 'EUR',
})

const endpoint = (email: string | null): ElementTree =>
  email ? { 'cbc:EndpointID': email, 'cbc:EndpointID@schemeID': 'EM' } : {}

/** Electronic address of a public body without one of its own (EAS 0204). */
const leitwegEndpoint = (id: string | null): ElementTree =>
  id ? { 'cbc:EndpointID': id, 'cbc:EndpointID@schemeID': '0204' } : {}

const taxScheme = (id: string, scheme: 'VAT' | 'FC'): ElementTree => ({
  'cbc:CompanyID': id,
  'cac:TaxScheme': { 'cbc:ID': scheme },
})

const contact = (name: string | null, phone: string | null, email: string | null): ElementTree =>
  omitEmpty({ 'cbc:Name': name, 'cbc:Telephone': phone, 'cbc:ElectronicMail': email })

interface PostalAddress {
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
}

const address = ({ street, postalCode, city, country }: PostalAddress): ElementTree =>
  omitEmpty({
    'cbc:StreetName': street,
    'cbc:CityName': city,
    'cbc:PostalZone': postalCode,
    'cac:Country': { 'cbc:IdentificationCode': country },
  })

/** SEPA credit transfer (UNTDID 4461: 58); a credit note is cleared between the partners (97). */
function paymentMeans({ kind, number, seller }: InvoiceDocument): ElementTree[] | undefined {
  const { iban, bic, accountHolder, legalName } = seller
  if (kind === 'credit_note') return [{ 'cbc:PaymentMeansCode': '97' }]
  if (!iban) return undefined
  return [
    {
      'cbc:PaymentMeansCode': '58',
      'cbc:PaymentID': number ?? '',
      'cac:PayeeFinancialAccount': omitEmpty({
        'cbc:ID': iban.replaceAll(' ', ''),
        'cbc:Name': accountHolder || legalName,
        'cac:FinancialInstitutionBranch': bic && { 'cbc:ID': bic },
      }),
    },
  ]
}

/** Payment terms as text; a cash discount also in XRechnung's syntax (BR-DE-18), including its line break. */
function paymentTerms(document: InvoiceDocument): string {
  const t = invoiceTexts[document.language]
  if (document.kind === 'credit_note') return formatRefundText(document)
  const terms = t.payBy(formatDay(document.dueDate, document.language))
  const cashDiscount = computeCashDiscount(document)
  if (!cashDiscount) return terms
  return `${terms}\n#SKONTO#TAGE=${document.cashDiscountDays}#PROZENT=${cashDiscount.percent.toFixed(2)}#\n`
}

/** One note, because the library writes several into one element, which the schema rejects. */
const notes = ({ introduction, closing }: InvoiceDocument): string[] | undefined => {
  const given = [introduction, closing].filter((text) => text?.trim())
  return given.length ? [given.join('\n\n')] : undefined
}

/** The schema allows no empty elements. */
const omitEmpty = (parts: ElementTree): ElementTree =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null && value !== ''))

/** PEPPOL-EN16931-R008. */
const omitIfEmpty = (tree: ElementTree): ElementTree | undefined => (Object.keys(tree).length ? tree : undefined)
