import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { moneylessMethods } from '#features/billing/invoices/payment-method'
import {
  isMoneyMovedSql,
  isReceivedBeforeSql,
  paymentMovementsSql,
} from '#features/billing/invoices/payments/payment-movements'
import type { VatShare } from '#features/billing/invoices/payments/split-payment'
import type { TaxAmount } from '#features/billing/invoices/tax/tax-amounts'
import {
  foreignTaxCountrySql,
  isDomesticSql,
  type TaxPlace,
  taxPlaceSql,
} from '#features/billing/invoices/tax/tax-country'
import { intraCommunityDaySql, supplyInvoiceDaySql, taxDaySql } from '#features/billing/invoices/tax/tax-days'
import type { BookedVatRate, VatRate } from './accounts.ts'
import type { BookkeepingSettings, Period } from './bookkeeping-settings.ts'
import { type ExemptAmount, selectExemptAmounts, splitPaymentsByExemptionReason } from './exempt-amounts.ts'
import { type ReadRows, readPages, rowsPerPage } from './read-pages.ts'

/** The part of a rate that is stored with an amount; the rest follows from its document. */
export type TaxKey = Pick<VatRate, 'taxCategory' | 'taxRate'>

/** Columns that every booking of a document needs. */
export interface DocumentRow {
  id: string
  kind: string
  number: string
  credited: string | null
  buyer: string
  vatId: string | null
  debtorNumber: number
  taxPlace: TaxPlace
  /** Exempt amounts of the document, or of the payment, by reason; null if no account depends on the reason. */
  exempt: ExemptAmount[] | null
  dueDate: string
  /** An advance, or a credit note for one: no revenue until its supply is invoiced. */
  prepaid: boolean
  /** Day of its tax in accrual accounting, as in the VAT report; `infinity` until it is known. */
  taxDay: string
  /** The same for intra-Community supplies (category K). */
  intraCommunityDay: string
  /** Day of the document that invoices its supply; `infinity` until there is one. */
  supplyInvoiceDay: string
}

export interface IssuedDocument extends DocumentRow {
  issueDate: string
  taxBreakdown: TaxAmount[]
}

export interface PaymentRow extends DocumentRow {
  paymentId: string
  day: string
  method: string
  amountCents: number
  chargesCents: number
  creditCents: number
  vatShares: VatShare[]
  isMistake: boolean
  /** Number of the other document of a set-off. */
  setOffWith: string | null
}

/** Money received before its supply, on the day on which it stops being an advance. */
export interface EndedAdvance extends PaymentRow {
  /** Day in the period from which its tax is removed. */
  outTaxDay: string
}

/** A cash discount on the day on which it was granted, returned or undone. */
export interface DiscountRow extends DocumentRow, TaxKey {
  day: string
  /** Positive if it was undone. */
  cents: number
  place: string
}

export interface RefundRow {
  id: string
  day: string
  method: string
  amountCents: number
  reference: string | null
  debtorNumber: number
  buyer: string
}

const documentColumns = ({ organizationId, accounts }: BookkeepingSettings) =>
  sql`i.id, i.kind, i.number, i.due_date as "dueDate", i.parties->'buyer'->>'name' as buyer,
      i.parties->'buyer'->>'vatId' as "vatId", c.debtor_number as "debtorNumber",
      ${taxPlaceSql(organizationId)} as "taxPlace",
      ${accounts.dependsOnExemptionReason ? selectExemptAmounts : sql`null`} as exempt,
      i.prepaid, (${taxDaySql})::text as "taxDay", (${intraCommunityDaySql})::text as "intraCommunityDay",
       (${supplyInvoiceDaySql})::text as "supplyInvoiceDay",
      (select n.number from invoices n where n.organization_id = ${organizationId} and n.id = i.credited_invoice_id) as credited`

/** Documents that are booked when supplied; in cash accounting only those to other countries. */
const isBookedBySupply = ({ vatAccounting }: BookkeepingSettings) =>
  vatAccounting === 'cash' ? sql`not ${isDomesticSql}` : sql`true`

const withClient = sql`join clients c on c.organization_id = i.organization_id and c.id = i.client_id`

const nilUuid = '00000000-0000-0000-0000-000000000000'

export const readIssued = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<IssuedDocument>(
    read,
    (after) =>
      select`${documentColumns(books)}, i.issue_date as "issueDate", i.tax_breakdown as "taxBreakdown"
          from invoices i ${withClient}
          where i.organization_id = ${books.organizationId} and i.status <> 'draft' and i.issue_date between ${from} and ${to}
            and ${isBookedBySupply(books)} and (i.issue_date, i.id) > (${after?.issueDate ?? from}::date, ${after?.id ?? nilUuid}::uuid)
          order by i.issue_date, i.id limit ${rowsPerPage}`,
  )

