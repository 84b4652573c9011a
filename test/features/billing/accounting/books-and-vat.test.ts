import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays } from '#core/time/clock'
import { createOrganization } from '#features/people/organizations/create-organization'
import { createPerson, type House, house } from '../../../harness/house.ts'
import { repetitions } from '../../../harness/nightly.ts'
import { stubDocumentRendering } from '../../../harness/stub-document-rendering.ts'
import { unzip } from '../../../harness/unzip.ts'
import { firm } from '../invoices/firm.ts'
import { bookingsOf, type Row } from './extf-reader.ts'

// Random documents, advances and final invoices with payments, discounts, credits and returns: month by month the exported accounts must
// agree with the VAT report, and the debtors with the open amounts.

const seed = Number(process.env.BOOKS_SEED ?? 2026)
const runs = repetitions('BOOKS_RUNS', 4, 40)
const began = '2026-01-05'
const last = '2026-11-20'
const at = house({ today: last })
let today = began

const accounts = {
  SKR03: {
    S19: ['8400', '8736', '1718'],
    S7: ['8300', '8731', '1711'],
    Z0: ['8290', '8730', '1710'],
    K0: ['8125', '8743'],
    AE0: ['8336', '8742'],
    clearing: '1593',
  },
  SKR04: {
    S19: ['4400', '4736', '3272'],
    S7: ['4300', '4731', '3260'],
    Z0: ['4290', '4730', '3250'],
    K0: ['4125', '4743'],
    AE0: ['4336', '4742'],
    clearing: '1495',
  },
} as const
const categories = { home: ['S19', 'S7', 'Z0'], abroad: ['K0', 'AE0'] } as const
type Place = keyof typeof categories

const cents = (rows: readonly Row[], numbers: readonly string[]) =>
  rows.reduce(
    (sum, row) =>
      sum + (numbers.includes(row.contra) ? row.cents : 0) - (numbers.includes(row.account) ? row.cents : 0),
    0,
  )

