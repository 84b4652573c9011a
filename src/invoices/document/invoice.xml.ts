import { type Invoice as EInvoice, FormatFactoryService } from '@e-invoice-eu/core'
import { plainAmount } from '../../core/money/decimal.ts'
import type { LineItem } from '../line-item.ts'
import { type InvoiceDocument, supplyPeriod } from './document.ts'

type Xml = Record<string, unknown>

/** The formatter's own parts that its types hide: it fills defaults and hands the finished tree to `renderXML`. */
interface CiiFormatter {
  fillInvoiceDefaults(invoice: EInvoice): void
  generate(invoice: EInvoice, options: object): Promise<string | Uint8Array>
  renderXML(tree: Xml): string
}

const silent = { log() {}, warn() {}, error() {} }
const formatter = new FormatFactoryService().createFormatService('CII', silent as never) as unknown as CiiFormatter
const render = formatter.renderXML.bind(formatter)

/**
 * The document as Cross Industry Invoice in the profile EN 16931. Throws where the XML would not tell our sums: the
 * library accepts wrong ones.
 */
export async function renderInvoiceXml(document: InvoiceDocument): Promise<string> {
  const invoice = { 'ubl:Invoice': describe(document) } as unknown as EInvoice
  formatter.fillInvoiceDefaults(invoice)
  // `generate` runs to its end before it answers: the repair set here is this document's.
  formatter.renderXML = (tree) => render(repair(tree, document))
  const xml = (await formatter.generate(invoice, { format: 'CII', lang: document.language })) as string
  assertSums(xml, document)
  return xml
}

/** The library drops BG-3, the reference of a credit note to its invoice, without a word. */
function repair(tree: Xml, { credited }: InvoiceDocument): Xml {
  if (!credited) return tree
  const invoice = tree['rsm:CrossIndustryInvoice'] as Xml
  const settlement = (invoice['rsm:SupplyChainTradeTransaction'] as Xml)['ram:ApplicableHeaderTradeSettlement'] as Xml
  // The schema's order: the reference comes before the accounting account.
  const account = settlement['ram:ReceivableSpecifiedTradeAccountingAccount']
  delete settlement['ram:ReceivableSpecifiedTradeAccountingAccount']
  settlement['ram:InvoiceReferencedDocument'] = [
    {
      'ram:IssuerAssignedID': credited.number,
      'ram:FormattedIssueDateTime': {
        'qdt:DateTimeString': { '@format': '102', '#': credited.issueDate.replaceAll('-', '') },
      },
    },
  ]
  if (account) settlement['ram:ReceivableSpecifiedTradeAccountingAccount'] = account
  return tree
}

function assertSums(xml: string, document: InvoiceDocument) {
  const sign = document.kind === 'credit_note' ? -1 : 1
  for (const [element, cents] of [
    ['TaxBasisTotalAmount', document.subtotalCents],
    ['GrandTotalAmount', document.totalCents],
    ['DuePayableAmount', document.totalCents],
  ] as const) {
    const written = new RegExp(`<ram:${element}[^>]*>([^<]*)<`).exec(xml)?.[1]
    if (written !== plainAmount(cents * sign)) throw new Error(`The XML says ${element} ${written}.`)
  }
  if (document.credited && !xml.includes('<ram:InvoiceReferencedDocument>'))
    throw new Error('The XML does not name the credited invoice.')
}

