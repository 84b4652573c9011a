import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addDays } from '#core/time/clock'
import { createOrganization } from '#features/people/organizations/create-organization'
import { createPerson, type House, house } from '../../../harness/house.ts'
import { repetitions } from '../../../harness/nightly.ts'
import { stubDocumentRendering } from '../../../harness/stub-document-rendering.ts'
import { today as dayOfFirm, firm } from './firm.ts'

// A second ledger, kept by hand: random quotes, invoices, payments, credits, refunds, reversals and reminders of a firm are written in both,
// and at the end the service must say what the other says. What the service rounds, the ledger only holds within a cent.

const seed = Number(process.env.LEDGER_SEED ?? 2026)
const sequences = repetitions('LEDGER_SEQUENCES', 60, 500)
/** Of one sequence, at most. */
const mostSteps = Number(process.env.LEDGER_STEPS ?? 40)
/** All days of the ledger lie before it. */
const today = process.env.LEDGER_DAY ?? dayOfFirm
/** Milliseconds; some fifty seconds where nothing else runs. */
const longestRun = 1_200_000
const at = house({ today })

/** A day before today: of 20 November it are 5 January, 20 February, and the tenth of three months. */
const ago = (days: number) => addDays(today, -days)
const issued = ago(319)
const servedLater = ago(273)
const days = [ago(314), ago(283), ago(255)] as const
const rates: readonly number[] = [19, 7, 0]

/** An amount for each rate. */
type ByRate = Record<number, number>
const each = (of: (rate: number) => number): ByRate => Object.fromEntries(rates.map((rate) => [rate, of(rate)]))
const none = () => each(() => 0)
const add = (a: ByRate, b: ByRate, times = 1) => each((rate) => (a[rate] ?? 0) + times * (b[rate] ?? 0))
const total = (amounts: ByRate) => rates.reduce((sum, rate) => sum + (amounts[rate] ?? 0), 0)
/** Half away from zero. */
const taxOf = (net: number, rate: number) => 0 + Math.sign(net) * Math.floor((Math.abs(net) * rate * 2 + 100) / 200)

interface Line {
  rate: number
  quantity: number
  price: number
}

interface Payment {
  id: string
  day: string
  amount: number
  charges: number
  discount: number
  /** What of it became the client's credit. */
  kept: number
  byCredit: boolean
  /** What was settled of each rate, unrounded. */
  money: ByRate
  granted: ByRate
  reversed: boolean
  /** The day on which it went back, where it did. */
  returned: string | null
}

interface Document {
  id: string
  net: ByRate
  tax: ByRate
  payments: Payment[]
}

interface Note extends Document {
  refundDue: number
}

interface Invoice extends Document {
  lines: Line[]
  supplied: string
  notes: Note[]
  cancelled: boolean
  /** What credits have undone of granted discounts, on their days. */
  undone: Entry[]
  /** How many reminders were sent. */
  reminders: number
  quoteId: string | null
}

interface Quote {
  id: string
  lines: Line[]
  status: 'sent' | 'signed' | 'rejected' | 'converted'
  invoiceId: string | null
}

/** A gross amount of each rate on a day. */
interface Entry {
  day: string
  gross: ByRate
}

/** The ledger of one firm and its client. */
interface Ledger {
  quotes: Quote[]
  invoices: Invoice[]
  /** What came to the client's credit and was taken of it; what is undone is entered with the other sign. */
  credit: { day: string; cents: number }[]
}

interface Firm {
  the: ReturnType<typeof firm>
  client: string
  accounting: 'cash' | 'accrual'
}

/** The later of two days. */
const later = (a: string, b: string) => [a, b].toSorted().at(-1) as string

