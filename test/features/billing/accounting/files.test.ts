import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { createCsvFile } from '#features/billing/accounting/csv-file'
import type { ExportTable } from '#features/billing/accounting/export-tables'
import {
  encodeWindows1252,
  formatBookingRow,
  formatDebtorRow,
  formatDocumentField,
} from '#features/billing/accounting/extf'
import { house } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { bookingsOf } from './extf-reader.ts'

// How other programs interpret the files.

const column = { key: 'a', de: 'A', en: 'A', kind: 'text' } as const
const written = async (cell: string, forSpreadsheet = true) => {
  const table = {
    file: { de: 't', en: 't' },
    de: '',
    en: '',
    keys: 1,
    columns: [column],
    rows: () => null,
  } as unknown as ExportTable
  const read = async () => [{ a: cell, key_day: '', key_id: '' }] as never
  const period = { from: '2026-01-01', to: '2026-01-31' }
  return text(Readable.from(createCsvFile(read, 'o', table, period, { language: 'de', forSpreadsheet }).content))
}

test('a cell with line breaks or foreign separators stays one cell without formulas', async () => {
  expect(await written('Gestaltung\n=1+1', false)).toContain('"Gestaltung\n=1+1"')
  for (const [cell, shown] of [
    ['Gestaltung\n=1+1', "Gestaltung\n'=1+1"],
    ['a,=1+1;@x', "a,'=1+1;'@x"],
    ['-5', "'-5"],
    ['a-b = c', 'a-b = c'],
  ]) {
    const answer = await written(cell as string)
    expect(answer).toContain(`"${shown}"`)
    expect(parse(answer, { bom: true, delimiter: ';' })).toEqual([['A'], [shown]])
  }
})

const row = (more: object) =>
  formatBookingRow(
    { cents: 100, account: '10001', contraAccount: '8400', day: '2026-10-15', document: 'RE-1', text: 'X', ...more },
    false,
  )
const debtor = {
  account: '10001',
  name: 'X',
  isPerson: false,
  vatId: null,
  street: null,
  postalCode: null,
  city: null,
  country: null,
}
const debtorFields = (more: object) =>
  formatDebtorRow({ ...debtor, phone: null, email: null, customerNumber: null, ...more }).split(';')

test('document numbers stay distinct in DATEV, whatever characters and length they have', () => {
  const numbers = [
    'RE-2026-1',
    'RE/2026/1',
    'RE.2026.1',
    'RE 2026 1',
    'RE20261',
    'RE%2E2026%2E1',
    'RÉ-2026-1',
    'RE..2026-1',
  ]
  const long = ['A'.repeat(40) + 1, 'A'.repeat(40) + 2]
  const fields = [...numbers, ...long].map(formatDocumentField)
  expect(fields.slice(0, 2)).toEqual(['RE-2026-1', 'RE/2026/1'])
  expect(new Set(fields).size).toBe(fields.length)
  for (const field of fields) expect(field).toMatch(/^[A-Za-z0-9$&%*+\-/]{1,36}$/)
})

test('texts are quoted and truncated to their fields', () => {
  expect(debtorFields({ name: 'ﬃ'.repeat(15) })[7]).toBe(`"${'ffi'.repeat(5)}"`)
  expect(encodeWindows1252(row({ text: 'a＂b „ł“ €' })).toString('latin1')).toContain('"a""b \x84l\x93 \x80"')
})

test('accepts VAT IDs of the EU, Greece and Northern Ireland', () => {
  for (const [vatId, parts] of [
    ['ATU12345675', ['"AT"', '"U12345675"']],
    ['EL123456789', ['"EL"', '"123456789"']],
    ['XI123456789', ['"XI"', '"123456789"']],
    ['GB123456789', ['', '']],
    ['CHE123456788', ['', '']],
  ] as const) {
    expect(debtorFields({ vatId }).slice(8, 10), vatId).toEqual(parts)
    expect(row({ vatId }).split(';')[39], vatId).toBe(parts[0] && `"${vatId}"`)
  }
})

