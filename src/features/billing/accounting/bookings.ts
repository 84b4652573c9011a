import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { TaxAmount } from '#features/billing/invoices/line-item'
import type { VatShare } from '#features/billing/invoices/split-payment'
import type { Accounts, Rate } from './accounts.ts'
import type { Booking } from './extf.ts'
import { pages, perPage, type Read } from './pages.ts'

/** Days of which bookings are told, both inclusive. */
export interface Period {
  from: string
  to: string
}

/** How an organization books. */
export interface Books {
  organizationId: string
  accounts: Accounts
  /** Revenue stands on the day of the document (accrual) or on that of the payment (cash). */
  vatAccounting: string
  /** Whether money and cash discounts are told too; a tax adviser who reads the bank's statements has them already. */
  exportPayments: boolean
}

/** What every booking about a document says of it. */
interface Documented {
  id: string
  kind: string
  number: string
  credited: string | null
  buyer: string
  vatId: string | null
  debtorNumber: number
  dueDate: string
  /** The day that accrual accounting tells its tax on, as in the VAT report. */
  taxDay: string
}

interface Issued extends Documented {
  issueDate: string
  taxBreakdown: TaxAmount[]
}

interface Paid extends Documented {
  paymentId: string
  day: string
  method: string
  amountCents: number
  chargesCents: number
  creditCents: number
  vatShares: VatShare[]
  isMistake: boolean
}

interface Undone extends Documented {
  day: string
  taxCategory: string
  taxRate: number
  cents: number
  place: string
}

interface Refunded {
  id: string
  day: string
  amountCents: number
  reference: string | null
  debtorNumber: number
  buyer: string
}

const documented = (organizationId: string) =>
  sql`i.id, i.kind, i.number, i.due_date as "dueDate", i.parties->'buyer'->>'name' as buyer,
      i.parties->'buyer'->>'vatId' as "vatId", c.debtor_number as "debtorNumber",
      (case i.kind when 'credit_note' then greatest(i.issue_date, coalesce(i.service_to, i.issue_date))
        else coalesce(i.service_to, i.issue_date) end)::text as "taxDay",
      (select n.number from invoices n where n.organization_id = ${organizationId} and n.id = i.credited_invoice_id) as credited`

const withClient = sql`join clients c on c.organization_id = i.organization_id and c.id = i.client_id`

/** The bookings of the days, kind by kind; each kind in the order of its days. */
export async function* bookings(read: Read, books: Books, period: Period): AsyncGenerator<Booking[]> {
  const { accounts } = books
  if (books.vatAccounting !== 'cash') {
    for await (const page of issued(read, books, period)) yield page.flatMap((document) => revenue(accounts, document))
    if (books.exportPayments)
      for await (const page of undone(read, books, period))
        yield page.flatMap((entry) => discountUndone(accounts, entry))
  }
  for (const column of ['paid_at', 'returned_at'] as const)
    for await (const page of paid(read, books, period, column))
      yield page.flatMap((payment) => {
        const isReturn = column === 'returned_at'
        const made = payment.isMistake
          ? [...payments(books, payment, 1), ...payments(books, payment, -1)]
          : payments(books, payment, isReturn ? -1 : 1)
        return made
      })
  if (books.exportPayments) for await (const page of refunded(read, books, period)) yield page.map(refund(accounts))
}

const issued = (read: Read, { organizationId }: Books, { from, to }: Period) =>
  pages<Issued>(
    read,
    (after) =>
      select`${documented(organizationId)}, i.issue_date as "issueDate", i.tax_breakdown as "taxBreakdown"
          from invoices i ${withClient}
          where i.organization_id = ${organizationId} and i.status <> 'draft' and i.issue_date between ${from} and ${to}
            and (i.issue_date, i.id) > (${after?.issueDate ?? from}::date, ${after?.id ?? first}::uuid)
          order by i.issue_date, i.id limit ${perPage}`,
  )

/** Payments by the day of the money, or by that on which it went back. What was recorded by mistake is told with its reversal. */
const paid = (read: Read, { organizationId }: Books, { from, to }: Period, column: 'paid_at' | 'returned_at') => {
  const day: Sql = column === 'paid_at' ? sql`p.paid_at` : sql`p.returned_at`
  return pages<Paid>(
    read,
    (after) =>
      select`${documented(organizationId)}, p.id as "paymentId", ${day} as day, p.method, p.amount_cents as "amountCents",
            p.charges_cents as "chargesCents", p.credit_cents as "creditCents", p.vat_shares as "vatShares",
            (p.reversed_at is not null and p.returned_at is null) as "isMistake"
          from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id ${withClient}
          where p.organization_id = ${organizationId} and ${day} between ${from} and ${to}
            and (${day}, p.id) > (${after?.day ?? from}::date, ${after?.paymentId ?? first}::uuid)
          order by ${day}, p.id limit ${perPage}`,
  )
}

/** Cash discounts that credit notes took with them. */
const undone = (read: Read, { organizationId }: Books, { from, to }: Period) =>
  pages<Undone>(
    read,
    (after) =>
      select`${documented(organizationId)}, s.day, s."taxCategory", s."taxRate"::float8 as "taxRate",
            s."netCents" + s."taxCents" as cents, i.id::text || s.place as place
          from invoices i ${withClient}
            cross join lateral rows from (jsonb_to_recordset(i.discount_undone)
              as (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)) with ordinality
              as s (day, "taxCategory", "taxRate", "netCents", "taxCents", place)
          where i.organization_id = ${organizationId} and i.discount_undone <> '[]' and s.day between ${from} and ${to}
            and i.id::text || s.place > ${after?.place ?? ''}
          order by i.id::text || s.place limit ${perPage}`,
  )