const standing = (document: Document) => document.payments.filter(({ reversed }) => !reversed)
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)
const moneyOf = ({ amount, charges, kept }: Payment) => amount - charges - kept
const settledOf = (payment: Payment) => moneyOf(payment) + payment.discount
const paidOf = (document: Document) => sumOf(standing(document), settledOf)
const grossOf = ({ net, tax }: Document) => total(net) + total(tax)
const creditedOf = ({ notes }: Invoice) => sumOf(notes, grossOf)
const openOf = (invoice: Invoice) => Math.max(0, grossOf(invoice) - creditedOf(invoice) - paidOf(invoice))
/** What was settled beyond what is to be paid: money and discount go back in the proportion in which they came. */
const excessOf = (invoice: Invoice) => {
  const beyond = Math.max(0, paidOf(invoice) + creditedOf(invoice) - grossOf(invoice))
  const money = beyond && Math.round((beyond * sumOf(standing(invoice), moneyOf)) / paidOf(invoice))
  return { money, discount: beyond - money }
}
/** What notes have said is to be given back, whether it has been or not. */
const refundsOf = ({ notes }: Invoice) => sumOf(notes, (note) => note.refundDue + paidOf(note))
const undoneOf = ({ undone }: Invoice) => undone.reduce((sum, { gross }) => add(sum, gross), none())
const leftOf = (invoice: Invoice, part: 'net' | 'tax') =>
  invoice.notes.reduce((left, note) => add(left, note[part], -1), invoice[part])
const priceOf = (invoice: Invoice) => add(leftOf(invoice, 'net'), leftOf(invoice, 'tax'))
const receivedOf = (document: Document) => standing(document).reduce((sum, { money }) => add(sum, money), none())
/** What stands of granted discounts. */
const discountOf = (invoice: Invoice) =>
  standing(invoice).reduce((sum, { granted }) => add(sum, granted), add(none(), undoneOf(invoice), -1))
/** What was received and not given back. */
const keptOf = (invoice: Invoice) =>
  invoice.notes.reduce((left, note) => add(left, receivedOf(note), -1), receivedOf(invoice))
/** What is to be paid of each rate, unrounded; less than nothing where more was received than is kept in the end. */
const openByRate = (invoice: Invoice) => add(add(priceOf(invoice), discountOf(invoice), -1), keptOf(invoice), -1)
const shareOf = (amount: number, open: ByRate) => {
  const whole = total(open)
  return amount === 0 ? none() : each((rate) => (amount * (open[rate] ?? 0)) / whole)
}
const creditOf = ({ credit }: Ledger) => sumOf(credit, ({ cents }) => cents)
/** What can be taken of the client's credit on a day: the least that there is from then on. */
const creditOn = ({ credit }: Ledger, day: string) =>
  Math.min(
    ...[day, ...credit.map((entry) => entry.day)]
      .filter((from) => from >= day)
      .map((until) =>
        sumOf(
          credit.filter((entry) => entry.day <= until),
          ({ cents }) => cents,
        ),
      ),
  )
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item

type Step = fc.AsyncCommand<Ledger, Firm>

/** A step that is drawn with its choices, and shown with them where it fails. */
const step = (
  name: string,
  check: (ledger: Ledger) => boolean,
  run: (ledger: Ledger, firm: Firm) => Promise<void>,
): Step => ({
  check,
  run,
  toString: () => name,
})
const some = fc.nat(1000)
const hasInvoices = ({ invoices }: Ledger) => invoices.length > 0

const linesOf = (lines: readonly Line[]) =>
  lines.map(({ rate, quantity, price }) => ({
    description: 'Leistung',
    quantity,
    unit_price_cents: price,
    tax_rate: rate,
    ...(rate === 0 && { tax_category: 'Z' }),
  }))
const netOf = (lines: readonly Line[]) =>
  each((rate) =>
    sumOf(
      lines.filter((line) => line.rate === rate),
      ({ quantity, price }) => quantity * price,
    ),
  )

const line = fc.record({
  rate: fc.constantFrom(...rates),
  quantity: fc.constantFrom(1, 1, 2, 3, -1),
  price: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 30_000 })),
})

const invoice = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), isLater: fc.boolean() })
  .map(({ lines, isLater }) =>
    step(
      `invoice ${JSON.stringify(lines)}${isLater ? ' of service to come' : ''}`,
      ({ invoices }) => invoices.length < 3,
      async (ledger, { the, client }) => {
        const draft = await the.draft(client, linesOf(lines), {
          issue_date: issued,
          due_date: issued,
          ...(isLater && { service_from: issued, service_to: servedLater }),
        })
        await sendDraft(ledger, the, draft.id, lines, isLater ? servedLater : issued)
      },
    ),
  )

