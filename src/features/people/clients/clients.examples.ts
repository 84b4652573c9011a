import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Objects that the examples refer to. A test creates them and sends every example. */
export const things = {
  client: createExampleId(1),
  prospect: createExampleId(2),
}

export const examples: Examples = {
  things,
  ids: { '/clients': things.client },
  operations: {
    listClients: { parameters: { q: 'müller', archived: false, sort: 'name', per_page: 50 } },
    createClient: {
      body: {
        name: 'Müller & Söhne',
        email: 'einkauf@mueller.example',
        invoice_email: 'rechnung@mueller.example',
        contact_name: 'Jörg Süß',
        street: 'Ring 2',
        postal_code: '10115',
        city: 'Berlin',
        country: 'DE',
        vat_id: 'DE136695976',
        payment_terms_days: 14,
        external_id: 'crm-4711',
        metadata: { source: 'trade fair', segment: 'craft' },
      },
    },
    clientImportPreview: { body: { clients: [{ name: 'Holz Richter', email: 'post@richter.example', city: 'Kiel' }] } },
    importClients: {
      body: {
        dry_run: false,
        clients: [
          { name: 'Holz Richter', email: 'post@richter.example', customer_number: 'K-2001', city: 'Kiel' },
          { name: 'Lena Vogt', kind: 'consumer', street: 'Am Markt 1', postal_code: '24103', city: 'Kiel' },
        ],
      },
    },
    updateClient: { body: { city: 'Potsdam', notes: null } },
    deleteClient: { parameters: { id: things.prospect } },
  },
}
