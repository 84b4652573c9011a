type Schema = Record<string, unknown>

const text = (description: string): Schema => ({ type: ['string', 'null'], description })
const number = (description: string): Schema => ({ type: ['number', 'null'], description })
const cents = (description: string): Schema => ({
  type: ['integer', 'null'],
  description: `${description}, in the minor unit of the currency.`,
})
const sum = (description: string): Schema => ({
  type: 'integer',
  description: `${description}, in the minor unit of the currency; 0 if the document has none.`,
})
const day = (description: string): Schema => ({ type: ['string', 'null'], format: 'date', description })

const object = (properties: Record<string, Schema>, description?: string): Schema => ({
  type: 'object',
  ...(description && { description }),
  required: Object.keys(properties),
  properties,
})

const party = (description: string): Schema =>
  object(
    {
      name: text('Name of the company or person.'),
      street: text('Street and house number.'),
      postal_code: text('Postal code.'),
      city: text('City.'),
      country: text('Country, ISO 3166-1 alpha-2.'),
      vat_id: text('VAT ID.'),
      tax_number: text('Tax number given by the tax office.'),
      email: text('Email address.'),
    },
    description,
  )

const taxRate = number('VAT rate in percent.')
const taxCategory = text('VAT category, UNTDID 5305: `S` is the standard or a reduced rate.')

/** Response of `POST /bills/read`. */
export const billSchema = object({
  format: {
    type: 'string',
    enum: ['zugferd', 'xrechnung_cii', 'xrechnung_ubl', 'cii', 'ubl'],
    description: 'How the invoice is written: in a ZUGFeRD or Factur-X PDF, or as XML alone.',
  },
  profile: text('Profile of the document, such as `EN 16931` or `XRECHNUNG`.'),
  kind: { type: 'string', enum: ['invoice', 'credit_note', 'advance'], description: 'Kind of document.' },
  type_code: text('Type of the document, UNTDID 1001: `380` is an invoice.'),
  number: text('Number that the seller gave it.'),
  issue_date: day('Date of the document.'),
  due_date: day('Last day of payment.'),
  currency: text('Currency of all amounts, ISO 4217.'),
  buyer_reference: text('Leitweg-ID or other reference of the buyer.'),
  seller: party('Who sends the invoice.'),
  buyer: party('Who is to pay it.'),
  lines: {
    type: 'array',
    description: 'Line items, in the order of the document.',
    items: object({
      description: text('What was supplied.'),
      quantity: number('Quantity.'),
      unit: text('Unit, UN/ECE Recommendations 20 and 21: `HUR` is an hour.'),
      unit_price: number('Net price of a unit, in the main unit of the currency; may have more decimals than it.'),
      net_cents: cents('Net amount of the line'),
      tax_rate: taxRate,
      tax_category: taxCategory,
    }),
  },
  tax_breakdown: {
    type: 'array',
    description: 'VAT by category and rate.',
    items: object({
      tax_rate: taxRate,
      tax_category: taxCategory,
      net_cents: cents('Net amount that is taxed so'),
      tax_cents: cents('VAT on it'),
    }),
  },
  allowance_cents: sum('Discounts on the document as a whole'),
  charge_cents: sum('Charges on the document as a whole'),
  subtotal_cents: cents('Net total'),
  tax_cents: cents('Total VAT'),
  total_cents: cents('Gross total'),
  prepaid_cents: sum('What was paid before'),
  rounding_cents: sum('What the amount to pay was rounded by'),
  third_party_cents: sum('What the seller collects for third parties'),
  payable_cents: cents('What is left to pay'),
  payment: object(
    {
      means: text(
        'Means of payment, UNTDID 4461: `58` is a SEPA transfer; `49` and `59` are direct debits, which the seller collects, so that the buyer does not pay.',
      ),
      iban: text('IBAN of the account to pay to.'),
      bic: text('BIC of its bank.'),
      account_holder: text('Holder of the account.'),
      reference: text('Remittance information to pay with.'),
      terms: text('Terms of payment, as the seller worded them.'),
      mandate: text('Reference of the direct debit mandate.'),
      debited_iban: text('IBAN of the account that the direct debit is collected from.'),
      creditor_id: text('SEPA creditor identifier of the seller or payee.'),
      discounts: {
        type: 'array',
        description:
          'Cash discounts: so many percent less if it is paid within so many days of the date of the document.',
        items: object({
          percent: { type: 'number', description: 'Discount in percent.' },
          days: { type: 'integer', description: 'Days to pay within.' },
        }),
      },
    },
    'How it is to be paid.',
  ),
  findings: {
    type: 'array',
    description: 'What is missing, or does not agree.',
    items: object({
      field: { type: 'string', description: 'Field of this answer, with a path into lists: `lines.0.net_cents`.' },
      message: { type: 'string', description: 'What is wrong with it, in the language of Accept-Language.' },
    }),
  },
})
