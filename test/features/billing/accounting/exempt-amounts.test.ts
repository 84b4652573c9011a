import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { repetitions } from '../../../harness/nightly.ts'
import { unzip } from '../../../harness/unzip.ts'
import { firm, line, today } from '../invoices/firm.ts'
import { bookingsOf } from './extf-reader.ts'

// Exempt revenue by reason, compared with sums over the lines.

const at = house({ today })
const seed = Number(process.env.BOOKS_SEED ?? 2026)
const runs = repetitions('BOOKS_RUNS', 3, 30)
const reasons = {
  a: 'Differenzbesteuerung (§ 25 a UStG)',
  b: 'Steuerfrei nach § 4 Nr.21 a) UStG',
  c: 'Sonstiges',
} as const
type Reason = keyof typeof reasons
const numbers: Record<Reason | 'taxed', string> = { a: '8191', b: '8110', c: '8100', taxed: '8400' }
const accounting = {
  chart: 'SKR03',
  datev_consultant_number: '29098',
  datev_client_number: '55003',
  export_payments: true,
  accounts: [
    { tax_category: 'E', exemption_reason: '§25a', account: numbers.a, advance_account: '1712' },
    { tax_category: 'E', exemption_reason: '§ 4 Nr. 21', account: numbers.b, advance_account: '1713' },
  ],
}
let own: House
let the: ReturnType<typeof firm>
let client = ''

type Sums = Partial<Record<Reason | 'taxed', number>>
const exempt = (reason: Reason, cents: number) =>
  line(Math.abs(cents), 0, {
    quantity: Math.sign(cents),
    tax_category: 'E',
    tax_exemption_reason: reasons[reason],
    description: reason,
  })
const linesOf = ({ taxed = 0, ...sums }: Sums) => [
  ...Object.entries(sums).map(([reason, cents]) => exempt(reason as Reason, cents)),
  ...(taxed ? [line(taxed)] : []),
]

/** Balances of the accounts by reason; all others must be empty. */
async function booked() {
  const { raw, status, body } = await the.call('GET', '/accounting/export?from=2025-01-01&to=2026-12-31')
  expect(status, JSON.stringify(body)).toBe(200)
  const rows = bookingsOf(unzip(raw))
  const on = (account: string) =>
    rows.reduce((sum, row) => sum + row.cents * (Number(row.contra === account) - Number(row.account === account)), 0)
  const sums = Object.entries(numbers).map(([name, account]) => [name, on(account)] as const)
  return {
    ...Object.fromEntries(sums.filter(([, cents]) => cents !== 0)),
    left: [on('1593'), on('1710'), on('1712'), on('1713')],
  }
}
const empty = { left: [0, 0, 0, 0] }