const made = (lines: readonly Line[]) => {
  const net = netOf(lines)
  return { net, tax: each((rate) => taxOf(net[rate] ?? 0, rate)) }
}

/** Sends a draft, and enters it where it can be sent. */
async function sendDraft(
  ledger: Ledger,
  the: Firm['the'],
  id: string,
  lines: Line[],
  supplied: string,
  quoteId: string | null = null,
) {
  const sums = made(lines)
  const { status, body } = await the.call('POST', `/invoices/${id}/send`, { channel: 'none' })
  const gross = total(sums.net) + total(sums.tax)
  expect([status, body.field ?? body.total_cents]).toEqual(gross < 0 ? [422, 'line_items'] : [200, gross])
  if (gross < 0) return
  expect(body.status).toBe(gross === 0 ? 'paid' : 'sent')
  ledger.invoices.push({
    id,
    lines,
    supplied,
    payments: [],
    notes: [],
    cancelled: false,
    undone: [],
    reminders: 0,
    quoteId,
    ...sums,
  })
}

const quote = fc
  .array(
    line.map((one) => ({ ...one, quantity: Math.abs(one.quantity) })),
    { minLength: 1, maxLength: 4 },
  )
  .map((lines) =>
    step(
      `quote ${JSON.stringify(lines)}`,
      ({ quotes }) => quotes.length < 3,
      async ({ quotes }, { the, client }) => {
        const terms = { client_id: client, issue_date: today, valid_until: today }
        const { id } = await the.done('POST', '/quotes', { ...terms, line_items: linesOf(lines) })
        const body = await the.done('POST', `/quotes/${id}/send`, { channel: 'none' })
        const { net, tax } = made(lines)
        expect(body).toMatchObject({ status: 'sent', subtotal_cents: total(net), tax_cents: total(tax) })
        quotes.push({ id, lines, status: 'sent', invoiceId: null })
      },
    ),
  )

const hasQuotes = ({ quotes }: Ledger) => quotes.length > 0

const answer = fc.record({ on: some, status: fc.constantFrom('signed', 'signed', 'rejected') }).map(({ on, status }) =>
  step(`quote ${on} is ${status}`, hasQuotes, async ({ quotes }, { the }) => {
    const of = pick(quotes, on)
    const isSigned = status === 'signed'
    const sent = isSigned ? { name: 'Kim Sommer', date: today } : {}
    const { status: code, body } = await the.call(
      'POST',
      `/quotes/${of.id}/${isSigned ? 'mark-signed' : 'reject'}`,
      sent,
    )
    expect([code, body.error], JSON.stringify(body)).toEqual(
      of.status === 'sent' ? [200, undefined] : [409, 'invalid_state'],
    )
    if (of.status === 'sent') of.status = isSigned ? 'signed' : 'rejected'
  }),
)

const conversion = some.map((on) =>
  step(`conversion of quote ${on}`, hasQuotes, async (ledger, { the }) => {
    const of = pick(ledger.quotes, on)
    const { status, body } = await the.call('POST', `/quotes/${of.id}/convert-to-invoice`)
    const isRefused = of.status !== 'signed'
    expect([status, body.error], JSON.stringify(body)).toEqual(isRefused ? [409, 'invalid_state'] : [201, undefined])
    if (isRefused) return
    const { net, tax } = made(of.lines)
    expect(body).toMatchObject({ quote_id: of.id, status: 'draft', total_cents: total(net) + total(tax) })
    Object.assign(of, { status: 'converted', invoiceId: body.id })
    await the.done('PUT', `/invoices/${body.id}`, { issue_date: issued, due_date: issued })
    await sendDraft(ledger, the, body.id, of.lines, issued, of.id)
  }),
)

