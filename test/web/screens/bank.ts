import { camt } from '../../features/billing/bank-import/samples.ts'
import { at, type Step } from './step.ts'

const statement = camt(
  ...[{ cents: 119_000, name: 'Gärtnerei Nissen', purpose: 'Rechnung RE-2026-0208', on: '2026-03-10' }],
  ...[{ cents: 4_200, name: 'Unbekannt', purpose: 'Danke', on: '2026-03-10' }],
)

const received = `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>R-77</cbc:ID>
  <cbc:IssueDate>2026-03-01</cbc:IssueDate><cbc:DueDate>2026-03-15</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Papier Jansen</cbc:Name></cac:PartyName></cac:Party></cac:AccountingSupplierParty>
  <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
</Invoice>`

const give = (page: Parameters<Step>[0]['page'], name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) })

export const bankScreens: Readonly<Record<string, Step>> = {
  'import-payments': at('/payments/import'),
  'proposed-payments': async (given) => {
    await at('/payments/import')(given)
    await give(given.page, 'umsaetze.xml', statement)
    await given.page.getByRole('heading', { level: 2, name: /^(Umsätze|Transactions)$/ }).waitFor()
  },
  'read-bill': async (given) => {
    await at('/bills/read')(given)
    await give(given.page, 'rechnung.xml', received)
    await given.page.getByRole('heading', { level: 2, name: /R-77/ }).waitFor()
  },
}
