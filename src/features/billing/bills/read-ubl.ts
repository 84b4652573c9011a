import { child, childrenOf, descend, isXmlTrue, textAt, type XmlElement } from '#core/text/xml'
import { type BillParty, isDirectDebit, type Written, type WrittenLine } from './bill.ts'
import { dayOf, emailIn } from './read-cii.ts'

// OASIS UBL 2.1, Invoice and CreditNote.

export function readUbl(root: XmlElement): Written {
  const isCreditNote = root.name === 'CreditNote'
  const specification = textAt(root, 'CustomizationID')
  const currency = textAt(root, 'DocumentCurrencyCode')
  const sums = child(root, 'LegalMonetaryTotal')
  const totals = childrenOf(root, 'TaxTotal')
  const taxes = totals.find((one) => child(one, 'TaxAmount')?.attributes.currencyID === currency) ?? totals[0]
  const seller = descend(root, 'AccountingSupplierParty', 'Party')
  const allMeans = childrenOf(root, 'PaymentMeans')
  const payable = allMeans.find((one) => child(one, 'PayeeFinancialAccount'))
  const means = allMeans.find((one) => isDirectDebit(textAt(one, 'PaymentMeansCode'))) ?? payable ?? allMeans[0]
  const account = child(payable, 'PayeeFinancialAccount')
  return {
    format: /xrechnung|xeinkauf/i.test(specification ?? '') ? 'xrechnung_ubl' : 'ubl',
    specification,
    typeCode: textAt(root, isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') ?? (isCreditNote ? '381' : null),
    number: textAt(root, 'ID'),
    issueDate: dayOf(textAt(root, 'IssueDate')),
    dueDate: dayOf(textAt(root, 'DueDate') ?? textAt(means, 'PaymentDueDate')),
    currency,
    buyerReference: textAt(root, 'BuyerReference'),
    seller: partyOf(seller),
    buyer: partyOf(descend(root, 'AccountingCustomerParty', 'Party')),
    lines: childrenOf(root, isCreditNote ? 'CreditNoteLine' : 'InvoiceLine').map((line) => lineOf(line, isCreditNote)),
    adjustments: childrenOf(root, 'AllowanceCharge').map((one) => ({
      isCharge: isXmlTrue(textAt(one, 'ChargeIndicator')),
      amount: textAt(one, 'Amount'),
      taxRate: textAt(one, 'TaxCategory', 'Percent'),
      taxCategory: textAt(one, 'TaxCategory', 'ID'),
    })),
    taxes: childrenOf(taxes, 'TaxSubtotal').map((tax) => ({
      taxRate: textAt(tax, 'TaxCategory', 'Percent'),
      taxCategory: textAt(tax, 'TaxCategory', 'ID'),
      base: textAt(tax, 'TaxableAmount'),
      tax: textAt(tax, 'TaxAmount'),
    })),
    sums: {
      lines: textAt(sums, 'LineExtensionAmount'),
      allowances: textAt(sums, 'AllowanceTotalAmount'),
      charges: textAt(sums, 'ChargeTotalAmount'),
      subtotal: textAt(sums, 'TaxExclusiveAmount'),
      tax: textAt(taxes, 'TaxAmount'),
      total: textAt(sums, 'TaxInclusiveAmount'),
      prepaid: textAt(sums, 'PrepaidAmount'),
      rounding: textAt(sums, 'PayableRoundingAmount'),
      payable: textAt(sums, 'PayableAmount'),
    },
    // Elsewhere these are the parts of PrepaidAmount.
    thirdPartyPayments: /extension:xrechnung/i.test(specification ?? '')
      ? childrenOf(root, 'PrepaidPayment').map((one) => textAt(one, 'PaidAmount'))
      : [],
    discounts: [],
    isZugferd1: false,
    payment: {
      means: textAt(means, 'PaymentMeansCode'),
      iban: textAt(account, 'ID'),
      bic: textAt(account, 'FinancialInstitutionBranch', 'ID'),
      accountHolder: textAt(account, 'Name'),
      reference: textAt(means, 'PaymentID') ?? textAt(payable, 'PaymentID'),
      terms:
        childrenOf(root, 'PaymentTerms')
          .map((one) => textAt(one, 'Note'))
          .filter(Boolean)
          .join('\n') || null,
      mandate: textAt(means, 'PaymentMandate', 'ID'),
      debitedIban: textAt(means, 'PaymentMandate', 'PayerFinancialAccount', 'ID'),
      creditorId: creditorIdOf(child(root, 'PayeeParty')) ?? creditorIdOf(seller),
    },
  }
}

/** BT-90, which UBL keeps among the identifiers of the seller or the payee. */
const creditorIdOf = (party: XmlElement | undefined): string | null =>
  childrenOf(party, 'PartyIdentification')
    .flatMap((one) => child(one, 'ID') ?? [])
    .find(({ attributes }) => attributes.schemeID === 'SEPA')?.text || null

function partyOf(party: XmlElement | undefined): BillParty {
  const address = child(party, 'PostalAddress')
  const registered = (isVat: boolean) =>
    childrenOf(party, 'PartyTaxScheme')
      .filter((one) => (textAt(one, 'TaxScheme', 'ID') === 'VAT') === isVat)
      .map((one) => textAt(one, 'CompanyID'))
      .find(Boolean) ?? null
  return {
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name'),
    street: textAt(address, 'StreetName'),
    postalCode: textAt(address, 'PostalZone'),
    city: textAt(address, 'CityName'),
    country: textAt(address, 'Country', 'IdentificationCode'),
    vatId: registered(true),
    taxNumber: registered(false),
    email: textAt(party, 'Contact', 'ElectronicMail') ?? emailIn(textAt(party, 'EndpointID')),
  }
}

function lineOf(line: XmlElement, isCreditNote: boolean): WrittenLine {
  const quantity = child(line, isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity')
  const item = child(line, 'Item')
  const tax = child(item, 'ClassifiedTaxCategory')
  return {
    description: [textAt(item, 'Name'), textAt(item, 'Description')].filter(Boolean).join('\n') || null,
    quantity: quantity?.text || null,
    unit: quantity?.attributes.unitCode ?? null,
    unitPrice: textAt(line, 'Price', 'PriceAmount'),
    priceQuantity: textAt(line, 'Price', 'BaseQuantity'),
    net: textAt(line, 'LineExtensionAmount'),
    taxRate: textAt(tax, 'Percent'),
    taxCategory: textAt(tax, 'ID'),
    adjustments: childrenOf(line, 'AllowanceCharge').map((one) => ({
      isCharge: isXmlTrue(textAt(one, 'ChargeIndicator')),
      amount: textAt(one, 'Amount'),
    })),
    isInformation: false,
  }
}