const line = fc.record({ rate: fc.constantFrom(19, 19, 7, 0), price: fc.integer({ min: 1, max: 40_000 }) })
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const some = fc.nat(1000)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('invoice' as const), lines, service: fc.integer({ min: -40, max: 60 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), lines, project: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('final' as const),
      lines,
      project: fc.nat(1),
      service: fc.integer({ min: -50, max: 40 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which: some,
      parts: fc.constantFrom(1, 1, 2, 3, 0.7),
      discount: fc.constantFrom(0, 0, 57, 300),
      charges: fc.constantFrom(0, 0, 500),
      byCredit: fc.constantFrom(false, false, false, true),
      before: fc.constantFrom(0, 0, 10, 40),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('credit' as const), which: some, share: fc.constantFrom(0, 2, 5) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund' as const), which: some, parts: fc.constantFrom(1, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      which: some,
      returned: fc.constantFrom(null, 0, 5, 30),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

interface Firm {
  the: ReturnType<typeof firm>
  place: Place
  client: string
  projects: string[]
  documents: { id: string; lines: { rate: number; price: number }[] }[]
  payments: string[]
}

/** Lines to a client of the same country, or goods and services to a business of another member state. */
const linesOf = (place: Place, all: readonly { rate: number; price: number }[], times = 1) =>
  all.map(({ rate, price }) => ({
    description: 'Leistung',
    quantity: 1,
    unit_price_cents: price * times,
    ...(place === 'abroad'
      ? { tax_rate: 0, tax_category: rate === 19 ? 'K' : 'AE', supply: rate === 19 ? 'goods' : 'service' }
      : { tax_rate: rate, ...(rate === 0 && { tax_category: 'Z' }) }),
  }))

/** Tries a step; returns whether it was accepted. */
async function take(step: Step, { the, place, client, projects, documents, payments }: Firm): Promise<boolean> {
  const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item
  const isDone = ({ status, body }: { status: number; body: { error?: string } }) => {
    expect(status, JSON.stringify([step, body])).toBeLessThan(500)
    return status < 300
  }
  if (step.do === 'wait') {
    today = [addDays(today, step.days), last].toSorted()[0] as string
    return true
  }
  if (step.do === 'invoice' || step.do === 'advance' || step.do === 'final') {
    const about = step.do === 'invoice' ? {} : { kind: step.do, project_id: pick(projects, step.project) }
    const service = step.do === 'advance' ? {} : { service_to: addDays(today, step.service) }
    const drafted = await the.call('POST', '/invoices', {
      client_id: client,
      issue_date: today,
      due_date: addDays(today, 14),
      line_items: linesOf(place, step.lines, step.do === 'final' ? 3 : 1),
      ...about,
      ...service,
    })
    if (!isDone(drafted)) return false
    if (!isDone(await the.call('POST', `/invoices/${drafted.body.id}/send`, { channel: 'none' }))) return false
    documents.push({ id: drafted.body.id, lines: step.lines })
    return true
  }
  if (step.do === 'reverse') {
    if (!payments.length) return false
    const query = step.returned === null ? '' : `?returned_at=${[addDays(today, -step.returned), began].toSorted()[1]}`
    return isDone(await the.call('DELETE', `/payments/${pick(payments, step.which)}${query}`))
  }
  if (!documents.length) return false
  const { invoices } = await the.get('/invoices?per_page=100')
  const owed = invoices.filter(({ refund_due_cents }: { refund_due_cents: number }) => refund_due_cents > 0)
  const among =
    step.do === 'refund' ? documents.filter(({ id }) => owed.some((one: { id: string }) => one.id === id)) : documents
  if (!among.length) return false
  const { id, lines } = pick(among, step.which)
  const { kind, open_cents, refund_due_cents } = await the.get(`/invoices/${id}`)
  if (step.do === 'credit') {
    const made = await the.credit(
      id,
      step.share
        ? linesOf(place, [
            { ...pick(lines, step.which), price: 1 + Math.floor(pick(lines, step.which).price / step.share) },
          ])
        : undefined,
    )
    if (!isDone(made)) return false
    documents.push({ id: made.body.id, lines })
    return true
  }
  const isNote = kind === 'credit_note'
  if (step.do === 'refund' ? !isNote : isNote) return false
  const { discount, charges, byCredit, before } =
    step.do === 'pay' ? step : { discount: 0, charges: 0, byCredit: false, before: 0 }
  const amount = Math.max(1, Math.floor((isNote ? refund_due_cents : open_cents - discount + charges) / step.parts))
  const made = await the.pay(id, amount, {
    paid_at: addDays(today, -before),
    ...(discount && { cash_discount_cents: discount }),
    ...(charges && { charges_cents: charges }),
    ...(byCredit ? { method: 'client_credit' } : !isNote && { overpayment: 'credit' }),
  })
  if (!isDone(made)) return false
  payments.push(made.body.id)
  return true
}

async function open(vat_accounting: string, chart: string, place: Place = 'home'): Promise<Firm> {
  const { organizationId, memberId, token } = await createOrganization(at.app.system, {
    name: 'Bücher',
    email: `books-${randomUUID()}@kontor.example`,
  })
  const the = firm({ owner: createPerson(at.app, organizationId, memberId, token) } as House)
  const accounting = { chart, datev_consultant_number: '29098', datev_client_number: '55003', export_payments: true }
  await the.open({ vat_accounting, accounting })
  const client = await the.client(place === 'abroad' ? { country: 'AT', vat_id: 'ATU62895905' } : {})
  const project = async (name: string) => (await the.done('POST', '/projects', { name, client_id: client })).id
  return { the, place, client, projects: [await project('Haus'), await project('Garten')], documents: [], payments: [] }
}

/** From before the first day to after the last. */
const months = Array.from({ length: 16 }, (_, index) => {
  const from = `${2025 + Math.floor((index + 10) / 12)}-${String(((index + 10) % 12) + 1).padStart(2, '0')}-01`
  return [from, addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)] as const
})

beforeAll(() => {
  vi.spyOn(at.app.services.clock, 'now').mockImplementation(() => new Date(`${today}T12:00:00Z`))
  stubDocumentRendering(at.app)
})
afterAll(() => vi.restoreAllMocks())

test(`bookings of ${runs} random organizations agree with their VAT reports, month by month`, {
  timeout: 600_000,
}, async () => {
  console.info(`BOOKS_SEED=${seed} repeats them.`)
  const done = { accrual: new Map<string, number>(), cash: new Map<string, number>() }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('accrual' as const, 'accrual' as const, 'cash' as const),
      fc.constantFrom('SKR03' as const, 'SKR04' as const),
      fc.constantFrom('home' as const, 'home' as const, 'abroad' as const),
      fc.array(step, { minLength: 12, maxLength: 30, size: '+1' }),
      async (vatAccounting, chart, place, steps) => {
        today = began
        const firm = await open(vatAccounting, chart, place)
        const { the, client } = firm
        for (const each of steps)
          if (await take(each, firm)) done[vatAccounting].set(each.do, (done[vatAccounting].get(each.do) ?? 0) + 1)
        const exported = async (from: string, to: string) => {
          const { status, raw, body } = await the.call('GET', `/accounting/export?from=${from}&to=${to}`)
          expect(status, JSON.stringify(body)).toBe(200)
          return bookingsOf(unzip(raw))
        }
        const rows = await exported('2025-01-01', '2027-12-31')
        const { clearing, ...numbers } = accounts[chart]
        for (const [from, to] of months) {
          const report = await the.get(`/reports/vat?from=${from}&to=${to}`)
          const ofMonth = rows.filter(({ taxMonth }) => taxMonth === from.slice(0, 7))
          const said = (name: string) =>
            report.rows
              .filter((row: { tax_category: string; tax_rate: number }) => row.tax_category + row.tax_rate === name)
              .reduce(
                (sum: number, row: { net_cents: number; tax_cents: number }) => sum + row.net_cents + row.tax_cents,
                0,
              )
          expect(
            categories[place].map((name) => cents(ofMonth, numbers[name])),
            `${vatAccounting} ${place} ${from}`,
          ).toEqual(categories[place].map(said))
        }
        // Two partial exports equal one over the whole time.
        const parts = [...(await exported('2025-01-01', '2026-05-14')), ...(await exported('2026-05-15', '2027-12-31'))]
        const sorted = (all: Row[]) => all.map(({ fields }) => fields.join(';')).toSorted()
        expect(sorted(parts)).toEqual(sorted(rows))
        if (vatAccounting === 'cash' && place === 'home') return
        const { totals } = await the.get('/reports/receivables')
        const { credit_cents } = await the.get(`/clients/${client}`)
        const debtors = [...new Set(rows.flatMap(({ account, contra }) => [account, contra]))].filter((number) =>
          /^[1-6]\d{4}$/.test(number),
        )
        expect(0 - cents(rows, debtors), 'debtors').toBe(totals.open_cents - totals.refund_due_cents - credit_cents)
      },
    ),
    { numRuns: runs, seed, endOnFailure: true },
  )
  // Every kind of step occurs.
  for (const kind of ['invoice', 'advance', 'final', 'pay', 'credit', 'reverse'])
    expect((done.accrual.get(kind) ?? 0) + (done.cash.get(kind) ?? 0), kind).toBeGreaterThan(0)
})