const payment = fc
  .record({
    on: some,
    parts: fc.constantFrom(1, 1, 1, 2, 3, 7, 0.5),
    odd: fc.nat(3),
    discount: fc.constantFrom(0, 0, 0, 1, 37, 300),
    charges: fc.constantFrom(0, 0, 0, 500),
    keeps: fc.boolean(),
    byCredit: fc.constantFrom(false, false, true),
    day: fc.constantFrom(...days),
  })
  .map(({ on, parts, odd, discount, charges, keeps, byCredit, day }) =>
    step(
      `payment ${JSON.stringify({ on, parts, odd, discount, charges, keeps, byCredit, day })}`,
      hasInvoices,
      async (ledger, { the }) => {
        const paid = pick(ledger.invoices, on)
        const open = openOf(paid)
        const whole = byCredit ? Math.min(open, creditOf(ledger) || open) : open - discount + charges
        const amount = Math.max(1, Math.floor(whole / parts) + (parts === 1 ? 0 : odd))
        const settled = amount - charges + discount
        const kept = Math.max(0, settled - open)
        const isRefused =
          charges > amount ||
          (kept > 0 && (!keeps || byCredit || discount > open)) ||
          (byCredit && amount > creditOn(ledger, day))
        const { status, body } = await the.pay(paid.id, amount, {
          paid_at: day,
          cash_discount_cents: discount,
          charges_cents: charges,
          ...(keeps && { overpayment: 'credit' }),
          ...(byCredit && { method: 'client_credit' }),
        })
        expect(status, JSON.stringify(body)).toBe(isRefused ? 422 : 201)
        if (isRefused) return
        expect(body.credit_cents).toBe(kept)
        const parted = shareOf(settled - kept, openByRate(paid))
        const granted = shareOf(discount, priceOf(paid))
        const money = add(parted, granted, -1)
        paid.payments.push({
          id: body.id,
          day,
          amount,
          charges,
          discount,
          kept,
          byCredit,
          money,
          granted,
          reversed: false,
          returned: null,
        })
        ledger.credit.push({ day, cents: kept - (byCredit ? amount : 0) })
      },
    ),
  )

/** What a note has taken by its answer, positive. */
const takenBy = (body: { tax_breakdown: { tax_rate: number; net_cents: number; tax_cents: number }[] }) => {
  const at = (rate: number) => body.tax_breakdown.find(({ tax_rate }) => tax_rate === rate)
  return { net: each((rate) => 0 - (at(rate)?.net_cents ?? 0)), tax: each((rate) => 0 - (at(rate)?.tax_cents ?? 0)) }
}

function credited(of: Invoice, body: Parameters<typeof takenBy>[0] & { id: string; refund_due_cents: number }) {
  const said = refundsOf(of)
  of.notes.push({ id: body.id, ...takenBy(body), payments: [], refundDue: body.refund_due_cents })
  expect(body.refund_due_cents).toBe(excessOf(of).money - said)

  undoDiscount(of, Math.round(excessOf(of).discount - total(undoneOf(of))))
}

/** Nothing is left of an invoice: another may be made of its quote. */
function cancel({ quotes }: Ledger, of: Invoice) {
  of.cancelled = true
  const converted = quotes.find(({ invoiceId }) => invoiceId === of.id)
  if (converted) Object.assign(converted, { status: 'signed', invoiceId: null })
}

/** Undoes so much of the discounts: what stands lies on the rates in proportion to what is left of the price. */
function undoDiscount(of: Invoice, cents: number) {
  const stands = discountOf(of)
  const price = priceOf(of)
  const stays = total(price) === 0 ? none() : shareOf(total(stands) - cents, price)
  of.undone.push({ day: today, gross: add(stands, stays, -1) })
}