const at = house({ today: '2026-11-22' })
const address = { street: 'S 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
const accounting = {
  chart: 'SKR03',
  datev_consultant_number: '1234567',
  datev_client_number: '1',
  export_payments: true,
}
beforeAll(async () => {
  const firm = { legal_name: 'W GmbH', ...address, tax_number: '1/2/3', vat_id: 'DE136695976', accounting }
  expect((await at.owner.rest('PUT', '/organization', firm)).status).toBe(200)
})
let clients = 0
async function sent(client: object, tax_rate: number, more: object = {}) {
  const of = { name: 'Kunde', email: `k${++clients}@x.example`, ...address, ...client }
  const { body } = await at.owner.rest('POST', '/clients', of)
  const dates = { issue_date: '2026-09-01', due_date: '2026-09-15' }
  const line_items = [{ description: 'x', quantity: 1, unit_price_cents: 100_000, tax_rate }]
  const draft = await at.owner.rest('POST', '/invoices', { client_id: body.id, ...dates, line_items, ...more })
  return (await at.owner.rest('POST', `/invoices/${draft.body.id}/send`, { channel: 'none' })).body
}
const exported = async () => {
  const { raw } = await at.owner.rest('GET', '/accounting/export?format=datev&from=2026-09-01&to=2026-11-30')
  return bookingsOf(unzip(raw))
}

test('books payments on cash, transit or bank, and discounts on EU supplies with account and VAT ID', async () => {
  const { id, number } = await sent({ country: 'AT', vat_id: 'ATU12345675' }, 0, {
    cash_discount_percent: 2,
    cash_discount_days: 60,
  })
  const payment = { amount_cents: 98_000, cash_discount_cents: 2000, paid_at: '2026-10-05', method: 'bank_transfer' }
  expect((await at.owner.rest('POST', `/invoices/${id}/payments`, payment)).status).toBe(201)
  const home = await sent({}, 19)
  for (const method of ['cash', 'card', 'paypal', 'direct_debit'])
    await at.owner.rest('POST', `/invoices/${home.id}/payments`, { amount_cents: 1000, paid_at: '2026-10-05', method })
  const rows = await exported()
  const discount = rows.find((each) => each.document === number && each.text.startsWith('Skonto'))
  expect([discount?.contra, discount?.fields[39]]).toEqual(['8742', 'ATU12345675'])
  const money = rows
    .filter((each) => each.document === home.number && each.cents === 1000)
    .map(({ account }) => account)
  expect(money.toSorted()).toEqual(['1000', '1200', '1360', '1360'])
  await at.owner.rest('PUT', '/organization', { accounting: { chart: 'SKR04', cash_account: '1610' } })
  const other = (await exported()).filter((each) => each.document === home.number && each.cents === 1000)
  expect(other.map(({ account }) => account).toSorted()).toEqual(['1460', '1460', '1610', '1800'])
})

test('rejects an account that is no number of the chart, or used twice', async () => {
  await at.owner.rest('PUT', '/organization', { accounting: { cash_account: null } })
  const refused = async (settings: object, ...fields: string[]) => {
    const { status, body } = await at.owner.rest('PUT', '/organization', { accounting: settings })
    const named = body.errors?.map(({ field }: { field: string }) => field) ?? [body.field]
    expect([status, ...named], JSON.stringify(settings)).toEqual([422, ...fields.map((field) => `accounting.${field}`)])
  }
  const names = [
    'bank_account',
    'cash_account',
    'transit_account',
    'advance_clearing_account',
    'set_off_clearing_account',
  ]
  for (const name of names)
    for (const account of ['', ' ', '0000', 'abcd', '12a0', '120', '12000', '123456789', '-1200', '12.0'])
      await refused({ [name]: account }, name)
  const entry = { tax_category: 'S', tax_rate: 19, account: '8400' }
  for (const account of ['', '0000', 'abcd', '84000']) {
    await refused({ accounts: [{ ...entry, account }] }, 'accounts.0.account')
    await refused({ accounts: [{ ...entry, advance_account: account }] }, 'accounts.0.advance_account')
  }
  for (const tax_key of ['', 'a', '12345']) await refused({ accounts: [{ ...entry, tax_key }] }, 'accounts.0.tax_key')
  for (const exemption_reason of ['', ' ', '§', '()'])
    await refused({ accounts: [{ ...entry, tax_category: 'E', exemption_reason }] }, 'accounts.0.exemption_reason')
  for (const number of ['', '0000', '12x', '00000000'])
    await refused({ datev_consultant_number: number }, 'datev_consultant_number')
  for (const number of ['', '0', '00000', 'x']) await refused({ datev_client_number: number }, 'datev_client_number')
  for (const fiscal_year_start of ['', '13-01']) await refused({ fiscal_year_start }, 'fiscal_year_start')
  // Two settings with the same account.
  await refused({ chart: 'SKR03', bank_account: '1000' }, 'bank_account')
  await refused({ chart: 'SKR04', cash_account: '1800' }, 'cash_account')
  await refused({ chart: 'SKR03', bank_account: '1210', cash_account: '1210' }, 'cash_account')
  await refused({ chart: 'SKR03', advance_clearing_account: '1792' }, 'advance_clearing_account')
  await refused({ chart: 'SKR03', account_length: 5, transit_account: '12000' }, 'transit_account')
  await refused({ chart: 'SKR03', accounts: [{ ...entry, account: '1200' }] }, 'accounts.0.account')
  await refused({ chart: 'SKR03', accounts: [{ ...entry, advance_account: '1593' }] }, 'accounts.0.advance_account')
  await refused({ chart: 'SKR03', accounts: [{ ...entry, advance_account: '8400' }] }, 'accounts.0.advance_account')
  const two = [entry, { tax_category: 'S', tax_rate: 7, account: '1718' }]
  await refused(
    { chart: 'SKR03', accounts: [{ ...entry, advance_account: '1718' }, two[1]] },
    'accounts.0.advance_account',
  )
})

test('rejects an account longer than the account length', async () => {
  const put = async (settings: object) => {
    const { status, body } = await at.owner.rest('PUT', '/organization', { accounting: settings })
    return status === 200 ? 200 : [status, body.field]
  }
  expect(await put({ bank_account: '12000' })).toEqual([422, 'accounting.bank_account'])
  const accounts = [{ tax_category: 'S', tax_rate: 19, account: '84000000' }]
  expect(await put({ accounts })).toEqual([422, 'accounting.accounts.0.account'])
  expect(await put({ account_length: 8, accounts })).toBe(200)
  expect(await put({ account_length: 4 })).toEqual([422, 'accounting.accounts.0.account'])
  expect(await put({ account_length: 4, accounts: [] })).toBe(200)
})
