import { createExampleId, type Examples } from '#core/rest/openapi-examples'
import { things as clients } from '#features/people/clients/clients.examples'

/** A test creates each of them and sends every example. */
const things = {
  quote: createExampleId(40),
  sentQuote: createExampleId(41),
  signedQuote: createExampleId(42),
}

const consulting = {
  description: 'Beratung zur Einführung\nWorkshop vor Ort, ein Tag',
  quantity: 8,
  unit: 'HUR',
  unit_price_cents: 11000,
  tax_rate: 19,
}

export const examples: Examples = {
  things,
  ids: { '/quotes': things.quote },
  operations: {
    listQuotes: { parameters: { status: ['sent', 'signed'], client_id: clients.client } },
    createQuote: {
      body: {
        client_id: clients.client,
        valid_until: '2099-12-31',
        introduction: 'Vielen Dank für Ihre Anfrage. Gern bieten wir Ihnen an:',
        line_items: [
          consulting,
          { description: 'Fahrtkosten', quantity: 84, unit: 'KMT', unit_price_cents: 42, tax_rate: 19 },
        ],
      },
    },
    quotePicture: {
      body: { client_id: clients.client, valid_until: '2099-12-31', line_items: [consulting] },
    },
    updateQuote: {
      body: { closing: 'Wir freuen uns auf Ihren Auftrag.', line_items: [{ ...consulting, quantity: 9.5 }] },
    },
    sendQuote: { body: { cc: ['einkauf@mueller.example'], subject: 'Ihr Angebot' } },
    resendQuote: { parameters: { id: things.sentQuote }, body: { to: ['einkauf@mueller.example'] } },
    revokeQuoteLink: { parameters: { id: things.sentQuote } },
    rejectQuote: { parameters: { id: things.sentQuote }, body: { reason: 'Das Budget ist für dieses Jahr vergeben.' } },
    markQuoteSigned: {
      parameters: { id: things.sentQuote },
      body: { name: 'Özlem Schäfer', date: '2026-01-20', note: 'per E-Mail zugesagt' },
    },
    convertQuoteToInvoice: { parameters: { id: things.signedQuote } },
  },
}