/** Advances, and their credit notes, whose supply is invoiced in the period. */
export const readSupplied = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<IssuedDocument>(
    read,
    (after) =>
      select`${documentColumns(books)}, i.issue_date as "issueDate", i.tax_breakdown as "taxBreakdown"
          from invoices i ${withClient}
          where i.organization_id = ${books.organizationId} and i.status <> 'draft' and i.prepaid
            and ${isBookedBySupply(books)} and ${supplyInvoiceDaySql} between ${from} and ${to} and i.id > ${after?.id ?? nilUuid}::uuid
          order by i.id limit ${rowsPerPage}`,
  )

/** Day on which a payment stops being an advance: that of its supply, once invoiced. */
const advanceEndDay = sql`(case when i.prepaid then greatest(${taxDaySql}, ${supplyInvoiceDaySql}) else ${taxDaySql} end)`

const paymentColumns = ({
  organizationId,
}: BookkeepingSettings) => sql`p.id as "paymentId", p.method, p.amount_cents as "amountCents",
      p.charges_cents as "chargesCents", p.credit_cents as "creditCents", p.vat_shares as "vatShares",
      (p.reversed_at is not null and p.returned_at is null) as "isMistake",
      case when p.set_off_id is not null then (select o.number from payments q
          join invoices o on o.organization_id = q.organization_id and o.id = q.invoice_id
        where q.organization_id = ${organizationId} and q.set_off_id = p.set_off_id and q.id <> p.id) end as "setOffWith"`

const withInvoice = sql`join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id`

/** Payments received in the period before their supply. */
export const readReceived = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<PaymentRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, ${paymentColumns(books)}, p.paid_at as day
          from payments p ${withInvoice} ${withClient}
          where p.organization_id = ${books.organizationId} and p.paid_at between ${from} and ${to} and ${isMoneyMovedSql} and ${isReceivedBeforeSql(advanceEndDay)}
            and ${isBookedBySupply(books)} and (p.paid_at, p.id) > (${after?.day ?? from}::date, ${after?.paymentId ?? nilUuid}::uuid)
          order by p.paid_at, p.id limit ${rowsPerPage}`,
  )

/** Payments received before their supply that was invoiced, or that were returned, in the period. */
export const readEndedAdvances = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<EndedAdvance>(
    read,
    (after) =>
      select`${documentColumns(books)}, ${paymentColumns(books)}, least(p.returned_at, ${advanceEndDay}) as day,
            case when ${isReceivedBeforeSql(taxDaySql)} then least(p.returned_at, ${taxDaySql}) else p.paid_at end as "outTaxDay"
          from payments p ${withInvoice} ${withClient}
          where p.organization_id = ${books.organizationId} and ${isMoneyMovedSql} and ${isReceivedBeforeSql(advanceEndDay)}
            and ${isBookedBySupply(books)} and least(p.returned_at, ${advanceEndDay}) between ${from} and ${to} and p.id > ${after?.paymentId ?? nilUuid}::uuid
          order by p.id limit ${rowsPerPage}`,
  )

/** Cash discounts granted or undone before their supply, which was invoiced in the period. */
export const readEarlyDiscounts = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<DiscountRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, e.day, e.category as "taxCategory", e.rate::float8 as "taxRate", e.cents, e.place
          from (
              select p.invoice_id, m.day, m.times * -(s."discountNetCents" + s."discountTaxCents") as cents, s."taxCategory" as category,
                s."taxRate" as rate, 'p' || p.id || m.times || ' ' || s."taxCategory" || s."taxRate" as place
              from payments p cross join lateral ${paymentMovementsSql} as m (day, times)
                cross join lateral jsonb_to_recordset(p.vat_shares)
                  as s ("taxCategory" text, "taxRate" numeric, "discountNetCents" bigint, "discountTaxCents" bigint)
              where p.organization_id = ${books.organizationId} and ${isMoneyMovedSql} and p.cash_discount_cents > 0 and m.day is not null
                and (${books.exportPayments} or p.method = any(${moneylessMethods}))
              union all
              select n.id, s.day, s."netCents" + s."taxCents", s."taxCategory", s."taxRate", 'u' || n.id || s.place
              from invoices n cross join lateral rows from (jsonb_to_recordset(n.discount_undone)
                as (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)) with ordinality
                as s (day, "taxCategory", "taxRate", "netCents", "taxCents", place)
              where n.organization_id = ${books.organizationId} and n.discount_undone <> '[]' and ${books.exportPayments}
            ) e join invoices i on i.organization_id = ${books.organizationId} and i.id = e.invoice_id ${withClient}
          where i.prepaid and ${isBookedBySupply(books)} and ${supplyInvoiceDaySql} between ${from} and ${to} and e.day < ${supplyInvoiceDaySql} and e.place > ${after?.place ?? ''}
          order by e.place limit ${rowsPerPage}`,
  )