test('an advance is revenue once its final invoice is sent, and taxed when paid before', async () => {
  today = '2026-02-10'
  const { the, client, projects } = await open('accrual', 'SKR03')
  const about = { project_id: projects[0], due_date: '2026-06-01' }
  const item = (net: number, rate = 19) => ({ description: 'Bau', quantity: 1, unit_price_cents: net, tax_rate: rate })
  const advance = await the.send(client, [item(100_000), item(10_000, 7)], {
    kind: 'advance',
    issue_date: today,
    ...about,
  })
  today = '2026-03-10'
  expect((await the.pay(advance.id, 60_000, { paid_at: today, cash_discount_cents: 1_000 })).status).toBe(201)
  today = '2026-05-04'
  const final = await the.send(client, [item(300_000), item(20_000, 7)], {
    kind: 'final',
    issue_date: today,
    service_to: '2026-04-20',
    ...about,
  })
  expect(final.advances).toHaveLength(1)
  today = '2026-06-02'
  expect((await the.pay(advance.id, 20_000, { paid_at: today })).status).toBe(201)
  const { raw } = await the.call('GET', '/accounting/export?from=2026-01-01&to=2026-12-31')
  const rows = bookingsOf(unzip(raw))
  const on = (day: string, ...contra: string[]) =>
    rows
      .filter((row) => row.day === day && contra.includes(row.contra))
      .map((row) => [row.cents, row.account.length === 5 ? 'debtor' : row.account, row.contra, row.taxMonth])
  const paid = rows.filter(({ contra }) => ['1718', '1711'].includes(contra)).map(({ cents }) => cents)
  expect(paid).toHaveLength(4)
  expect(paid.filter((cents) => cents > 0).reduce((sum, cents) => sum + cents, 0)).toBe(60_000)
  const [at19 = 0, at7 = 0] = paid
  // Claimed and discounted: not taxed yet.
  expect(on('1002', '1593', '8400', '8300')).toEqual([
    [119_000, 'debtor', '1593', '2026-02'],
    [10_700, 'debtor', '1593', '2026-02'],
  ])
  expect(on('1003', '1593').reduce((sum, [cents]) => sum + Number(cents), 0)).toBe(-1_000)
  expect(on('1003', '1718', '1711')).toEqual([
    [at19, '1593', '1718', '2026-03'],
    [at7, '1593', '1711', '2026-03'],
  ])
  // The final invoice in May for a supply in April: all revenue less the discount, and no advance left.
  expect(on('0405', '8400', '8300')).toEqual([
    [238_000, 'debtor', '8400', '2026-04'],
    [10_700, 'debtor', '8300', '2026-04'],
    [119_000, '1593', '8400', '2026-04'],
    [10_700, '1593', '8300', '2026-04'],
  ])
  expect(on('0405', '1718', '1711')).toEqual([
    [-at19, '1593', '1718', '2026-04'],
    [-at7, '1593', '1711', '2026-04'],
  ])
  expect(on('0405', '8736', '8731').reduce((sum, [cents]) => sum + Number(cents), 0)).toBe(-1_000)
  // In cash accounting the final payment is only money.
  expect(rows.filter(({ day }) => day === '0206').map(({ account, cents }) => [account, cents])).toEqual([
    ['1000', 20_000],
  ])
  expect([cents(rows, ['1593']), cents(rows, ['1718']), cents(rows, ['1711'])]).toEqual([0, 0, 0])
})