const refunded = (read: Read, { organizationId }: Books, { from, to }: Period) =>
  pages<Refunded>(
    read,
    (after) =>
      select`r.id, r.paid_at as day, r.amount_cents as "amountCents", r.reference, c.debtor_number as "debtorNumber", c.name as buyer
          from client_refunds r join clients c on c.organization_id = r.organization_id and c.id = r.client_id
          where r.organization_id = ${organizationId} and r.paid_at between ${from} and ${to}
            and (r.paid_at, r.id) > (${after?.day ?? from}::date, ${after?.id ?? first}::uuid)
          order by r.paid_at, r.id limit ${perPage}`,
  )

/** Before every id. */
const first = '00000000-0000-0000-0000-000000000000'

/** The open item is the invoice's: a credit note stands under it, and its own number in the text. */
function about(document: Documented): Pick<Booking, 'document' | 'text' | 'dueDate'> {
  const { number, credited, buyer, dueDate, kind } = document
  const isNote = kind === 'credit_note'
  return {
    document: credited ?? number,
    text: isNote ? `${number} ${buyer}` : buyer,
    dueDate: isNote ? null : dueDate,
  }
}

const isTold = ({ cents }: { cents: number }) => cents !== 0

/** DATEV reckons the tax by the day of the booking, unless that of the supply lies in another month. */
const otherPeriod = (day: string, taxDay: string) => (taxDay.slice(0, 7) === day.slice(0, 7) ? null : taxDay)

/** The VAT ID of who was supplied in the Union, for the recapitulative statement. */
const vatIdFor = ({ taxCategory }: Rate, { vatId }: Documented) =>
  taxCategory === 'AE' || taxCategory === 'K' ? vatId : null

function revenueBooking(accounts: Accounts, document: Documented, rate: Rate, cents: number, day: string): Booking {
  const { account, taxKey } = accounts.revenue(rate) ?? { account: '', taxKey: null }
  return {
    ...about(document),
    cents,
    account: accounts.debtor(document.debtorNumber),
    contraAccount: account,
    taxKey,
    day,
    vatId: vatIdFor(rate, document),
  }
}

const revenue = (accounts: Accounts, document: Issued): Booking[] =>
  document.taxBreakdown
    .map((tax) => ({
      ...revenueBooking(accounts, document, tax, tax.netCents + tax.taxCents, document.issueDate),
      taxDay: otherPeriod(document.issueDate, document.taxDay),
    }))
    .filter(isTold)

/** What a payment books: in cash accounting its revenue, by rate; its money and its discount where they are told. */
function payments({ accounts, vatAccounting, exportPayments }: Books, payment: Paid, times: 1 | -1): Booking[] {
  const { day, vatShares, chargesCents, creditCents, amountCents, method } = payment
  // Money given back on a credit note goes the other way.
  const sign = payment.kind === 'credit_note' ? -times : times
  const isCash = vatAccounting === 'cash'
  const taken = isCash
    ? vatShares.map((share) => revenueBooking(accounts, payment, share, sign * (share.netCents + share.taxCents), day))
    : []
  if (!exportPayments) return taken.filter(isTold)
  const { document, text } = about(payment)
  const what = { document, day, text: times < 0 ? `Storno ${text}` : text }
  const debtor = accounts.debtor(payment.debtorNumber)
  const isMoney = method !== 'client_credit'
  const money: Booking[] = isMoney
    ? [
        {
          ...what,
          cents: sign * (amountCents - chargesCents - creditCents),
          account: accounts.bank,
          contraAccount: debtor,
        },
        {
          ...what,
          cents: sign * creditCents,
          account: accounts.bank,
          contraAccount: debtor,
          text: `Guthaben ${what.text}`,
        },
        {
          ...what,
          cents: sign * chargesCents,
          account: accounts.bank,
          contraAccount: accounts.charges,
          text: `Mahnkosten ${what.text}`,
        },
      ]
    : []
  const discounts = isCash
    ? []
    : vatShares.map((share) => ({
        ...what,
        cents: -times * (share.discountNetCents + share.discountTaxCents),
        account: debtor,
        contraAccount: accounts.discount(share),
        text: `Skonto ${what.text}`,
        taxDay: payment.taxDay > day ? otherPeriod(day, payment.taxDay) : null,
      }))
  return [...taken, ...money, ...discounts].filter(isTold)
}

const discountUndone = (accounts: Accounts, entry: Undone): Booking[] =>
  [
    {
      ...about(entry),
      cents: entry.cents,
      account: accounts.debtor(entry.debtorNumber),
      contraAccount: accounts.discount(entry),
      text: `Skonto zurück ${entry.buyer}`,
      day: entry.day,
      dueDate: null,
    },
  ].filter(isTold)

const refund =
  (accounts: Accounts) =>
  ({ amountCents, debtorNumber, day, buyer, reference }: Refunded): Booking => ({
    cents: -amountCents,
    account: accounts.bank,
    contraAccount: accounts.debtor(debtorNumber),
    day,
    document: '',
    text: `Guthaben erstattet ${buyer} ${reference ?? ''}`,
  })

/** The rates of what is booked in the days. */
export async function ratesOf(read: Read, { organizationId }: Pick<Books, 'organizationId'>, { from, to }: Period) {
  return read<Rate>(
    select`distinct s."taxCategory", s."taxRate"::float8 as "taxRate"
        from invoices i cross join lateral jsonb_to_recordset(i.tax_breakdown) as s ("taxCategory" text, "taxRate" numeric)
        where i.organization_id = ${organizationId} and i.status <> 'draft'
          and (i.issue_date between ${from} and ${to} or exists (
            select from payments p where p.organization_id = ${organizationId} and p.invoice_id = i.id
              and (p.paid_at between ${from} and ${to} or p.returned_at between ${from} and ${to})))
        order by 1, 2`,
  )
}