async function open(vat_accounting: string) {
  await the.open({ accounting, vat_accounting })
  client = await the.client()
}
const project = async () => (await the.done('POST', '/projects', { name: 'Bau', client_id: client })).id
const pay = async (id: string, cents: number, more: object = {}) => {
  const { status, body } = await the.pay(id, cents, { paid_at: today, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
/** Pays the open amount of a document, or refunds it. */
async function settle(id: string) {
  const { open_cents, refund_due_cents } = await the.get(`/invoices/${id}`)
  const due = open_cents > 0 ? open_cents : refund_due_cents
  if (due > 0) await pay(id, due)
}

beforeEach(async () => {
  own = await openHouse(at.app)
  the = firm(own)
})

for (const vat of ['accrual', 'cash'])
  describe(vat, () => {
    beforeEach(() => open(vat))
    test('a final invoice deducts its advances by reason', async () => {
      const project_id = await project()
      const advance = await the.send(client, linesOf({ b: 4000, a: 1000, taxed: 1000 }), {
        kind: 'advance',
        project_id,
      })
      await pay(advance.id, advance.total_cents)
      const final = await the.send(client, linesOf({ a: 10_000, b: 6001, taxed: 3000 }), {
        kind: 'final',
        project_id,
        issue_date: '2026-02-05',
        due_date: '2026-02-19',
      })
      const deducted = final.line_items.filter(({ unit_price_cents }: { unit_price_cents: number }) =>
        [4000, 1000].includes(unit_price_cents),
      )
      expect(
        deducted.map((each: Record<string, unknown>) => [
          each.quantity,
          each.unit_price_cents,
          each.tax_exemption_reason,
        ]),
      ).toEqual([
        [-1, 4000, reasons.b],
        [-1, 1000, reasons.a],
        [-1, 1000, null],
      ])
      await settle(final.id)
      expect(await booked()).toEqual({ ...empty, a: 10_000, b: 6001, taxed: 3570 })
    })
    test('instalments add up to the lines to the cent, with a reversal between', async () => {
      const { id } = await the.send(client, linesOf({ a: 10_001, b: 5002, c: 333 }))
      for (const cents of [1, 777, 1500]) await pay(id, cents)
      const mistake = await pay(id, 5555)
      await pay(id, 3000)
      expect((await the.call('DELETE', `/payments/${mistake.id}`)).status).toBe(204)
      await settle(id)
      expect(await booked()).toEqual({ ...empty, a: 10_001, b: 5002, c: 333 })
    })
    test('a credit for one reason does not reduce another', async () => {
      const { id } = await the.send(client, linesOf({ a: 10_000, b: 10_000 }))
      await pay(id, 4000)
      expect((await the.credit(id, linesOf({ a: 7000 }))).status).toBe(201)
      await pay(id, 3333)
      await settle(id)
      expect(await booked()).toEqual({ ...empty, a: 3000, b: 10_000 })
      const other = await the.send(client, linesOf({ a: 500, b: 500 }))
      await settle(other.id)
      await settle((await the.credit(other.id, linesOf({ b: 200 }))).body.id)
      expect(await booked()).toEqual({ ...empty, a: 3500, b: 10_300 })
    })
    test('books reasons that cancel each other out', async () => {
      const { id } = await the.send(client, linesOf({ a: 5000, b: -5000, taxed: 1000 }))
      await pay(id, 500)
      await settle(id)
      expect(await booked()).toEqual({ ...empty, a: 5000, b: -5000, taxed: 1190 })
    })
  })

const amounts = fc.record({
  a: fc.integer({ min: 40, max: 9999 }),
  b: fc.integer({ min: 40, max: 9999 }),
  c: fc.integer({ min: 40, max: 999 }),
})
const parts = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 })
const share = fc.integer({ min: 0, max: 24 })

test(`${runs} random series of advances, credits and instalments add up to their lines`, {
  timeout: 600_000,
}, async () => {
  console.info(`BOOKS_SEED=${seed} repeats them.`)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('accrual', 'cash'),
      amounts,
      fc.option(amounts),
      fc.record({ a: share, b: share }),
      parts,
      async (vat, whole, early, credited, instalments) => {
        own = await openHouse(at.app)
        the = firm(own)
        await open(vat)
        const project_id = await project()
        const payParts = async (id: string) => {
          for (const percent of instalments) {
            const { open_cents } = await the.get(`/invoices/${id}`)
            await pay(id, Math.max(1, Math.floor((open_cents * percent) / 100)))
          }
        }
        if (early) {
          const advance = await the.send(client, linesOf(early), { kind: 'advance', project_id })
          await payParts(advance.id)
          await settle(advance.id)
        }
        const sums = { a: whole.a + (early?.a ?? 0), b: whole.b + (early?.b ?? 0), c: whole.c + (early?.c ?? 0) }
        const dates = { issue_date: '2026-02-05', due_date: '2026-02-19' }
        const { id } = await the.send(client, linesOf(sums), {
          kind: early ? 'final' : 'invoice',
          project_id,
          ...dates,
        })
        await payParts(id)
        const less = {
          a: Math.floor((whole.a * credited.a) / 100),
          b: Math.floor((whole.b * credited.b) / 100),
        }
        const named = Object.fromEntries(Object.entries(less).filter(([, cents]) => cents > 0)) as Sums
        if (Object.keys(named).length > 0) {
          const note = await the.credit(id, linesOf(named))
          expect(note.status, JSON.stringify(note.body)).toBe(201)
          await settle(note.body.id)
        }
        await payParts(id)
        await settle(id)
        const left = { a: sums.a - less.a, b: sums.b - less.b, c: sums.c }
        expect(await booked(), `${vat}`).toEqual({ ...empty, ...left })
      },
    ),
    { numRuns: runs, seed, endOnFailure: true },
  )
})
