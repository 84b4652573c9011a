import type { Page } from 'playwright-core'
import { addDays } from '#core/time/clock'
import { camt } from '../../features/billing/bank-import/samples.ts'
import { answerTo, at, type Step } from './step.ts'

interface Open {
  number: string
  issueDate: string
  openCents: number
  cashDiscountPercent: number | null
  client: { name: string }
}

/** The invoices on which nothing was paid yet, the newest first. */
async function openInvoices(page: Page): Promise<Open[]> {
  const query =
    '{ invoices(perPage: 100, status: [sent, overdue], kind: invoice) { invoices { number issueDate openCents cashDiscountPercent client { name } } } }'
  const { invoices } = await answerTo(page, query)
  return invoices.invoices
}

/** A statement of all that may come: an invoice, one less its cash discount, two at once, more than is open, and what nobody knows. */
function statementOf(invoices: readonly Open[]) {
  const [discounted] = invoices.filter(({ cashDiscountPercent }) => cashDiscountPercent)
  const [both = []] = [...Map.groupBy(invoices, ({ client }) => client.name).values()].filter(
    (ofClient) => ofClient.length > 1 && !ofClient.includes(discounted as Open),
  )
  const together = both.slice(0, 2)
  const [one, beyond] = invoices.filter((each) => each !== discounted && !together.includes(each))
  const [newest] = invoices
  const on = newest ? addDays(newest.issueDate, 3) : '2026-03-10'
  const from = (some: readonly (Open | undefined)[], changed = 0) => {
    const paid = some.filter((each) => each !== undefined)
    const cents = paid.reduce((sum, { openCents }) => sum + openCents, changed)
    const purpose = `Rechnung ${paid.map(({ number }) => number).join(' und ')}`
    return paid.map(({ client: { name } }) => ({ cents, name, purpose, on })).slice(0, 1)
  }
  const discount = Math.round(((discounted?.openCents ?? 0) * (discounted?.cashDiscountPercent ?? 0)) / 100)
  const unknown = { cents: 4_200, name: 'Ilse Kramer', purpose: 'Danke', on }
  const moved = [...from([one]), ...from([discounted], -discount), ...from(together), ...from([beyond], 1_000), unknown]
  return camt(...moved).replaceAll('2026-03-10', on)
}

const received = `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>R-77</cbc:ID>
  <cbc:IssueDate>2026-03-01</cbc:IssueDate><cbc:DueDate>2026-03-15</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Papier Jansen</cbc:Name></cac:PartyName></cac:Party></cac:AccountingSupplierParty>
  <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
</Invoice>`

const give = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(text) })

export const bankScreens: Readonly<Record<string, Step>> = {
  'import-payments': at('/payments/import'),
  'proposed-payments': async (given) => {
    await at('/payments/import')(given)
    await give(given.page, 'umsaetze.xml', statementOf(await openInvoices(given.page)))
    await given.page.getByRole('heading', { level: 2, name: /^(Umsätze|Transactions)$/ }).waitFor()
  },
  'read-bill': async (given) => {
    await at('/bills/read')(given)
    await give(given.page, 'rechnung.xml', received)
    await given.page.getByRole('heading', { level: 2, name: /R-77/ }).waitFor()
  },
}
