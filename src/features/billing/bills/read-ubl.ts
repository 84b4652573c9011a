import { child, childrenOf, descend, textAt, type XmlElement } from '#core/text/xml'
import type { BillParty, Written, WrittenLine } from './bill.ts'
import { dayOf, emailIn } from './read-cii.ts'

// OASIS UBL 2.1, Invoice and CreditNote.

export function readUbl(root: XmlElement): Written {
  const isCreditNote = root.name === 'CreditNote'
  const specification = textAt(root, 'CustomizationID')
  const currency = textAt(root, 'DocumentCurrencyCode')
  const sums = child(root, 'LegalMonetaryTotal')
  const totals = childrenOf(root, 'TaxTotal')
  const taxes = totals.find((one) => child(one, 'TaxAmount')?.attributes.currencyID === currency) ?? totals[0]
  const allMeans = childrenOf(root, 'PaymentMeans')
  const means = allMeans.find((one) => child(one, 'PayeeFinancialAccount')) ?? allMeans[0]
  const account = child(means, 'PayeeFinancialAccount')
  return {
    format: /xrechnung|xeinkauf/i.test(specification ?? '') ? 'xrechnung_ubl' : 'ubl',
    specification,
    typeCode: textAt(root, isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') ?? (isCreditNote ? '381' : null),
    number: textAt(root, 'ID'),
    issueDate: dayOf(textAt(root, 'IssueDate')),
    dueDate: dayOf(textAt(root, 'DueDate') ?? textAt(means, 'PaymentDueDate')),
    currency,
    buyerReference: textAt(root, 'BuyerReference'),
    seller: partyOf(descend(root, 'AccountingSupplierParty', 'Party')),
    buyer: partyOf(descend(root, 'AccountingCustomerParty', 'Party')),
    lines: childrenOf(root, isCreditNote ? 'CreditNoteLine' : 'InvoiceLine').map((line) => lineOf(line, isCreditNote)),
    adjustments: childrenOf(root, 'AllowanceCharge').map((one) => ({
      isCharge: textAt(one, 'ChargeIndicator') === 'true',
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
    payment: {
      iban: textAt(account, 'ID'),
      bic: textAt(account, 'FinancialInstitutionBranch', 'ID'),
      accountHolder: textAt(account, 'Name'),
      reference: textAt(means, 'PaymentID'),
      terms:
        childrenOf(root, 'PaymentTerms')
          .map((one) => textAt(one, 'Note'))
          .filter(Boolean)
          .join('\n') || null,
    },
  }
}

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
      isCharge: textAt(one, 'ChargeIndicator') === 'true',
      amount: textAt(one, 'Amount'),
    })),
    isInformation: false,
  }
}