function describe(document: InvoiceDocument): Xml {
  const { seller, buyer, credited, dueDate } = document
  // A credit note's amounts are kept negative and written positive, under type 381.
  const sign = document.kind === 'credit_note' ? -1 : 1
  const outsideScope = document.lines.some(({ taxCategory }) => taxCategory === 'O')
  const { from, to } = supplyPeriod(document)
  const intraCommunity = document.lines.some(({ taxCategory }) => taxCategory === 'K')
  return without({
    'cbc:ID': document.number ?? '',
    'cbc:IssueDate': document.issueDate,
    'cbc:DueDate': sign > 0 ? dueDate : undefined,
    'cbc:InvoiceTypeCode': sign > 0 ? '380' : '381',
    'cbc:Note': notes(document),
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': buyer.buyerReference ?? undefined,
    'cac:InvoicePeriod': from === to ? undefined : { 'cbc:StartDate': from, 'cbc:EndDate': to },
    'cac:BillingReference': credited
      ? [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': credited.number, 'cbc:IssueDate': credited.issueDate } }]
      : undefined,
    'cac:AccountingSupplierParty': {
      'cac:Party': without({
        ...(seller.email && { 'cbc:EndpointID': seller.email, 'cbc:EndpointID@schemeID': 'EM' }),
        'cac:PartyName': { 'cbc:Name': seller.legalName },
        'cac:PostalAddress': address(seller),
        'cac:PartyTaxScheme': [
          ...(seller.vatId && !outsideScope ? [taxScheme(seller.vatId, 'VAT')] : []),
          ...(seller.taxNumber ? [taxScheme(seller.taxNumber, 'FC')] : []),
        ],
        'cac:PartyLegalEntity': without({
          'cbc:RegistrationName': seller.legalName,
          'cbc:CompanyID': seller.registerNumber || undefined,
        }),
        'cac:Contact': contact(seller.managingDirectors ?? seller.legalName, seller.phone, seller.email),
      }),
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': without({
        ...(buyer.email && { 'cbc:EndpointID': buyer.email, 'cbc:EndpointID@schemeID': 'EM' }),
        'cac:PartyIdentification': buyer.customerNumber ? { 'cbc:ID': buyer.customerNumber } : undefined,
        'cac:PostalAddress': address(buyer),
        'cac:PartyTaxScheme': buyer.vatId && !outsideScope ? taxScheme(buyer.vatId, 'VAT') : undefined,
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name },
        'cac:Contact': buyer.contactName ? contact(buyer.contactName, null, buyer.email) : undefined,
      }),
    },
    'cac:Delivery': without({
      'cbc:ActualDeliveryDate': to,
      'cac:DeliveryLocation': intraCommunity
        ? { 'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': buyer.country } } }
        : undefined,
    }),
    'cac:PaymentMeans': seller.iban && sign > 0 ? [paymentMeans(document)] : undefined,
    'cac:PaymentTerms': { 'cbc:Note': paymentTerms(document) },
    'cac:TaxTotal': [
      {
        ...amount('cbc:TaxAmount', document.taxCents * sign),
        'cac:TaxSubtotal': document.taxBreakdown.map(({ taxCategory, taxRate, netCents, taxCents }) => ({
          ...amount('cbc:TaxableAmount', netCents * sign),
          ...amount('cbc:TaxAmount', taxCents * sign),
          'cac:TaxCategory': category(
            taxCategory,
            taxRate,
            document.lines.find((line) => line.taxCategory === taxCategory)?.taxExemptionReason ?? null,
          ),
        })),
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...amount('cbc:LineExtensionAmount', document.subtotalCents * sign),
      ...amount('cbc:TaxExclusiveAmount', document.subtotalCents * sign),
      ...amount('cbc:TaxInclusiveAmount', document.totalCents * sign),
      ...amount('cbc:PayableAmount', document.totalCents * sign),
    },
    'cac:InvoiceLine': document.lines.map((item, index) => line(item, index, sign)),
  })
}

function line(item: LineItem, index: number, sign: number): Xml {
  const [name = '', ...details] = item.description.split('\n')
  const grossCents = item.discountPercent ? grossOf(item, sign) : null
  return without({
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(item.quantity * sign),
    'cbc:InvoicedQuantity@unitCode': item.unit,
    ...amount('cbc:LineExtensionAmount', item.netCents * sign),
    'cac:AllowanceCharge':
      grossCents === null
        ? undefined
        : [
            {
              'cbc:ChargeIndicator': 'false',
              'cbc:AllowanceChargeReasonCode': '95',
              'cbc:MultiplierFactorNumeric': String(item.discountPercent),
              ...amount('cbc:Amount', grossCents - item.netCents * sign),
              ...amount('cbc:BaseAmount', grossCents),
            },
          ],
    'cac:Item': without({
      'cbc:Description': details.join('\n').trim() || undefined,
      'cbc:Name': name,
      'cac:ClassifiedTaxCategory': category(item.taxCategory, item.taxRate, null),
    }),
    'cac:Price': amount('cbc:PriceAmount', item.unitPriceCents),
  })
}