const partialCredit = fc
  .record({ on: some, which: some, share: fc.constantFrom(1, 1, 2, 3, 10), more: fc.constantFrom(0, 0, 0, 1) })
  .map(({ on, which, share, more }) =>
    step(`credit ${JSON.stringify({ on, which, share, more })}`, hasInvoices, async (ledger, { the }) => {
      const of = pick(ledger.invoices, on)
      const original = pick(of.lines, which)
      const lines = [{ ...original, price: Math.floor(original.price / share) + more }]
      const net = netOf(lines)
      const [left, leftTax] = [leftOf(of, 'net'), leftOf(of, 'tax')]
      const exceeds = rates.some((rate) => {
        const [before, after] = [left[rate] ?? 0, (left[rate] ?? 0) - (net[rate] ?? 0)]
        return before < 0 ? after > 0 || after < before : after < 0 || after > before
      })
      const gross = total(net) + sumOf(rates, (rate) => taxOf(net[rate] ?? 0, rate))
      const leftInAll = total(left) + total(leftTax)
      const { status, body } = await the.credit(of.id, linesOf(lines))
      if (of.cancelled) return expect(status).toBe(409) as never
      if (status === 422)
        return expect(exceeds || gross <= 1 || gross >= leftInAll - 1, JSON.stringify(body)).toBe(true) as never
      expect([status, exceeds], JSON.stringify(body)).toEqual([201, false])
      credited(of, body)
      const taken = takenBy(body)
      expect(taken.net).toEqual(net)
      const rest = { net: leftOf(of, 'net'), tax: leftOf(of, 'tax') }
      for (const rate of rates) {
        const [restNet = 0, restTax = 0] = [rest.net[rate], rest.tax[rate]]
        expect(Math.abs((taken.tax[rate] ?? 0) - taxOf(net[rate] ?? 0, rate)), 'tax as it is computed').toBeLessThan(2)
        expect(Math.abs(restTax - taxOf(restNet, rate)), 'tax of the rest').toBeLessThan(2)
        if (restNet === 0) expect(restTax).toBe(0)
        expect(restNet * restTax, 'never more than is left').toBeGreaterThanOrEqual(0)
      }
      const restInAll = total(rest.net) + total(rest.tax)
      expect(restInAll).toBeGreaterThanOrEqual(0)
      if (restInAll === 0) cancel(ledger, of)
      if (of.cancelled) expect([rest.net, rest.tax]).toEqual([none(), none()])
    }),
  )

const fullCredit = some.map((on) =>
  step(`credit all of ${on}`, hasInvoices, async (ledger, { the }) => {
    const of = pick(ledger.invoices, on)
    const left = { net: leftOf(of, 'net'), tax: leftOf(of, 'tax') }
    const { status, body } = await the.credit(of.id)
    expect(status, JSON.stringify(body)).toBe(of.cancelled ? 409 : 201)
    if (of.cancelled) return
    expect(takenBy(body)).toEqual(left)
    credited(of, body)
    cancel(ledger, of)
  }),
)

const notesOf = ({ invoices }: Ledger) => invoices.flatMap(({ notes }) => notes)

const refund = fc.record({ on: some, parts: fc.constantFrom(1, 1, 2, 0.5) }).map(({ on, parts }) =>
  step(
    `refund ${JSON.stringify({ on, parts })}`,
    (ledger) => notesOf(ledger).length > 0,
    async (ledger, { the }) => {
      const note = pick(notesOf(ledger), on)
      const amount = Math.max(1, Math.floor(note.refundDue / parts))
      const { status, body } = await the.pay(note.id, amount, { paid_at: today })
      expect(status, JSON.stringify(body)).toBe(amount > note.refundDue ? 422 : 201)
      if (status === 422) return
      const of = ledger.invoices.find(({ notes }) => notes.includes(note)) as Invoice
      // By the rates of the note; the refund that gives back the last leaves of each rate what is to be paid of it.
      const isLast = sumOf(of.notes, ({ refundDue }) => refundDue) === amount
      const ofNote = add(add(note.net, note.tax), receivedOf(note), -1)
      const money = isLast ? add(none(), openByRate(of), -1) : shareOf(amount, ofNote)
      const rest = {
        discount: 0,
        charges: 0,
        kept: 0,
        byCredit: false,
        granted: none(),
        reversed: false,
        returned: null,
      }
      note.payments.push({ id: body.id, day: today, amount, money, ...rest })
      note.refundDue -= amount
    },
  ),
)

