import type { DemoPart } from '#core/feature/demo'

/** Fills in the seller of the demo's invoices, unless the organization has details of its own. */
export const organizationDemo: DemoPart = {
  title: { de: 'Firma', en: 'Company' },
  steps: ({ owner, language, call }) => [
    async () => {
      const { street } = await call<{ street: string | null }>(owner, 'GET', '/organization')
      if (!street) await call(owner, 'PUT', '/organization', { ...seller, default_language: language })
    },
  ],
}

const seller = {
  legal_name: 'Studio Nordlicht GmbH',
  street: 'Kehrwieder 5',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  vat_id: 'DE136695976',
  tax_number: '46/700/12345',
  contact_name: 'Anna Berg',
  email: 'hallo@studio-nordlicht.example',
  phone: '+49 40 5550100',
  website: 'https://studio-nordlicht.example',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bank_name: 'Deutsche Kreditbank Berlin',
  account_holder: 'Studio Nordlicht GmbH',
  register_court: 'Amtsgericht Hamburg',
  register_number: 'HRB 99999',
  managing_directors: 'Anna Berg',
  hourly_rate_cents: 9500,
  time_rounding_minutes: 15,
  default_payment_terms_days: 14,
  accounting: {
    chart: 'SKR03',
    datev_consultant_number: '29098',
    datev_client_number: '55003',
    fiscal_year_start: '01-01',
    export_payments: true,
  },
}