/** Quantity × price before the line's discount, rounded half away from zero. */
const grossOf = ({ quantity, unitPriceCents }: LineItem, sign: number) => {
  const exact = Number((quantity * unitPriceCents * sign).toFixed(4))
  return Math.sign(exact) * Math.round(Math.abs(exact))
}

const exemptionCodes: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

const category = (code: string, rate: number, reason: string | null): Xml =>
  without({
    'cbc:ID': code,
    'cbc:Percent': code === 'O' ? undefined : String(rate),
    'cbc:TaxExemptionReasonCode': reason ? exemptionCodes[code] : undefined,
    'cbc:TaxExemptionReason': reason ?? undefined,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  })

const amount = (name: string, cents: number): Xml => ({ [name]: plainAmount(cents), [`${name}@currencyID`]: 'EUR' })

const taxScheme = (id: string, scheme: 'VAT' | 'FC'): Xml => ({
  'cbc:CompanyID': id,
  'cac:TaxScheme': { 'cbc:ID': scheme },
})

const contact = (name: string | null, phone: string | null, email: string | null): Xml =>
  without({
    'cbc:Name': name ?? undefined,
    'cbc:Telephone': phone ?? undefined,
    'cbc:ElectronicMail': email ?? undefined,
  })

const address = (party: {
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
}): Xml =>
  without({
    'cbc:StreetName': party.street ?? undefined,
    'cbc:CityName': party.city ?? undefined,
    'cbc:PostalZone': party.postalCode ?? undefined,
    'cac:Country': { 'cbc:IdentificationCode': party.country ?? 'DE' },
  })

/** SEPA credit transfer (UNTDID 4461: 58). */
const paymentMeans = ({ seller, number }: InvoiceDocument): Xml => ({
  'cbc:PaymentMeansCode': '58',
  'cbc:PaymentID': number ?? '',
  'cac:PayeeFinancialAccount': without({
    'cbc:ID': seller.iban?.replaceAll(' ', ''),
    'cbc:Name': seller.accountHolder ?? seller.legalName ?? undefined,
    'cac:FinancialInstitutionBranch': seller.bic ? { 'cbc:ID': seller.bic } : undefined,
  }),
})

/** Terms for people; a cash discount also in the form that German software reads (`#SKONTO#…`). */
function paymentTerms({ kind, language, dueDate, cashDiscountDays, cashDiscountPercent }: InvoiceDocument): string {
  if (kind === 'credit_note') return language === 'de' ? 'Verrechnung oder Erstattung' : 'Set off or refunded'
  const due = language === 'de' ? `Zahlbar bis ${dueDate}` : `Payable by ${dueDate}`
  if (!cashDiscountPercent || cashDiscountDays === null) return due
  return `${due}\n#SKONTO#TAGE=${cashDiscountDays}#PROZENT=${cashDiscountPercent.toFixed(2)}#\n`
}

const notes = ({ introduction, closing, seller }: InvoiceDocument): string[] | undefined => {
  const register = [seller.legalName, seller.registerCourt, seller.registerNumber, seller.managingDirectors]
    .filter(Boolean)
    .join(', ')
  const all = [introduction, closing, register].filter((text): text is string => Boolean(text?.trim()))
  // The library writes several notes into one element, which the schema refuses.
  return all.length ? [all.join('\n\n')] : undefined
}

/** Leaves out what is undefined: the formatter's schema knows no empty elements. */
const without = (parts: Xml): Xml =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
