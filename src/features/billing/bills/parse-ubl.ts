import { findChild, findChildren, findDescendant, findText, parseXmlBoolean, type XmlElement } from '#core/text/xml'
import { type BillParty, isDirectDebit, type RawBill, type RawBillLine } from './bill.ts'
import { parseDay, parseEmail } from './parse-cii.ts'

// OASIS UBL 2.1, Invoice and CreditNote.

export function parseUbl(root: XmlElement): RawBill {
  const isCreditNote = root.name === 'CreditNote'
  const specification = findText(root, 'CustomizationID')
  const currency = findText(root, 'DocumentCurrencyCode')
  const sums = findChild(root, 'LegalMonetaryTotal')
  const totals = findChildren(root, 'TaxTotal')
  const taxes = totals.find((one) => findChild(one, 'TaxAmount')?.attributes.currencyID === currency) ?? totals[0]
  const seller = findDescendant(root, 'AccountingSupplierParty', 'Party')
  const allMeans = findChildren(root, 'PaymentMeans')
  const payable = allMeans.find((one) => findChild(one, 'PayeeFinancialAccount'))
  const means = allMeans.find((one) => isDirectDebit(findText(one, 'PaymentMeansCode'))) ?? payable ?? allMeans[0]
  const account = findChild(payable, 'PayeeFinancialAccount')
  return {
    format: /xrechnung|xeinkauf/i.test(specification ?? '') ? 'xrechnung_ubl' : 'ubl',
    specification,
    typeCode: findText(root, isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') ?? (isCreditNote ? '381' : null),
    number: findText(root, 'ID'),
    issueDate: parseDay(findText(root, 'IssueDate')),
    dueDate: parseDay(findText(root, 'DueDate') ?? findText(means, 'PaymentDueDate')),
    currency,
    buyerReference: findText(root, 'BuyerReference'),
    seller: parseParty(seller),
    buyer: parseParty(findDescendant(root, 'AccountingCustomerParty', 'Party')),
    lines: findChildren(root, isCreditNote ? 'CreditNoteLine' : 'InvoiceLine').map((line) =>
      parseLine(line, isCreditNote),
    ),
    adjustments: findChildren(root, 'AllowanceCharge').map((one) => ({
      isCharge: parseXmlBoolean(findText(one, 'ChargeIndicator')),
      amount: findText(one, 'Amount'),
      taxRate: findText(one, 'TaxCategory', 'Percent'),
      taxCategory: findText(one, 'TaxCategory', 'ID'),
    })),
    taxes: findChildren(taxes, 'TaxSubtotal').map((tax) => ({
      taxRate: findText(tax, 'TaxCategory', 'Percent'),
      taxCategory: findText(tax, 'TaxCategory', 'ID'),
      base: findText(tax, 'TaxableAmount'),
      tax: findText(tax, 'TaxAmount'),
    })),
    sums: {
      lines: findText(sums, 'LineExtensionAmount'),
      allowances: findText(sums, 'AllowanceTotalAmount'),
      charges: findText(sums, 'ChargeTotalAmount'),
      subtotal: findText(sums, 'TaxExclusiveAmount'),
      tax: findText(taxes, 'TaxAmount'),
      total: findText(sums, 'TaxInclusiveAmount'),
      prepaid: findText(sums, 'PrepaidAmount'),
      rounding: findText(sums, 'PayableRoundingAmount'),
      payable: findText(sums, 'PayableAmount'),
    },
    // In other profiles these are parts of PrepaidAmount.
    thirdPartyPayments: /extension:xrechnung/i.test(specification ?? '')
      ? findChildren(root, 'PrepaidPayment').map((one) => findText(one, 'PaidAmount'))
      : [],
    discounts: [],
    isZugferd1: false,
    payment: {
      means: findText(means, 'PaymentMeansCode'),
      iban: findText(account, 'ID'),
      bic: findText(account, 'FinancialInstitutionBranch', 'ID'),
      accountHolder: findText(account, 'Name'),
      reference: findText(means, 'PaymentID') ?? findText(payable, 'PaymentID'),
      terms:
        findChildren(root, 'PaymentTerms')
          .map((one) => findText(one, 'Note'))
          .filter(Boolean)
          .join('\n') || null,
      mandate: findText(means, 'PaymentMandate', 'ID'),
      debitedIban: findText(means, 'PaymentMandate', 'PayerFinancialAccount', 'ID'),
      creditorId: parseCreditorId(findChild(root, 'PayeeParty')) ?? parseCreditorId(seller),
    },
  }
}

/** BT-90, which UBL puts among the identifiers of seller or payee. */
const parseCreditorId = (party: XmlElement | undefined): string | null =>
  findChildren(party, 'PartyIdentification')
    .flatMap((one) => findChild(one, 'ID') ?? [])
    .find(({ attributes }) => attributes.schemeID === 'SEPA')?.text || null

function parseParty(party: XmlElement | undefined): BillParty {
  const address = findChild(party, 'PostalAddress')
  const registered = (isVat: boolean) =>
    findChildren(party, 'PartyTaxScheme')
      .filter((one) => (findText(one, 'TaxScheme', 'ID') === 'VAT') === isVat)
      .map((one) => findText(one, 'CompanyID'))
      .find(Boolean) ?? null
  return {
    name: findText(party, 'PartyLegalEntity', 'RegistrationName') ?? findText(party, 'PartyName', 'Name'),
    street: findText(address, 'StreetName'),
    postalCode: findText(address, 'PostalZone'),
    city: findText(address, 'CityName'),
    country: findText(address, 'Country', 'IdentificationCode'),
    vatId: registered(true),
    taxNumber: registered(false),
    email: findText(party, 'Contact', 'ElectronicMail') ?? parseEmail(findText(party, 'EndpointID')),
  }
}

function parseLine(line: XmlElement, isCreditNote: boolean): RawBillLine {
  const quantity = findChild(line, isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity')
  const item = findChild(line, 'Item')
  const tax = findChild(item, 'ClassifiedTaxCategory')
  return {
    description: [findText(item, 'Name'), findText(item, 'Description')].filter(Boolean).join('\n') || null,
    quantity: quantity?.text || null,
    unit: quantity?.attributes.unitCode ?? null,
    unitPrice: findText(line, 'Price', 'PriceAmount'),
    priceQuantity: findText(line, 'Price', 'BaseQuantity'),
    net: findText(line, 'LineExtensionAmount'),
    taxRate: findText(tax, 'Percent'),
    taxCategory: findText(tax, 'ID'),
    adjustments: findChildren(line, 'AllowanceCharge').map((one) => ({
      isCharge: parseXmlBoolean(findText(one, 'ChargeIndicator')),
      amount: findText(one, 'Amount'),
    })),
    isInformation: false,
  }
}
