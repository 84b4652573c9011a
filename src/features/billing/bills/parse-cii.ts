import { findChild, findChildren, findText, parseXmlBoolean, type XmlElement } from '#core/text/xml'
import { type BillParty, isDirectDebit, type RawBill, type RawBillLine } from './bill.ts'

// UN/CEFACT Cross Industry Invoice, and the draft used by ZUGFeRD 1.0, whose elements have other names.

/** First child with one of these names. */
const findAny = (element: XmlElement | undefined, ...names: string[]) =>
  element?.children.find(({ name }) => names.includes(name))

export function parseCii(root: XmlElement, isPdf: boolean): RawBill {
  const context = findAny(root, 'ExchangedDocumentContext', 'SpecifiedExchangedDocumentContext')
  const header = findAny(root, 'ExchangedDocument', 'HeaderExchangedDocument')
  const trade = findAny(root, 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction')
  const agreement = findAny(trade, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement')
  const settlement = findAny(trade, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement')
  const sums = findAny(
    settlement,
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  )
  const terms = findChildren(settlement, 'SpecifiedTradePaymentTerms')
  const specification = findText(context, 'GuidelineSpecifiedDocumentContextParameter', 'ID')
  const currency = findText(settlement, 'InvoiceCurrencyCode')
  const isXRechnung = /xrechnung|xeinkauf/i.test(specification ?? '')
  const taxTotals = findChildren(sums, 'TaxTotalAmount')
  const allMeans = findChildren(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const payable = allMeans.find((one) => findChild(one, 'PayeePartyCreditorFinancialAccount'))
  const means = allMeans.find((one) => isDirectDebit(findText(one, 'TypeCode'))) ?? payable ?? allMeans[0]
  return {
    format: isPdf ? 'zugferd' : isXRechnung ? 'xrechnung_cii' : 'cii',
    specification,
    typeCode: findText(header, 'TypeCode'),
    number: findText(header, 'ID'),
    issueDate: parseDay(findText(header, 'IssueDateTime', 'DateTimeString')),
    dueDate: parseDay(terms.map((one) => findText(one, 'DueDateDateTime', 'DateTimeString')).find(Boolean) ?? null),
    currency,
    buyerReference: findText(agreement, 'BuyerReference'),
    seller: parseParty(findChild(agreement, 'SellerTradeParty')),
    buyer: parseParty(findChild(agreement, 'BuyerTradeParty')),
    lines: findChildren(trade, 'IncludedSupplyChainTradeLineItem').map(parseLine),
    adjustments: [
      ...findChildren(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
        isCharge: parseXmlBoolean(findText(one, 'ChargeIndicator', 'Indicator')),
        amount: findText(one, 'ActualAmount'),
        ...parseTax(findChild(one, 'CategoryTradeTax')),
      })),
      ...findChildren(settlement, 'SpecifiedLogisticsServiceCharge').map((one) => ({
        isCharge: true,
        amount: findText(one, 'AppliedAmount'),
        ...parseTax(findChild(one, 'AppliedTradeTax')),
      })),
    ],
    taxes: findChildren(settlement, 'ApplicableTradeTax').map((tax) => ({
      ...parseTax(tax),
      base: findText(tax, 'BasisAmount'),
      tax: findText(tax, 'CalculatedAmount'),
    })),
    sums: {
      lines: findText(sums, 'LineTotalAmount'),
      allowances: findText(sums, 'AllowanceTotalAmount'),
      charges: findText(sums, 'ChargeTotalAmount'),
      subtotal: findText(sums, 'TaxBasisTotalAmount'),
      tax:
        (
          taxTotals.find(({ attributes }) => !attributes.currencyID || attributes.currencyID === currency) ??
          taxTotals[0]
        )?.text ?? null,
      total: findText(sums, 'GrandTotalAmount'),
      prepaid: findText(sums, 'TotalPrepaidAmount'),
      rounding: findText(sums, 'RoundingAmount'),
      payable: findText(sums, 'DuePayableAmount'),
    },
    thirdPartyPayments: findChildren(settlement, 'SpecifiedFinancialAdjustment').map((one) =>
      findText(one, 'ActualAmount'),
    ),
    discounts: terms
      .flatMap((one) => findChildren(one, 'ApplicableTradePaymentDiscountTerms'))
      .map((one) => {
        const period = findChild(one, 'BasisPeriodMeasure')
        return {
          percent: findText(one, 'CalculationPercent'),
          days: period?.attributes.unitCode === 'DAY' ? period.text : null,
        }
      }),
    isZugferd1: root.name === 'CrossIndustryDocument',
    payment: {
      means: findText(means, 'TypeCode'),
      iban: findText(payable, 'PayeePartyCreditorFinancialAccount', 'IBANID'),
      bic: findText(payable, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'),
      accountHolder: findText(payable, 'PayeePartyCreditorFinancialAccount', 'AccountName'),
      reference: findText(settlement, 'PaymentReference'),
      terms:
        terms
          .map((one) => findText(one, 'Description'))
          .filter(Boolean)
          .join('\n') || null,
      mandate: terms.map((one) => findText(one, 'DirectDebitMandateID')).find(Boolean) ?? null,
      debitedIban: findText(means, 'PayerPartyDebtorFinancialAccount', 'IBANID'),
      creditorId: findText(settlement, 'CreditorReferenceID'),
    },
  }
}

const parseTax = (tax: XmlElement | undefined) => ({
  taxRate: findText(tax, 'RateApplicablePercent') ?? findText(tax, 'ApplicablePercent'),
  taxCategory: findText(tax, 'CategoryCode'),
})

function parseParty(party: XmlElement | undefined): BillParty {
  const address = findChild(party, 'PostalTradeAddress')
  const registrations = findChildren(party, 'SpecifiedTaxRegistration').flatMap((one) => findChild(one, 'ID') ?? [])
  const registered = (scheme: string) =>
    registrations.find(({ attributes }) => attributes.schemeID === scheme)?.text || null
  return {
    name: findText(party, 'Name'),
    street: findText(address, 'LineOne'),
    postalCode: findText(address, 'PostcodeCode'),
    city: findText(address, 'CityName'),
    country: findText(address, 'CountryID'),
    vatId: registered('VA'),
    taxNumber: registered('FC'),
    email:
      findText(party, 'DefinedTradeContact', 'EmailURIUniversalCommunication', 'URIID') ??
      parseEmail(findText(party, 'URIUniversalCommunication', 'URIID')),
  }
}

/** Electronic addresses may be of other kinds. */
export const parseEmail = (text: string | null) => (text?.includes('@') ? text : null)

function parseLine(line: XmlElement): RawBillLine {
  const agreement = findAny(line, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement')
  const settlement = findAny(line, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement')
  const quantity = findChild(
    findAny(line, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery'),
    'BilledQuantity',
  )
  const product = findChild(line, 'SpecifiedTradeProduct')
  const tax = findChild(settlement, 'ApplicableTradeTax')
  const price = findChild(agreement, 'NetPriceProductTradePrice')
  const sums = findAny(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  )
  const status = findText(line, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode')
  return {
    description:
      [findText(product, 'Name'), findText(product, 'Description')].filter(Boolean).join('\n') ||
      findText(line, 'AssociatedDocumentLineDocument', 'IncludedNote', 'Content'),
    quantity: quantity?.text || null,
    unit: quantity?.attributes.unitCode ?? null,
    unitPrice: findText(price, 'ChargeAmount'),
    priceQuantity: findText(price, 'BasisQuantity'),
    net: findText(sums, 'LineTotalAmount'),
    ...parseTax(tax),
    adjustments: findChildren(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
      isCharge: parseXmlBoolean(findText(one, 'ChargeIndicator', 'Indicator')),
      amount: findText(one, 'ActualAmount'),
    })),
    isInformation: status === 'GROUP' || status === 'INFORMATION',
  }
}

/** `20260131` (format 102) or ISO 8601. */
export function parseDay(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text ?? '') ?? []
  const found = `${year}-${month}-${day}`
  const parsed = new Date(`${found}T00:00:00Z`)
  return year && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(found) ? found : null
}
