import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { DtdValidator, XmlDocument, XmlDtd } from 'libxml2-wasm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { splitByMonth } from '#features/billing/accounting/datev-files'
import { bookingColumns, debtorColumns, encodeWindows1252 } from '#features/billing/accounting/extf'
import { createFixtures } from '../../../harness/fixtures.ts'
import { type House, house, openHouse, scenario } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { line as bare, firm } from '../invoices/firm.ts'
import { bookingsOf, type Row, readExtf } from './extf-reader.ts'

// Reads the export with an independent EXTF parser, and compares sums with the VAT report.

const at = house()
const year = new Date().getFullYear()
const period = `from=${year - 1}-01-01&to=${year}-12-31`
const settings = {
  chart: 'SKR03',
  datev_consultant_number: '29098',
  datev_client_number: '55003',
  export_payments: true,
}

async function exported(query: string, as: 'owner' | 'accountant' | 'auditor' = 'owner') {
  const { status, body, raw } = await at[as].rest('GET', `/accounting/export?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return unzip(raw)
}

/** Balance of accounts with the sign of revenue: a debit of the debtor is a credit. */
const sumOf = (rows: Row[], ...accounts: string[]) =>
  rows.filter(({ contra }) => accounts.includes(contra)).reduce((sum, { cents }) => sum + cents, 0)

const vatOf = async (from: string, to: string) => {
  const { body } = await at.owner.rest('GET', `/reports/vat?from=${from}&to=${to}`)
  const sums = new Map<string, number>()
  for (const { tax_category, tax_rate, net_cents, tax_cents } of body.rows) {
    const key = `${tax_category}${tax_rate}`
    sums.set(key, (sums.get(key) ?? 0) + net_cents + tax_cents)
  }
  return (key: string) => sums.get(key) ?? 0
}

let client = ''
const numbers: Record<string, string> = {}

async function send(name: string, line_items: object[], fields: object = {}, clientId = client) {
  const day = `${year - 1}-10-15`
  const { body: draft } = await at.owner.rest('POST', '/invoices', {
    client_id: clientId,
    issue_date: day,
    due_date: `${year - 1}-11-15`,
    line_items,
    ...fields,
  })
  const { status, body } = await at.owner.rest('POST', `/invoices/${draft.id}/send`, { channel: 'none' })
  expect(status, JSON.stringify(body)).toBe(200)
  numbers[name] = body.number
  return body.id as string
}

const line = (unit_price_cents: number, tax_rate: number) => ({
  description: 'Arbeit',
  quantity: 1,
  unit_price_cents,
  tax_rate,
})

beforeAll(async () => {
  await createFixtures(at).one('sent') // a seller that may send, and a client who was sent something
  const made = await at.owner.rest('POST', '/clients', {
    name: 'Müller & Söhne „Łódź“ GmbH',
    street: 'Große Straße 1',
    postal_code: '20457',
    city: 'Köln',
    country: 'DE',
  })
  client = made.body.id
  const paid = (id: string, body: object) =>
    at.owner.rest('POST', `/invoices/${id}/payments`, body).then(({ status, body: payment }) => {
      expect(status, JSON.stringify(payment)).toBe(201)
      return payment.id as string
    })
  const money = { method: 'bank_transfer' }
  const mixed = await send('mixed', [line(100_000, 19), line(20_033, 7)])
  await paid(mixed, { ...money, amount_cents: 50_000, paid_at: `${year - 1}-11-02` })
  const discounted = await send('discounted', [line(10_000, 19), line(10_000, 7)], {
    cash_discount_percent: 2,
    cash_discount_days: 14,
  })
  await paid(discounted, {
    ...money,
    amount_cents: 22_600 - 452,
    cash_discount_cents: 452,
    paid_at: `${year - 1}-10-20`,
  })
  const credited = await send('credited', [line(30_000, 19)])
  const { body: note } = await at.owner.rest('POST', `/invoices/${credited}/credit-note`, {
    reason: 'Mangel',
    line_items: [line(5_000, 19)],
  })
  numbers.note = note.number
  const returned = await send('returned', [line(7_777, 7)])
  const debit = await paid(returned, { method: 'direct_debit', amount_cents: 8_321, paid_at: `${year - 1}-11-20` })
  await at.owner.rest('DELETE', `/payments/${debit}?returned_at=${year - 1}-12-01&reason=R%C3%BCcklastschrift`)
  const mistaken = await paid(returned, { ...money, amount_cents: 1_000, paid_at: `${year - 1}-11-21` })
  await at.owner.rest('DELETE', `/payments/${mistaken}?reason=falsch`)
  const charged = await send('charged', [line(10_000, 19)])
  await paid(charged, {
    ...money,
    amount_cents: 11_900 + 4_500 + 300,
    charges_cents: 4_500,
    overpayment: 'credit',
    paid_at: `${year - 1}-12-10`,
  })
  const abroad = await at.owner.rest('POST', '/clients', {
    name: 'Huber GmbH',
    street: 'Ring 1',
    postal_code: '1010',
    city: 'Wien',
    country: 'AT',
    vat_id: 'ATU12345678',
  })
  await send('abroad', [line(12_345, 0)], { service_to: `${year - 1}-09-30` }, abroad.body.id)
}, 60_000)

describe('requirements of an export', () => {
  scenario(at, 'DATEV requires the consultant number', {
    get: `/accounting/export?${period}`,
    status: 422,
    body: { error: 'validation_failed', field: 'accounting.datev_consultant_number' },
  })
  test('names all other missing settings at once', async () => {
    await at.owner.rest('PUT', '/organization', { accounting: { datev_consultant_number: '29098' } })
    const { body } = await at.owner.rest('GET', `/accounting/export?${period}&format=datev`)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'accounting.datev_client_number',
      'accounting.chart',
    ])
    await at.owner.rest('PUT', '/organization', { accounting: settings })
  })
  scenario(at, 'requires a period', { get: '/accounting/export?from=2026-01-01', status: 400, body: { field: 'to' } })
  scenario(at, 'refuses a period that ends before it starts', {
    get: '/accounting/export?from=2026-02-01&to=2026-01-01',
    status: 422,
    body: { field: 'to' },
  })
  scenario(at, 'requires dates', {
    get: '/accounting/export?from=2026-02-30&to=2026-03-01',
    status: 422,
    body: { field: 'from' },
  })
  scenario(at, 'refuses an unknown format', {
    get: `/accounting/export?${period}&format=pdf`,
    status: 422,
    body: { field: 'format' },
  })
  test('HEAD describes an export without making one', async () => {
    const told = async () => (await at.auditor.rest('GET', '/audit-log?action=accounting.exported')).body.total
    const before = await told()
    const { statusCode, headers, rawPayload } = await at.app.server.inject({
      method: 'HEAD',
      url: `/api/v1/accounting/export?${period}&format=csv`,
      headers: { authorization: `Bearer ${at.owner.token}` },
    })
    expect([statusCode, headers['content-type'], rawPayload.length]).toEqual([200, 'application/zip', 0])
    expect(headers['content-length']).toBeUndefined()
    expect(await told()).toBe(before)
  })
  scenario(at, 'requires a token', { as: 'nobody', get: `/accounting/export?${period}`, status: 401 })
  for (const as of ['member', 'viewer'] as const)
    scenario(at, `is refused for the ${as}`, { as, get: `/accounting/export?${period}&format=csv`, status: 403 })
  for (const as of ['accountant', 'auditor', 'admin'] as const)
    scenario(at, `is allowed for the ${as}`, { as, get: `/accounting/export?${period}&format=csv`, status: 200 })
})

describe('DATEV export', () => {
  let files: Map<string, Buffer>
  let rows: Row[]
  beforeAll(async () => {
    await at.owner.rest('PUT', '/organization', { accounting: settings })
    files = await exported(period)
    rows = bookingsOf(files)
  })

  test('has a batch for each month with bookings, and the debtors', () => {
    const names = [...files.keys()]
    expect(names).toContain(`EXTF_Buchungsstapel_${year - 1}-10.csv`)
    expect(names).not.toContain(`EXTF_Buchungsstapel_${year - 1}-01.csv`)
    expect(names.slice(-2)).toEqual(['EXTF_Debitoren.csv', 'Protokoll.csv'])
    for (const [name, bytes] of files) {
      if (name === 'Protokoll.csv') continue
      expect(bytes.subarray(0, 6).toString('latin1'), name).toBe('"EXTF"')
      expect(bytes.toString('latin1').replaceAll('\r\n', ''), name).not.toMatch(/[\r\n]/)
    }
  })
  test('has a header with organization, days and lock', () => {
    const { head, names } = readExtf(files.get(`EXTF_Buchungsstapel_${year - 1}-10.csv`) as Buffer)
    expect(head).toHaveLength(31)
    expect(head.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13'])
    expect(head.slice(10, 16)).toEqual(['29098', '55003', `${year - 1}0101`, '4', `${year - 1}1001`, `${year - 1}1031`])
    expect([head[20], head[21], head[26]]).toEqual(['0', 'EUR', '03'])
    expect(names).toEqual(bookingColumns)
    expect([names.length, names[39], names[113], names[116]]).toEqual([
      125,
      'EU-Land u. UStID (Bestimmung)',
      'Festschreibung',
      'Fälligkeit',
    ])
    expect(debtorColumns).toHaveLength(254)
    for (const { fields } of rows) expect(fields[113]).toBe('0')
  })
  test('books an invoice per rate, with number and due date', () => {
    const own = rows.filter(({ document, contra }) => document === numbers.mixed && ['8400', '8300'].includes(contra))
    expect(own.map(({ cents, contra, day, account }) => [cents, contra, day, account])).toEqual([
      [119_000, '8400', '1510', own[0]?.account],
      [21_435, '8300', '1510', own[0]?.account],
    ])
    expect(own[0]?.account).toMatch(/^1\d{4}$/)
    expect(own[0]?.text).toBe('Müller & Söhne „Lódz“ GmbH')
    expect(own[0]?.fields[116]).toBe(`1511${year - 1}`)
  })
  test('books a credit note in reverse, under the number of its invoice', () => {
    const note = rows.find(({ text }) => text.startsWith(String(numbers.note)))
    expect(note).toMatchObject({ cents: -5_950, contra: '8400', document: numbers.credited })
  })
  test('books payments, discounts, returns, charges and credit on their accounts', () => {
    const about = (name: string, ...accounts: string[]) =>
      rows
        .filter(
          ({ document, contra, account }) =>
            document === numbers[name] && (accounts.includes(contra) || accounts.includes(account)),
        )
        .map(({ cents, text }) => [cents, text.split(' ')[0]])
    expect(about('discounted', '1200')).toEqual([[22_148, 'Müller']])
    expect(about('discounted', '8736', '8731').reduce((sum, [cents]) => sum + Number(cents), 0)).toBe(-452)
    expect(about('returned', '1200')).toEqual(
      [
        [1_000, 'Müller'],
        [-1_000, 'Storno'],
        [8_321, 'Müller'],
        [-8_321, 'Storno'],
      ].toSorted(
        (a, b) =>
          rows.findIndex(({ cents, document }) => cents === a[0] && document === numbers.returned) -
          rows.findIndex(({ cents, document }) => cents === b[0] && document === numbers.returned),
      ),
    )
    expect(about('charged', '1200')).toEqual([
      [11_900, 'Müller'],
      [4_500, 'Mahnkosten'],
    ])
    expect(
      rows.filter(({ document }) => document === 'GUTHABEN').map(({ cents, account }) => [cents, account]),
    ).toEqual([[300, '1200']])
    expect(rows.find(({ contra }) => contra === '2700')).toMatchObject({ cents: 4_500, account: '1200' })
  })
  test('names the VAT ID for an intra-Community supply, and its tax month if it differs', () => {
    const [abroad] = rows.filter(({ document }) => document === numbers.abroad)
    expect(abroad).toMatchObject({ cents: 12_345, contra: '8336' })
    expect([abroad?.fields[39], abroad?.fields[114], abroad?.fields[115]]).toEqual([
      'ATU12345678',
      `3009${year - 1}`,
      `3009${year - 1}`,
    ])
  })
  test('books domestic reverse charge on its own account without a VAT ID, even if the client has one', async () => {
    const other = await openHouse(at.app)
    const house = createFixtures(other)
    await house.one('sent')
    const done = async (method: 'POST' | 'PUT', path: string, body: object) => {
      const answer = await other.owner.rest(method, path, body)
      expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status)
      return answer.body
    }
    const address = { street: 'Weg 1', postal_code: '20457', city: 'Hamburg' }
    const german = { name: 'Gerüstbau GmbH', ...address, country: 'DE', vat_id: 'DE136695976' }
    const { id } = await done('POST', '/clients', german)
    const day = `${year - 1}-10-15`
    const terms = { cash_discount_percent: 2, cash_discount_days: 30 }
    const draft = await done('POST', '/invoices', {
      ...{ client_id: id, issue_date: day, due_date: `${year - 1}-11-15`, ...terms },
      line_items: [{ ...line(10_000, 0), tax_category: 'AE' }],
    })
    const { number } = await done('POST', `/invoices/${draft.id}/send`, { channel: 'none' })
    await done('POST', `/invoices/${draft.id}/payments`, {
      ...{ amount_cents: 9800, cash_discount_cents: 200, paid_at: `${year - 1}-10-20`, method: 'bank_transfer' },
    })
    const booked = async (accounting: object) => {
      await done('PUT', '/organization', { accounting: { ...settings, ...accounting } })
      const { raw } = await other.owner.rest('GET', `/accounting/export?from=${day}&to=${year - 1}-10-31`)
      return bookingsOf(unzip(raw)).filter(({ document }) => document === number)
    }
    const contras = (rows: Row[]) => rows.map(({ contra, fields }) => [contra, fields[39]]).sort()
    const money = expect.stringMatching(/^[1-6]\d{4}$/)
    expect(contras(await booked({}))).toEqual([
      [money, ''],
      ['8337', ''],
      ['8741', ''],
    ])
    expect(contras(await booked({ chart: 'SKR04' }))).toEqual([
      [money, ''],
      ['4337', ''],
      ['4741', ''],
    ])
    const accounts = [
      { tax_category: 'AE', account: '8399' },
      { tax_category: 'AE', domestic: true, account: '8398' },
    ]
    const wrong = { accounts: [{ tax_category: 'K', domestic: true, account: '8399' }] }
    const refused = await other.owner.rest('PUT', '/organization', { accounting: wrong })
    expect([refused.status, refused.body.field]).toEqual([422, 'accounting.accounts.0.domestic'])
    expect(contras(await booked({ accounts }))).toEqual([
      [money, ''],
      ['8398', ''],
      ['8741', ''],
    ])
  })
  describe('with its own organization', () => {
    let own: ReturnType<typeof firm>
    let other: House
    const day = `${year - 1}-10-15`
    beforeEach(async () => {
      other = await openHouse(at.app)
      own = firm(other)
      await own.open({ accounting: settings })
    })
    const sent = (client: string, lines: object[], more: object = {}) =>
      own.send(client, lines, { issue_date: day, due_date: `${year - 1}-11-15`, ...more })
    const booked = async (accounting: object = {}, until = `${year - 1}-10-31`) => {
      await own.done('PUT', '/organization', { accounting: { ...settings, ...accounting } })
      const { raw } = await other.owner.rest('GET', `/accounting/export?from=${day}&to=${until}`)
      const files = unzip(raw)
      return { files, rows: bookingsOf(files) }
    }
    const revenue = (rows: Row[]) =>
      rows
        .filter(({ contra }) => /^[48]\d{3}$/.test(contra))
        .map(({ cents, contra, fields }) => [contra, cents, fields[39], fields[40]])
        .toSorted()

    test('books VAT of another member state with state and rate, on the account of settings or chart', async () => {
      await own.done('PUT', '/organization', { one_stop_shop: true })
      const client = (country: string) => own.client({ name: 'Privat', kind: 'consumer', country })
      await sent(await client('AT'), [bare(10_000, 20, { supply: 'goods' }), bare(1000, 19)])
      await sent(await client('GR'), [bare(5000, 24, { supply: 'goods' })])
      expect(revenue((await booked()).rows)).toEqual([
        ['8320', 12_000, 'AT', '20,00'],
        ['8320', 6200, 'EL', '24,00'],
        ['8400', 1190, '', ''],
      ])
      const accounts = [
        { tax_category: 'S', account: '8401' },
        { tax_category: 'S', country: 'AT', account: '8321' },
        { tax_category: 'S', tax_rate: 24, account: '8322' },
      ]
      expect(revenue((await booked({ accounts })).rows).map(([contra]) => contra)).toEqual(['8321', '8322', '8401'])
      const wrong = [{ tax_category: 'E', country: 'AT', account: '8321' }]
      const refused = await own.call('PUT', '/organization', { accounting: { accounts: wrong } })
      expect([refused.status, refused.body.field]).toEqual([422, 'accounting.accounts.0.country'])
    })
    test('requires an account for VAT of a country outside the EU', async () => {
      await sent(await own.client({ name: 'Basler', kind: 'consumer', country: 'CH' }), [bare(1000, 8.1)])
      const refused = await own.call('GET', `/accounting/export?from=${day}&to=${day}`)
      expect([refused.status, refused.body.field, refused.body.message]).toEqual([
        422,
        'accounting.accounts',
        expect.stringContaining('CH'),
      ])
      const accounts = [{ tax_category: 'S', country: 'CH', account: '8323' }]
      expect(revenue((await booked({ accounts })).rows)).toEqual([['8323', 1081, '', '']])
    })
    test('does not use a domestic account for VAT of another member state at a German rate', async () => {
      await own.done('PUT', '/organization', { one_stop_shop: true })
      await sent(await own.client({ name: 'Privat', kind: 'consumer', country: 'CY' }), [bare(1000, 19)])
      const rows = [['8320', 1190, 'CY', '19,00']]
      expect(revenue((await booked()).rows)).toEqual(rows)
      const german = [{ tax_category: 'S', tax_rate: 19, account: '8401' }]
      expect(revenue((await booked({ accounts: german })).rows)).toEqual(rows)
    })
    test('books an advance with VAT of another member state on the account of settings or chart', async () => {
      await own.done('PUT', '/organization', { one_stop_shop: true })
      const client = await own.client({ name: 'Privat', kind: 'consumer', country: 'AT' })
      const project_id = (await own.done('POST', '/projects', { name: 'Bau', client_id: client })).id
      const { id } = await sent(client, [bare(10_000, 20)], { kind: 'advance', project_id })
      expect((await own.pay(id, 12_000, { paid_at: `${year - 1}-10-20` })).status).toBe(201)
      const advances = (rows: Row[]) =>
        rows.filter(({ account }) => account === '1593').map(({ contra, cents, fields }) => [contra, cents, fields[39]])
      expect(advances((await booked()).rows)).toEqual([['1710', 12_000, 'AT']])
      const accounts = [{ tax_category: 'S', country: 'AT', account: '8321', advance_account: '1719' }]
      expect(advances((await booked({ accounts })).rows)).toEqual([['1719', 12_000, 'AT']])
      expect(advances((await booked({ accounts: [{ ...accounts[0], advance_account: null }] })).rows)[0]?.[0]).toBe(
        '1710',
      )
    })
    for (const vat_accounting of ['accrual', 'cash'])
      test(`books exempt amounts by reason if the settings say so: ${vat_accounting}`, async () => {
        await own.open({ accounting: settings, vat_accounting })
        const exempt = (cents: number, tax_exemption_reason: string) =>
          bare(cents, 0, { tax_category: 'E', tax_exemption_reason })
        const invoice = await sent(await own.client(), [
          exempt(10_000, 'Gebrauchtgegenstände/Sonderregelung (§ 25 a UStG)'),
          exempt(5001, 'Steuerfrei nach § 4 Nr.\u00a021a UStG'),
          exempt(300, 'Steuerfrei nach § 4 Nr. 2 UStG'),
          bare(1000),
        ])
        await own.pay(invoice.id, invoice.total_cents, { paid_at: day, method: 'bank_transfer' })
        const accounts = [
          { tax_category: 'E', exemption_reason: '§25a', account: '8191' },
          { tax_category: 'E', exemption_reason: '§ 4 Nr. 21', account: '8110' },
        ]
        expect(
          revenue((await booked({ accounts })).rows)
            .map(([contra, cents]) => [contra, cents])
            .toSorted(),
        ).toEqual([
          ['8100', 300],
          ['8110', 5001],
          ['8191', 10_000],
          ['8400', 1190],
        ])
        const twice = [...accounts, { tax_category: 'E', exemption_reason: '§4 Nr.21', account: '8111' }]
        expect((await own.call('PUT', '/organization', { accounting: { accounts: twice } })).status).toBe(422)
        const taxed = [{ tax_category: 'S', exemption_reason: '§ 4', account: '8111' }]
        const refused = await own.call('PUT', '/organization', { accounting: { accounts: taxed } })
        expect([refused.status, refused.body.field]).toEqual([422, 'accounting.accounts.0.exemption_reason'])
      })
    test('does not treat a payment returned before its credit note as an advance', async () => {
      const { id } = await sent(await own.client(), [bare(10_000)])
      await own.pay(id, 11_900, { paid_at: day, method: 'bank_transfer' })
      const note = (await own.credit(id)).body
      const paid = await own.pay(note.id, 11_900, { paid_at: `${year - 1}-12-01`, method: 'bank_transfer' })
      expect(paid.status).toBe(201)
      const { rows } = await booked({ export_payments: true }, note.issue_date)
      expect(rows.map(({ account, contra }) => `${account} ${contra}`).join()).not.toMatch(/1593|1718/)
      expect(rows.filter(({ contra }) => contra === '8400').map(({ cents }) => cents)).toEqual([11_900, -11_900])
    })
    test('transliterates letters that Windows-1252 lacks, and lists them in a protocol', async () => {
      const name = 'Wałęsa & Đorđević Ω Iğdır Москва'
      await sent(await own.client({ name }), [bare(10_000)])
      const { files, rows } = await booked()
      const written = 'Walesa & Dordevic O Igdir Moskva'
      expect(rows[0]?.text).toBe(written)
      expect(readExtf(files.get('EXTF_Debitoren.csv') as Buffer).rows[0]?.[1]).toBe(written)
      expect(files.get('Protokoll.csv')?.toString()).toContain(`${name};${written}`)
    })
    test('lists every changed text with its fields in the protocol', async () => {
      await own.open({ accounting: settings, invoice_number_pattern: 'R.{year}.{seq}' })
      const address = { street: 'ulica Łąkowa 1', city: 'Łódź', postal_code: '90-001', country: 'PL' }
      const client = await own.client({ name: 'Jan', ...address, customer_number: 'Ł-1', phone: '1 ☎' })
      const { number } = await sent(client, [bare(10_000, 0, { tax_category: 'E', tax_exemption_reason: '§ 25a' })])
      const { files } = await booked()
      const listed = parse(files.get('Protokoll.csv') as Buffer, { bom: true, delimiter: ';' }) as string[][]
      expect(listed.slice(1).toSorted()).toEqual(
        [
          [number, number.replaceAll('.', '%2E'), 'Belegfeld 1'],
          ['ulica Łąkowa 1', 'ulica Lakowa 1', 'Straße'],
          ['Łódź', 'Lódz', 'Ort'],
          ['1 ☎', '1 ?', 'Telefon'],
          ['Ł-1', 'L-1', 'Kundennummer'],
        ].toSorted(),
      )
    })
    /** Balance of an open item. */
    const open = (rows: Row[], item: { number: string }) =>
      rows
        .filter(({ document }) => document === item.number)
        .reduce(
          (sum, { cents, account, contra }) =>
            sum + cents * (Number(/^\d{5}$/.test(account)) - Number(/^\d{5}$/.test(contra))),
          0,
        )
    describe('client credit', () => {
      const credit = { number: 'GUTHABEN' }
      for (const vat_accounting of ['accrual', 'cash'])
        test(`is an open item that clears the invoice it is used on: ${vat_accounting}`, async () => {
          await own.open({ vat_accounting })
          const client = await own.client()
          const first = await sent(client, [bare(10_000)])
          const overpaid = { paid_at: day, method: 'bank_transfer', overpayment: 'credit' }
          expect((await own.pay(first.id, 15_000, overpaid)).status).toBe(201)
          const second = await sent(client, [bare(2_000)])
          const { body } = await own.pay(second.id, 2_000, { paid_at: day, method: 'client_credit' })
          const whole = (await booked({ export_payments: true })).rows
          expect(open(whole, first)).toBe(0)
          expect(open(whole, second)).toBe(vat_accounting === 'cash' ? 0 : 380)
          expect(open(whole, credit)).toBe(-1_100)
          const refund = { amount_cents: 1_100, paid_at: day, method: 'bank_transfer' }
          expect((await own.call('POST', `/clients/${client}/refunds`, refund)).status).toBeLessThan(300)
          const { rows, files } = await booked({ export_payments: true })
          expect(open(rows, credit)).toBe(0)
          expect(String(files.get('Protokoll.csv'))).toContain(`Verrechnung ${second.number} mit Guthaben`)
          // Without payments, an overpayment becomes the credit that is used.
          const without = (await booked({ export_payments: false })).rows
          expect(open(without, credit)).toBe(-1_100)
          expect(open(without, first)).toBe(15_000)
          await own.call('DELETE', `/payments/${body.id}`)
          const reversed = (await booked({ export_payments: true })).rows
          expect(open(reversed, credit)).toBe(-2_000)
          expect(reversed.filter(({ account }) => account === '1792').reduce((sum, { cents }) => sum + cents, 0)).toBe(
            0,
          )
        })
    })
    describe('set-off', () => {
      /** Sets a due refund off in part against another invoice. */
      const setOff = async (paid_at = day) => {
        const client = await own.client()
        const earlier = await sent(client, [bare(10_000)])
        await own.pay(earlier.id, 11_900, { paid_at: day, method: 'bank_transfer' })
        const note = (await own.credit(earlier.id)).body
        const invoice = await sent(client, [bare(20_000)])
        const more = { method: 'credit_note', credit_note_id: note.id, paid_at: note.issue_date ?? paid_at }
        const { body, status } = await own.pay(invoice.id, 11_000, more)
        expect(status, JSON.stringify(body)).toBe(201)
        return { earlier, note, invoice, payment: body }
      }
      for (const vat_accounting of ['accrual', 'cash'])
        for (const export_payments of [true, false])
          test(`transfers between open items: ${vat_accounting}, ${export_payments ? 'with' : 'without'} payments`, async () => {
            await own.open({ vat_accounting })
            const { earlier, note, invoice } = await setOff()
            const { files, rows } = await booked({ export_payments }, note.issue_date)
            const transfers = rows
              .filter(({ text }) => text.startsWith('Verrechnung'))
              .map(({ cents, account, contra, document, fields }) => [cents, account, contra, document, fields[11]])
            const debtor = expect.stringMatching(/^[1-6]\d{4}$/)
            expect(transfers).toEqual(
              expect.arrayContaining([
                [11_000, '1792', debtor, invoice.number, note.number],
                [-11_000, '1792', debtor, earlier.number, invoice.number],
              ]),
            )
            expect(transfers).toHaveLength(2)
            if (export_payments) {
              expect(open(rows, earlier)).toBe(vat_accounting === 'cash' ? 0 : -900)
              expect(open(rows, invoice)).toBe(vat_accounting === 'cash' ? 0 : 12_800)
            }
            const listed = String(files.get('Protokoll.csv'))
            expect(listed).toContain(`Verrechnung ${invoice.number} mit ${note.number};Umbuchung über Konto 1792`)
            const other = (await booked({ export_payments, set_off_clearing_account: '1590' }, note.issue_date)).rows
            expect(other.filter(({ account }) => account === '1590')).toHaveLength(2)
          })
      test('books nothing once it is reversed', async () => {
        const { note, invoice, earlier, payment } = await setOff()
        expect((await own.call('DELETE', `/payments/${payment.id}`)).status).toBe(204)
        const { rows } = await booked({}, note.issue_date)
        expect([open(rows, earlier), open(rows, invoice)]).toEqual([-11_900, 23_800])
        expect(rows.filter(({ account }) => account === '1792')).toHaveLength(4)
      })
      test('exports its cash discount with and without payments', async () => {
        const { note } = await setOff()
        const client = note.client.id
        const discounted = await sent(client, [bare(800)], {
          issue_date: note.issue_date,
          due_date: note.issue_date,
          cash_discount_percent: 5,
          cash_discount_days: 10,
        })
        const more = {
          method: 'credit_note',
          credit_note_id: note.id,
          paid_at: note.issue_date,
          cash_discount_cents: 52,
        }
        expect((await own.pay(discounted.id, 900, more)).status).toBe(201)
        const { rows } = await booked({ export_payments: false }, note.issue_date)
        expect(rows.filter(({ contra }) => contra === '8736').map(({ cents }) => cents)).toEqual([-52])
        expect(open(rows, discounted)).toBe(0)
      })
    })
  })
  test('agrees with the VAT report in accrual accounting', async () => {
    const vat = await vatOf(`${year - 1}-01-01`, `${year}-12-31`)
    expect(vat('S19')).toBeGreaterThan(0)
    expect(sumOf(rows, '8400', '8736')).toBe(vat('S19'))
    expect(sumOf(rows, '8300', '8731')).toBe(vat('S7'))
    expect(sumOf(rows, '8336', '8730')).toBe(vat('AE0'))
  })
  test('agrees with the VAT report in cash accounting, with and without payments', async () => {
    await at.owner.rest('PUT', '/organization', { vat_accounting: 'cash' })
    const vat = await vatOf(`${year - 1}-01-01`, `${year - 1}-12-31`)
    for (const export_payments of [true, false]) {
      await at.owner.rest('PUT', '/organization', { accounting: { ...settings, export_payments } })
      const cash = bookingsOf(await exported(`from=${year - 1}-01-01&to=${year - 1}-12-31`))
      expect([sumOf(cash, '8400'), sumOf(cash, '8300')]).toEqual([vat('S19'), vat('S7')])
      expect(cash.some(({ account }) => account === '1200')).toBe(export_payments)
    }
    await at.owner.rest('PUT', '/organization', { vat_accounting: 'accrual', accounting: settings })
  })
  test('supports SKR04, longer accounts, custom accounts and keys, and locked batches', async () => {
    await at.owner.rest('PUT', '/organization', {
      accounting: {
        ...settings,
        chart: 'SKR04',
        account_length: 5,
        lock_batch: true,
        accounts: [{ tax_category: 'S', tax_rate: 7, account: '43010', tax_key: '2' }],
      },
    })
    const own = await exported(period)
    const booked = bookingsOf(own)
    expect(sumOf(booked, '44000')).toBeGreaterThan(0)
    expect(booked.find(({ contra }) => contra === '43010')?.fields[8]).toBe('2')
    expect(booked[0]?.account).toMatch(/^1\d{5}$/)
    const { head } = readExtf(own.get(`EXTF_Buchungsstapel_${year - 1}-10.csv`) as Buffer)
    expect([head[13], head[20], head[26], booked[0]?.fields[113]]).toEqual(['5', '1', '04', '1'])
    await at.owner.rest('PUT', '/organization', { accounting: settings })
  })
  test('gives debtors permanent numbers, with umlauts in their names', async () => {
    const { head, names, rows: debtors } = readExtf(files.get('EXTF_Debitoren.csv') as Buffer)
    expect([head[2], head[3], head[4], names]).toEqual(['16', 'Debitoren/Kreditoren', '5', debtorColumns])
    const accounts = debtors.map(([account]) => Number(account))
    expect(new Set(accounts).size).toBe(accounts.length)
    expect(accounts.every((account) => account >= 10_000 && account <= 69_999)).toBe(true)
    const { body } = await at.owner.rest('GET', `/clients/${client}`)
    const own = debtors.find(([account]) => account === String(body.debtor_number))
    expect([own?.[1], own?.[15], own?.[18]]).toEqual(['Müller & Söhne „Lódz“ GmbH', 'Große Straße 1', 'Köln'])
    const changed = await at.owner.rest('PUT', `/clients/${client}`, { debtor_number: 20_000 })
    expect([changed.status, changed.body.field]).toEqual([422, 'debtor_number'])
    expect(
      (await at.owner.rest('PUT', `/clients/${client}`, { debtor_number: body.debtor_number, city: 'Bonn' })).status,
    ).toBe(200)
    expect(bookingsOf(await exported(period))).toHaveLength(rows.length)
  })
})

test('writes an export to the audit log only', async () => {
  await at.events()
  await exported(`${period}&format=csv`, 'auditor')
  expect(await at.events()).toEqual([])
  const { body } = await at.owner.rest('GET', '/audit-log?action=accounting.exported&per_page=1')
  expect(body.entries[0]).toMatchObject({
    actor: { id: at.auditor.id },
    resource: 'accounting',
    before: null,
    after: { format: 'csv', from: `${year - 1}-01-01`, to: `${year}-12-31` },
  })
})

test('returns a GraphQL URL that works for five minutes for its reader', async () => {
  const asked = `{ accountingExport(from: "${year - 1}-01-01", to: "${year}-12-31", format: csv) { exportUrl expiresAt } }`
  const { data } = await at.accountant.graphql(asked)
  const { pathname, search } = new URL(data.accountingExport.exportUrl)
  const answer = await at.app.server.inject({ method: 'GET', url: pathname + search })
  expect([answer.statusCode, unzip(answer.rawPayload).has('belege.csv')]).toEqual([200, true])
  const other = await at.app.server.inject({ method: 'GET', url: pathname.replace('/csv/', '/gobd/') + search })
  expect(other.statusCode).toBe(403)
  expect((await at.member.graphql(asked)).errors?.[0].extensions.code).toBe('forbidden')
})

test('writes CSV for the language of the spreadsheet, without formulas', async () => {
  await at.owner.rest('PUT', `/clients/${client}`, { customer_number: '=1+1' })
  const { raw } = await at.owner.rest('GET', `/accounting/export?${period}&format=csv`, undefined, {
    'accept-language': 'en',
  })
  const files = unzip(raw)
  expect([...files.keys()]).toEqual([
    'documents.csv',
    'lines.csv',
    'taxes.csv',
    'payments.csv',
    'refunds.csv',
    'clients.csv',
  ])
  const clients = parse(files.get('clients.csv') as Buffer, { bom: true, columns: true }) as Record<string, string>[]
  expect(clients.find(({ Id }) => Id === client)?.Customer_number).toBe("'=1+1")
  const documents = parse(files.get('documents.csv') as Buffer, { bom: true, columns: true }) as Record<
    string,
    string
  >[]
  // The archived files are not included, so no column points to them.
  expect(Object.keys(documents[0] ?? {})).toContain('PDF_SHA256')
  expect(Object.keys(documents[0] ?? {})).not.toContain('File')
  expect(documents.find(({ Number: number }) => number === numbers.mixed)).toMatchObject({
    Net: '1200.33',
    Gross: '1404.35',
  })
  expect(documents.find(({ Number: number }) => number === numbers.note)).toMatchObject({
    Gross: '-59.50',
    Corrects_number: numbers.credited,
  })
})

test('gives tax auditors tables described by index.xml, the audit log and archived documents', async () => {
  const files = await exported(`${period}&format=gobd`, 'auditor')
  using validator = new DtdValidator(XmlDtd.fromBuffer(files.get('gdpdu-01-09-2004.dtd') as Buffer))
  using xml = XmlDocument.fromBuffer(files.get('index.xml') as Buffer)
  // The only remaining error is in the official DTD itself.
  expect(() => validator.validate(xml)).toThrow(/^Content model of Media is not deterministic: .*\s*$/)
  const index = String(files.get('index.xml'))
  expect(index).toContain('<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">')
  for (const [, url = '', columns = ''] of index.matchAll(
    /<URL>(.*?)<\/URL>[\s\S]*?<VariableLength>([\s\S]*?)<\/VariableLength>/g,
  )) {
    const described = [...columns.matchAll(/<Name>(.*?)<\/Name>/g)].map(([, name]) => name)
    const rows = parse(files.get(url) as Buffer, { delimiter: ';' }) as string[][]
    expect(rows[0], url).toEqual(described)
    if (url !== 'erstattungen.csv') expect(rows.length, url).toBeGreaterThan(1)
  }
  const table = (name: string) =>
    parse(files.get(name) as Buffer, { delimiter: ';', columns: true }) as Record<string, string>[]
  const mixed = table('belege.csv').find(({ Nummer }) => Nummer === numbers.mixed)
  expect(mixed).toMatchObject({
    Netto: '1200,33',
    Steuer: '204,02',
    Brutto: '1404,35',
    Belegdatum: `${year - 1}-10-15`,
  })
  const named = table('dokumente.csv').flatMap(({ Datei, XML_Datei }) => [Datei, XML_Datei].filter(Boolean))
  expect(named.toSorted()).toEqual([...files.keys()].filter((name) => name.startsWith('dokumente/')).toSorted())
  const pdf = files.get(String(mixed?.Datei)) as Buffer
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(mixed?.PDF_SHA256)
  expect(
    table('zahlungen.csv')
      .map(({ Stornogrund }) => Stornogrund)
      .filter(Boolean)
      .sort(),
  ).toEqual(['Rücklastschrift', 'falsch'])
  const log = table('protokoll.csv')
  expect(log.slice(1).every((entry, number) => entry.Prüfsumme_davor === log[number]?.Prüfsumme)).toBe(true)
})

test('exports nothing of another organization', async () => {
  const other = await openHouse(at.app)
  const { raw } = await other.owner.rest('GET', `/accounting/export?${period}&format=gobd`)
  expect(String(unzip(raw).get('belege.csv')).trim().split('\r\n')).toHaveLength(1)
})

describe('without a database', () => {
  test('splits a period by month and fiscal year', () => {
    expect(
      splitByMonth({ from: '2025-12-20', to: '2026-02-03' }, '01-01').map(({ fiscalYearStart, from, to }) => [
        fiscalYearStart,
        from,
        to,
      ]),
    ).toEqual([
      ['2025-01-01', '2025-12-20', '2025-12-31'],
      ['2026-01-01', '2026-01-01', '2026-01-31'],
      ['2026-01-01', '2026-02-01', '2026-02-03'],
    ])
    expect(
      splitByMonth({ from: '2024-02-01', to: '2024-03-31' }, '03-15').map(({ fiscalYearStart, from, to }) => [
        fiscalYearStart,
        from,
        to,
      ]),
    ).toEqual([
      ['2023-03-15', '2024-02-01', '2024-02-29'],
      ['2023-03-15', '2024-03-01', '2024-03-14'],
      ['2024-03-15', '2024-03-15', '2024-03-31'],
    ])
  })
  test('keeps every character of Windows-1252, and removes accents it lacks', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte) && byte >= 0x20,
    )
    expect([...encodeWindows1252(new TextDecoder('windows-1252').decode(all))]).toEqual([...all])
    expect(encodeWindows1252('Čapek ě€ 🙂').toString('latin1')).toBe('Capek e\x80 ?')
  })
})
