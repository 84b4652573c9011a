type Schema = Record<string, unknown>

const text = { type: ['string', 'null'] }
const number = { type: ['number', 'null'] }
const cents = { type: ['integer', 'null'], description: 'In the minor unit of the currency.' }
const sum = { type: 'integer', description: 'In the minor unit of the currency; 0 if the document has none.' }
const day = { type: ['string', 'null'], format: 'date' }

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const party = object({
  name: text,
  street: text,
  postal_code: text,
  city: text,
  country: text,
  vat_id: text,
  tax_number: text,
  email: text,
})

/** What `POST /bills/read` answers. */
export const billSchema = object({
  format: { type: 'string', enum: ['zugferd', 'xrechnung_cii', 'xrechnung_ubl', 'cii', 'ubl'] },
  profile: { ...text, description: 'Profile of the document, such as `EN 16931` or `XRECHNUNG`.' },
  kind: { type: 'string', enum: ['invoice', 'credit_note', 'advance'] },
  type_code: { ...text, description: 'UNTDID 1001.' },
  number: text,
  issue_date: day,
  due_date: day,
  currency: { ...text, description: 'ISO 4217.' },
  buyer_reference: { ...text, description: 'Leitweg-ID or other reference of the buyer.' },
  seller: party,
  buyer: party,
  lines: {
    type: 'array',
    items: object({
      description: text,
      quantity: number,
      unit: { ...text, description: 'UN/ECE code.' },
      unit_price: { ...number, description: 'In the main unit of the currency; may have more decimals than it.' },
      net_cents: cents,
      tax_rate: number,
      tax_category: { ...text, description: 'UNTDID 5305.' },
    }),
  },
  tax_breakdown: {
    type: 'array',
    items: object({ tax_rate: number, tax_category: text, net_cents: cents, tax_cents: cents }),
  },
  allowance_cents: sum,
  charge_cents: sum,
  subtotal_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  prepaid_cents: sum,
  rounding_cents: sum,
  payable_cents: cents,
  payment: object({ iban: text, bic: text, account_holder: text, reference: text, terms: text }),
  findings: {
    type: 'array',
    description: 'What is missing, or does not agree.',
    items: object({ field: { type: 'string' }, message: { type: 'string' } }),
  },
})