/** By mistake, or because the money went back on a day. */
const reversal = fc
  .record({ which: some, returned: fc.constantFrom(null, null, ...days, today) })
  .map(({ which, returned }) =>
    step(
      `reversal of ${which}${returned ? ` that went back on ${returned}` : ''}`,
      (ledger) => [...ledger.invoices, ...notesOf(ledger)].some(({ payments }) => payments.length > 0),
      async (ledger, { the }) => {
        const documents: Document[] = [...ledger.invoices, ...notesOf(ledger)]
        const [document, payment] = pick(
          documents.flatMap((one) => one.payments.map((each) => [one, each] as const)),
          which,
        )
        const { status } = await the.call(
          'DELETE',
          `/payments/${payment.id}${returned ? `?returned_at=${returned}` : ''}`,
        )
        if (payment.reversed) return expect(status).toBe(409) as never
        if (returned && (payment.byCredit || returned < payment.day)) return expect(status).toBe(422) as never
        const undo = returned ?? payment.day
        if (payment.kept && payment.kept > creditOn(ledger, undo)) return expect(status).toBe(409) as never
        if ('refundDue' in document) {
          expect(status).toBe(204)
          Object.assign(payment, { reversed: true, returned })
          ;(document as Note).refundDue += payment.amount
          return
        }
        const invoice = document as Invoice
        payment.reversed = true
        let withdrawn = Math.max(0, refundsOf(invoice) - excessOf(invoice).money)
        // What has been given back cannot be taken back: the payment stays.
        if (withdrawn > sumOf(invoice.notes, ({ refundDue }) => refundDue)) {
          payment.reversed = false
          return expect(status).toBe(409) as never
        }
        expect(status).toBe(204)
        for (const note of invoice.notes.toReversed()) {
          const part = Math.min(withdrawn, note.refundDue)
          note.refundDue -= part
          withdrawn -= part
        }
        payment.returned = returned
        const undone = undoneOf(invoice)
        const less = total(undone) - excessOf(invoice).discount
        if (Math.abs(less) > 0.001) invoice.undone.push({ day: today, gross: shareOf(-less, undone) })
        if (invoice.notes.length) undoDiscount(invoice, 0)
        ledger.credit.push({ day: undo, cents: (payment.byCredit ? payment.amount : 0) - payment.kept })
      },
    ),
  )

const creditRefund = fc.constantFrom(1, 2, 0.5).map((parts) =>
  step(
    `refund of credit / ${parts}`,
    (ledger) => creditOf(ledger) > 0,
    async (ledger, { the, client }) => {
      const amount = Math.max(1, Math.floor(creditOf(ledger) / parts))
      const sent = { amount_cents: amount, paid_at: today, method: 'cash' }
      const { status } = await the.call('POST', `/clients/${client}/refunds`, sent)
      expect(status).toBe(amount > creditOf(ledger) ? 422 : 201)
      if (status === 201) ledger.credit.push({ day: today, cents: -amount })
    },
  ),
)

/** The fees of the levels, and base rates by the day from which they hold, in hundredths of a percent. */
const fees = [0, 250, 500, 750] as const
const baseRates = { '2024-01-01': 362, '2024-07-01': 337, '2025-01-01': 227, '2025-07-01': 127 }

/** Default interest until today on what was ever owed, day by day: what is equal on days that follow each other is rounded as one. */
function interestOn(invoice: Invoice): number {
  let [interest, open, rate, days] = [0, 0, 0, 0]
  const round = () => {
    interest += Number((BigInt(open) * BigInt(rate) * BigInt(days) * 2n + 3_650_000n) / 7_300_000n)
    days = 0
  }
  const weekday = new Date(issued).getUTCDay()
  const due = addDays(issued, { 6: 2, 0: 1 }[weekday] ?? 0)
  for (let day = addDays(due, 31); day <= today; day = addDays(day, 1)) {
    const settled = sumOf(movements(invoice), (payment) => (payment.day < day ? payment.times * settledOf(payment) : 0))
    const base = Object.entries(baseRates).findLast(([from]) => from <= day)?.[1] ?? 0
    const [openToday, rateToday] = [Math.max(0, grossOf(invoice) - creditedOf(invoice) - settled), base + 900]
    if (openToday !== open || rateToday !== rate) round()
    ;[open, rate, days] = [openToday, rateToday, days + 1]
  }
  round()
  return interest
}

