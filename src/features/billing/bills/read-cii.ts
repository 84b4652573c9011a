import { child, childrenOf, isXmlTrue, textAt, type XmlElement } from '#core/text/xml'
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
  const terms = childrenOf(settlement, 'SpecifiedTradePaymentTerms')
  const specification = textAt(context, 'GuidelineSpecifiedDocumentContextParameter', 'ID')
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  const isXRechnung = /xrechnung|xeinkauf/i.test(specification ?? '')
  const taxTotals = childrenOf(sums, 'TaxTotalAmount')
  const allMeans = childrenOf(settlement, 'SpecifiedTradeSettlementPaymentMeans')
  const payable = allMeans.find((one) => child(one, 'PayeePartyCreditorFinancialAccount'))
  const means = allMeans.find((one) => isDirectDebit(textAt(one, 'TypeCode'))) ?? payable ?? allMeans[0]
  return {
    format: isPdf ? 'zugferd' : isXRechnung ? 'xrechnung_cii' : 'cii',
    specification,
    typeCode: textAt(header, 'TypeCode'),
    number: textAt(header, 'ID'),
    issueDate: dayOf(textAt(header, 'IssueDateTime', 'DateTimeString')),
    dueDate: dayOf(terms.map((one) => textAt(one, 'DueDateDateTime', 'DateTimeString')).find(Boolean) ?? null),
    currency,
    buyerReference: textAt(agreement, 'BuyerReference'),
    seller: partyOf(child(agreement, 'SellerTradeParty')),
    buyer: partyOf(child(agreement, 'BuyerTradeParty')),
    lines: childrenOf(trade, 'IncludedSupplyChainTradeLineItem').map(lineOf),
    adjustments: [
      ...childrenOf(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
        isCharge: isXmlTrue(textAt(one, 'ChargeIndicator', 'Indicator')),
        amount: textAt(one, 'ActualAmount'),
        ...taxOf(child(one, 'CategoryTradeTax')),
      })),
      ...childrenOf(settlement, 'SpecifiedLogisticsServiceCharge').map((one) => ({
        isCharge: true,
        amount: textAt(one, 'AppliedAmount'),
        ...taxOf(child(one, 'AppliedTradeTax')),
      })),
    ],
    taxes: childrenOf(settlement, 'ApplicableTradeTax').map((tax) => ({
      ...taxOf(tax),
      base: textAt(tax, 'BasisAmount'),
      tax: textAt(tax, 'CalculatedAmount'),
    })),
    sums: {
      lines: textAt(sums, 'LineTotalAmount'),
      allowances: textAt(sums, 'AllowanceTotalAmount'),
      charges: textAt(sums, 'ChargeTotalAmount'),
      subtotal: textAt(sums, 'TaxBasisTotalAmount'),
      tax:
        (
          taxTotals.find(({ attributes }) => !attributes.currencyID || attributes.currencyID === currency) ??
          taxTotals[0]
        )?.text ?? null,
      total: textAt(sums, 'GrandTotalAmount'),
      prepaid: textAt(sums, 'TotalPrepaidAmount'),
      rounding: textAt(sums, 'RoundingAmount'),
      payable: textAt(sums, 'DuePayableAmount'),
    },
    thirdPartyPayments: childrenOf(settlement, 'SpecifiedFinancialAdjustment').map((one) =>
      textAt(one, 'ActualAmount'),
    ),
    discounts: terms
      .flatMap((one) => childrenOf(one, 'ApplicableTradePaymentDiscountTerms'))
      .map((one) => {
        const period = child(one, 'BasisPeriodMeasure')
        return {
          percent: textAt(one, 'CalculationPercent'),
          days: period?.attributes.unitCode === 'DAY' ? period.text : null,
        }
      }),
    isZugferd1: root.name === 'CrossIndustryDocument',
    payment: {
      means: textAt(means, 'TypeCode'),
      iban: textAt(payable, 'PayeePartyCreditorFinancialAccount', 'IBANID'),
      bic: textAt(payable, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'),
      accountHolder: textAt(payable, 'PayeePartyCreditorFinancialAccount', 'AccountName'),
      reference: textAt(settlement, 'PaymentReference'),
      terms:
        terms
          .map((one) => textAt(one, 'Description'))
          .filter(Boolean)
          .join('\n') || null,
      mandate: terms.map((one) => textAt(one, 'DirectDebitMandateID')).find(Boolean) ?? null,
      debitedIban: textAt(means, 'PayerPartyDebtorFinancialAccount', 'IBANID'),
      creditorId: textAt(settlement, 'CreditorReferenceID'),
    },
  }
}

const taxOf = (tax: XmlElement | undefined) => ({
  taxRate: textAt(tax, 'RateApplicablePercent') ?? textAt(tax, 'ApplicablePercent'),
  taxCategory: textAt(tax, 'CategoryCode'),
})

function partyOf(party: XmlElement | undefined): BillParty {
  const address = child(party, 'PostalTradeAddress')
  const registrations = childrenOf(party, 'SpecifiedTaxRegistration').flatMap((one) => child(one, 'ID') ?? [])
  const registered = (scheme: string) =>
    registrations.find(({ attributes }) => attributes.schemeID === scheme)?.text || null
  return {
    name: textAt(party, 'Name'),
    street: textAt(address, 'LineOne'),
    postalCode: textAt(address, 'PostcodeCode'),
    city: textAt(address, 'CityName'),
    country: textAt(address, 'CountryID'),
    vatId: registered('VA'),
    taxNumber: registered('FC'),
    email:
      textAt(party, 'DefinedTradeContact', 'EmailURIUniversalCommunication', 'URIID') ??
      emailIn(textAt(party, 'URIUniversalCommunication', 'URIID')),
  }
}

/** An electronic address is one of many kinds. */
export const emailIn = (text: string | null) => (text?.includes('@') ? text : null)

function lineOf(line: XmlElement): WrittenLine {
  const agreement = anyOf(line, 'SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement')
  const settlement = anyOf(line, 'SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement')
  const quantity = child(
    anyOf(line, 'SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery'),
    'BilledQuantity',
  )
  const product = child(line, 'SpecifiedTradeProduct')
  const tax = child(settlement, 'ApplicableTradeTax')
  const price = child(agreement, 'NetPriceProductTradePrice')
  const sums = anyOf(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation',
    'SpecifiedTradeSettlementMonetarySummation',
  )
  const status = textAt(line, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode')
  return {
    description:
      [textAt(product, 'Name'), textAt(product, 'Description')].filter(Boolean).join('\n') ||
      textAt(line, 'AssociatedDocumentLineDocument', 'IncludedNote', 'Content'),
    quantity: quantity?.text || null,
    unit: quantity?.attributes.unitCode ?? null,
    unitPrice: textAt(price, 'ChargeAmount'),
    priceQuantity: textAt(price, 'BasisQuantity'),
    net: textAt(sums, 'LineTotalAmount'),
    ...taxOf(tax),
    adjustments: childrenOf(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
      isCharge: isXmlTrue(textAt(one, 'ChargeIndicator', 'Indicator')),
      amount: textAt(one, 'ActualAmount'),
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