/** Payments by the day of the money, or by that of its return. A payment recorded by mistake is read with its reversal. */
export const readPaid = (
  read: ReadRows,
  books: BookkeepingSettings,
  { from, to }: Period,
  column: 'paid_at' | 'returned_at',
) => {
  const day: Sql = column === 'paid_at' ? sql`p.paid_at` : sql`p.returned_at`
  return readPages<PaymentRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, ${paymentColumns(books)}, ${day} as day
          from payments p ${withInvoice} ${withClient}
          where p.organization_id = ${books.organizationId} and ${day} between ${from} and ${to}
            and (${day}, p.id) > (${after?.day ?? from}::date, ${after?.paymentId ?? nilUuid}::uuid)
          order by ${day}, p.id limit ${rowsPerPage}`,
  )
}

/** Cash discounts that credit notes undid. */
export const readUndoneDiscounts = (read: ReadRows, books: BookkeepingSettings, { from, to }: Period) =>
  readPages<DiscountRow>(
    read,
    (after) =>
      select`${documentColumns(books)}, s.day, s."taxCategory", s."taxRate"::float8 as "taxRate",
            s."netCents" + s."taxCents" as cents, i.id::text || s.place as place
          from invoices i ${withClient}
            cross join lateral rows from (jsonb_to_recordset(i.discount_undone)
              as (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)) with ordinality
              as s (day, "taxCategory", "taxRate", "netCents", "taxCents", place)
          where i.organization_id = ${books.organizationId} and i.discount_undone <> '[]' and s.day between ${from} and ${to}
            and ${isBookedBySupply(books)} and i.id::text || s.place > ${after?.place ?? ''}
          order by i.id::text || s.place limit ${rowsPerPage}`,
  )

export const readRefunded = (read: ReadRows, { organizationId }: BookkeepingSettings, { from, to }: Period) =>
  readPages<RefundRow>(
    read,
    (after) =>
      select`r.id, r.paid_at as day, r.method, r.amount_cents as "amountCents", r.reference, c.debtor_number as "debtorNumber", c.name as buyer
          from client_refunds r join clients c on c.organization_id = r.organization_id and c.id = r.client_id
          where r.organization_id = ${organizationId} and r.paid_at between ${from} and ${to}
            and (r.paid_at, r.id) > (${after?.day ?? from}::date, ${after?.id ?? nilUuid}::uuid)
          order by r.paid_at, r.id limit ${rowsPerPage}`,
  )

/** Adds the exempt amounts by reason to payments, if an account depends on the reason. */
export async function* withExemptAmounts<Payment extends PaymentRow>(
  read: ReadRows,
  { organizationId, accounts }: BookkeepingSettings,
  paymentBookings: AsyncGenerator<Payment[]>,
): AsyncGenerator<Payment[]> {
  for await (const page of paymentBookings) {
    const ids = accounts.dependsOnExemptionReason ? page.filter((payment) => payment.exempt).map(({ id }) => id) : []
    const divided = ids.length
      ? await splitPaymentsByExemptionReason(read, organizationId, [...new Set(ids)])
      : undefined
    yield page.map((payment) => ({ ...payment, exempt: divided?.get(payment.paymentId) ?? null }))
  }
}

/** VAT rates of all documents and payments booked in the period. */
export async function readBookedVatRates(
  read: ReadRows,
  { organizationId }: Pick<BookkeepingSettings, 'organizationId'>,
  { from, to }: Period,
) {
  return read<BookedVatRate>(
    select`s."taxCategory", s."taxRate"::float8 as "taxRate", ${isDomesticSql} as "isDomestic",
          ${foreignTaxCountrySql(taxPlaceSql(organizationId), sql`s."taxRate"`)} as "taxCountry", bool_or(i.prepaid or exists (select from payments p
            where p.organization_id = ${organizationId} and p.invoice_id = i.id and ${isReceivedBeforeSql(taxDaySql)})) as "isAdvance"
        from invoices i cross join lateral jsonb_to_recordset(i.tax_breakdown) as s ("taxCategory" text, "taxRate" numeric)
        where i.organization_id = ${organizationId} and i.status <> 'draft'
          and (i.issue_date between ${from} and ${to} or ${taxDaySql} between ${from} and ${to} or ${supplyInvoiceDaySql} between ${from} and ${to}
            or exists (select from payments p where p.organization_id = ${organizationId} and p.invoice_id = i.id
              and (p.paid_at between ${from} and ${to} or p.returned_at between ${from} and ${to})))
        group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
}