const dunning = some.map((on) =>
  step(`reminder of ${on}`, hasInvoices, async ({ invoices }, { the }) => {
    const of = pick(invoices, on)
    const { status, body } = await the.call('POST', `/invoices/${of.id}/reminders`, { channel: 'none' })
    const isRefused = of.cancelled || openOf(of) === 0 || of.reminders === fees.length
    expect([status, body.error], JSON.stringify(body)).toEqual(isRefused ? [409, 'invalid_state'] : [201, undefined])
    if (isRefused) return
    const level = of.reminders++
    const interest = level ? interestOn(of) : 0
    const lumpSum = Math.max(
      4000,
      sumOf(fees.slice(0, level + 1), (fee) => fee),
    )
    const claimed = level ? lumpSum + interest : 0
    const settled = sumOf(standing(of), ({ charges }) => charges)
    expect(body).toMatchObject({
      level,
      open_cents: openOf(of),
      fee_cents: fees[level],
      interest_cents: interest,
      flat_fee_cents: level === 1 ? 4000 : 0,
      settled_charges_cents: settled,
      charges_cents: Math.max(0, claimed - settled),
    })
  }),
)

/** What was paid of a document, and what of it went back. */
const moved = ({ payments }: Document) => payments.filter(({ reversed, returned }) => !reversed || returned)
const movements = (document: Document) =>
  moved(document).flatMap((payment) => [
    { ...payment, times: 1 },
    ...(payment.returned ? [{ ...payment, day: payment.returned, times: -1 }] : []),
  ])
/** The same with the days on which accrual accounting sees it: an advance until the supply, or until it went back. */
const advances = (document: Document, due: string) =>
  moved(document)
    .filter(({ day }) => day < due)
    .flatMap(({ day, money, returned }) => [
      { day, gross: money },
      { day: returned && returned < due ? returned : due, gross: add(none(), money, -1) },
    ])
const turned = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ day, gross }) => ({ day, gross: add(none(), gross, -1) }))

function vatOf(ledger: Ledger, accounting: Firm['accounting']): Entry[] {
  return ledger.invoices.flatMap((of) => {
    const noted = later(today, of.supplied)
    const received = (document: Document) =>
      movements(document).map(({ day, money, times }) => ({ day, gross: add(none(), money, times) }))
    if (accounting === 'cash') return [...received(of), ...turned(of.notes.flatMap(received))]
    return [
      { day: of.supplied, gross: add(of.net, of.tax) },
      ...turned(of.notes.map((note) => ({ day: noted, gross: add(note.net, note.tax) }))),
      ...advances(of, of.supplied),
      ...turned(of.notes.flatMap((note) => advances(note, noted))),
      ...movements(of).map(({ day, granted, times }) => ({
        day: later(day, of.supplied),
        gross: add(none(), granted, -times),
      })),
      ...of.undone.map(({ day, gross }) => ({ day: later(day, of.supplied), gross })),
    ]
  })
}

const periods = [
  [ago(323), ago(293)],
  [ago(292), ago(265)],
  [ago(264), ago(234)],
  [ago(700), today],
] as const

