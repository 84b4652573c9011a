import { findChild, findChildren, findText, parseXmlBoolean, type XmlElement } from '#core/text/xml'
import { type BillParty, isDirectDebit, type Written, type WrittenLine } from './bill.ts'

// UN/CEFACT Cross Industry Invoice, and its draft that ZUGFeRD 1.0 wrote: one has `Header…`, the other another name.

/** The first child that has one of these names. */
const anyOf = (element: XmlElement | undefined, ...names: string[]) =>
  element?.children.find(({ name }) => names.includes(name))

export function readCii(root: XmlElement, isPdf: boolean): Written {
  const context = anyOf(root, 'ExchangedDocumentContext', 'SpecifiedExchangedDocumentContext')
  const header = anyOf(root, 'ExchangedDocument', 'HeaderExchangedDocument')
  const trade = anyOf(root, 'SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction')
  const agreement = anyOf(trade, 'ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement')
  const settlement = anyOf(trade, 'ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement')
  const sums = anyOf(
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
    issueDate: dayOf(findText(header, 'IssueDateTime', 'DateTimeString')),
    dueDate: dayOf(terms.map((one) => findText(one, 'DueDateDateTime', 'DateTimeString')).find(Boolean) ?? null),
    currency,
    buyerReference: findText(agreement, 'BuyerReference'),
    seller: partyOf(findChild(agreement, 'SellerTradeParty')),
    buyer: partyOf(findChild(agreement, 'BuyerTradeParty')),
    lines: findChildren(trade, 'IncludedSupplyChainTradeLineItem').map(lineOf),
    adjustments: [
      ...findChildren(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
        isCharge: parseXmlBoolean(findText(one, 'ChargeIndicator', 'Indicator')),
        amount: findText(one, 'ActualAmount'),
        ...taxOf(findChild(one, 'CategoryTradeTax')),
      })),
      ...findChildren(settlement, 'SpecifiedLogisticsServiceCharge').map((one) => ({
        isCharge: true,
        amount: findText(one, 'AppliedAmount'),
        ...taxOf(findChild(one, 'AppliedTradeTax')),
      })),
    ],
    taxes: findChildren(settlement, 'ApplicableTradeTax').map((tax) => ({
      ...taxOf(tax),
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

const taxOf = (tax: XmlElement | undefined) => ({
  taxRate: findText(tax, 'RateApplicablePercent') ?? findText(tax, 'ApplicablePercent'),
  taxCategory: findText(tax, 'CategoryCode'),
})

function partyOf(party: XmlElement | undefined): BillParty {
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
      emailIn(findText(party, 'URIUniversalCommunication', 'URIID')),
  }
}

/** An electronic address is one of many kinds. */
export const emailIn = (text: string | null) => (text?.includes('@') ? text : null)

function lineOf(line: XmlElement): WrittenLine {
  const agreement = anyOf(line, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement')
  const settlement = anyOf(line, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement')
  const quantity = findChild(
    anyOf(line, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery'),
    'BilledQuantity',
  )
  const product = findChild(line, 'SpecifiedTradeProduct')
  const tax = findChild(settlement, 'ApplicableTradeTax')
  const price = findChild(agreement, 'NetPriceProductTradePrice')
  const sums = anyOf(
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
    ...taxOf(tax),
    adjustments: findChildren(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
      isCharge: parseXmlBoolean(findText(one, 'ChargeIndicator', 'Indicator')),
      amount: findText(one, 'ActualAmount'),
    })),
    isInformation: status === 'GROUP' || status === 'INFORMATION',
  }
}

/** `20260131`, as format 102 has it, or ISO 8601. */
export function dayOf(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text ?? '') ?? []
  const found = `${year}-${month}-${day}`
  const parsed = new Date(`${found}T00:00:00Z`)
  return year && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(found) ? found : null
}