test('accounts for advances can be configured like others', async () => {
  today = '2026-02-10'
  const { the, client, projects } = await open('accrual', 'SKR04')
  const set = (tax_rate: number, more: object = {}) => ({ tax_category: 'S', tax_rate, account: '4000', ...more })
  const settings = { chart: 'SKR04', datev_consultant_number: '29098', datev_client_number: '55003' }
  await the.open({ accounting: { ...settings, accounts: [set(5)] } })
  const line = { description: 'Bau', quantity: 1, unit_price_cents: 10_000, tax_rate: 5 }
  const more = { kind: 'advance', project_id: projects[0], issue_date: today, due_date: today }
  const { id } = await the.send(client, [line], more)
  expect((await the.pay(id, 10_500, { paid_at: today })).status).toBe(201)
  const path = '/accounting/export?from=2026-01-01&to=2026-12-31'
  const refused = await the.call('GET', path)
  expect([refused.status, refused.body.field, refused.body.message]).toEqual([
    422,
    'accounting.accounts',
    expect.stringContaining('5\u00a0%'),
  ])
  await the.open({
    accounting: { ...settings, accounts: [set(5, { advance_account: '3261' })], advance_clearing_account: '1496' },
  })
  const rows = bookingsOf(unzip((await the.call('GET', path)).raw))
  expect(rows.map(({ cents, contra }) => [cents, contra])).toEqual([
    [10_500, '1496'],
    [10_500, '3261'],
    // The payment.
    [10_500, '10000'],
  ])
})