/** Compares all that the service says with what the ledger holds. */
async function audit(ledger: Ledger, { the, client, accounting }: Firm) {
  const list = await the.get('/invoices?per_page=100')
  const shown = new Map<string, Record<string, number | string | null>>(
    list.invoices.map((one: { id: string }) => [one.id, one]),
  )
  for (const invoice of ledger.invoices) {
    const open = openOf(invoice)
    expect(shown.get(invoice.id)).toMatchObject({
      total_cents: grossOf(invoice),
      paid_cents: paidOf(invoice),
      open_cents: open,
      reminder_level: invoice.reminders ? invoice.reminders - 1 : null,
      quote_id: invoice.quoteId,
    })
    expect(invoice.cancelled ? ['cancelled'] : open ? ['sent', 'overdue'] : ['paid']).toContain(
      shown.get(invoice.id)?.status,
    )
    for (const { id, refundDue } of invoice.notes)
      expect(shown.get(id)).toMatchObject({ refund_due_cents: refundDue, open_cents: 0 - refundDue })
    if (invoice.cancelled) expect([leftOf(invoice, 'net'), leftOf(invoice, 'tax')]).toEqual([none(), none()])
  }
  const quoted = await the.get('/quotes?per_page=100&sort=created_at')
  expect(
    quoted.quotes.map((one: Record<string, string>) => [one.id, one.status, one.invoice_id]),
    'quotes',
  ).toEqual(ledger.quotes.map(({ id, status, invoiceId }) => [id, status, invoiceId]))
  const sums = [sumOf(ledger.invoices, openOf), sumOf(notesOf(ledger), ({ refundDue }) => refundDue)]
  expect([list.sum_open_cents, list.sum_refund_due_cents]).toEqual(sums)
  const { totals } = await the.get('/reports/receivables')
  expect([totals.open_cents, totals.refund_due_cents]).toEqual(sums)
  const shownClient = await the.get(`/clients/${client}`)
  expect([shownClient.credit_cents, shownClient.open_cents]).toEqual([creditOf(ledger), sums[0]])
  const credited = sumOf(notesOf(ledger), ({ net }) => total(net))
  const revenue = (await the.get(`/reports/revenue?from=${issued}&to=${today}`)).totals
  expect(revenue.net_cents).toBe(sumOf(ledger.invoices, ({ net }) => total(net)) - credited)

  const entries = vatOf(ledger, accounting)
  for (const [from, to] of periods) {
    const within = entries.filter(({ day }) => day >= from && day <= to)
    const wanted = within.reduce((sum, { gross }) => add(sum, gross), none())
    const { rows, net_cents, tax_cents } = await the.get(`/reports/vat?from=${from}&to=${to}`)
    const paid = (document: Document) =>
      sumOf(movements(document), ({ day, amount, kept, times }) =>
        day >= from && day <= to ? times * (amount - kept) : 0,
      )
    const { totals } = await the.get(`/reports/revenue?from=${from}&to=${to}`)
    expect(totals.paid_cents).toBe(sumOf(ledger.invoices, paid) - sumOf(notesOf(ledger), paid))
    // To the cent in all: no money is lost between the rates.
    expect(net_cents + tax_cents, `${accounting} ${from}`).toBe(Math.round(total(wanted)) + 0)
    const most = 1 + 2 * entries.length
    for (const rate of rates) {
      const row = rows.find(({ tax_rate }: { tax_rate: number }) => tax_rate === rate)
      const gross = (row?.net_cents ?? 0) + (row?.tax_cents ?? 0)
      expect(Math.abs(gross - (wanted[rate] ?? 0)), `${accounting} ${from} at ${rate}`).toBeLessThanOrEqual(most)
      const tax = (gross * rate) / (100 + rate)
      expect(Math.abs((row?.tax_cents ?? 0) - tax), `tax at ${rate}`).toBeLessThanOrEqual(most)
    }
  }
}

async function open(accounting: Firm['accounting']): Promise<Firm> {
  const { organizationId, memberId, token } = await createOrganization(at.app.system, {
    name: 'Hauptbuch',
    email: `ledger-${randomUUID()}@kontor.example`,
  })
  const the = firm({ owner: createPerson(at.app, organizationId, memberId, token) } as House)
  const levels = fees.map((fee_cents, level) => ({ level, days: 7, fee_cents }))
  await the.open({ vat_accounting: accounting, dunning: { automatic: false, levels } })
  return { the, client: await the.client(), accounting }
}

beforeAll(() => {
  // A reminder is sent on the ledger's day, too.
  vi.spyOn(at.app.services.clock, 'now').mockImplementation(() => new Date(`${today}T12:00:00Z`))
  stubDocumentRendering(at.app)
})
afterAll(() => vi.restoreAllMocks())

test(`${sequences} random sequences end as in a ledger kept by hand`, { timeout: longestRun }, async () => {
  console.info(`LEDGER_SEED=${seed} repeats these sequences.`)
  const credits = [partialCredit, partialCredit, fullCredit, refund, creditRefund]
  const steps = [invoice, payment, payment, ...credits, reversal, dunning, quote, answer, conversion]
  const run = (accounting: Firm['accounting'], lane: number) =>
    fc.assert(
      fc.asyncProperty(invoice, fc.commands(steps, { maxCommands: mostSteps, size: '+1' }), async (first, commands) => {
        const real = await open(accounting)
        const model: Ledger = { quotes: [], invoices: [], credit: [] }
        await first.run(model, real)
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await audit(model, real)
      }),
      { numRuns: sequences / 2, seed: seed + lane },
    )
  await Promise.all([run('cash', 0), run('accrual', 1)])
})
