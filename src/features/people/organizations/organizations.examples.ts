import { type Examples } from '#core/rest/openapi-examples'

export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    numberingPreview: { body: { invoice_number_pattern: '{year}-{seq:5}' } },
    updateNumbering: { body: { series: 'invoice', next: 1000 } },
    updateOrganization: {
      body: {
        legal_name: 'Kontor Werkstatt GmbH',
        street: 'Speicherstraße 12',
        postal_code: '20457',
        city: 'Hamburg',
        country: 'DE',
        vat_id: 'DE136695976',
        tax_number: '22/123/45678',
        iban: 'DE02120300000000202051',
        default_payment_terms_days: 14,
      },
    },
  },
}
