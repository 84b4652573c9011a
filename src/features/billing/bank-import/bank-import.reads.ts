import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { findPaymentDeadlines } from '#features/billing/invoices/cash-discount/discount-deadlines'
import {
  computeRemainingDiscount,
  type DiscountTerms,
  discountColumns,
} from '#features/billing/invoices/cash-discount/remaining-discount'
import { isMoneyMovedSql } from '#features/billing/invoices/payments/payment-movements'
import { unpaidChargesSql } from '#features/billing/invoices/payments/reminder-charges'
import { toAccountKey } from './account-key.ts'
import type { BookedInvoice, StoredProposal } from './bank-import.entity.ts'
import type { Payable } from './payable-index.ts'
import type { AmountDue } from './payment-share.ts'
import type { KnownTransaction } from './recognize-movements.ts'
import type { Statement } from './statement.ts'

/** Documents to match, newest first, both open and settled: settled ones are reported as already paid. */
const maxMatchedDocuments = 20_000

/** Open amount of document `i`, or amount to be refunded. */
const openAmount = sql`case i.kind when 'credit_note' then i.refund_due_cents else i.open_cents end`

/** Columns that `toAmountDue` computes from. */
export interface DueRow extends DiscountTerms {
  kind: string
  dueCents: number
  /** Cash discount already granted. */
  grantedCents: number
  /** Last day of the discount period; null if it grants none. */
  discountEnd: string | null
  chargesCents: number
}

/** Columns of `DueRow` for document `i`. */
export const dueColumns = (organizationId: string) =>
  sql`i.kind, ${openAmount} as "dueCents", ${discountColumns(organizationId)},
      (i.issue_date + i.cash_discount_days)::text as "discountEnd",
      ${unpaidChargesSql(organizationId, sql`i.id`)} as "chargesCents"`

/** A discount that would leave nothing to pay does not count. */
export function toAmountDue(row: DueRow): AmountDue {
  const { kind, dueCents, grantedCents, chargesCents } = row
  const discountCents = kind === 'credit_note' ? 0 : computeRemainingDiscount(row, grantedCents)
  return { dueCents, discountCents: discountCents < dueCents ? discountCents : 0, chargesCents }
}

interface Candidate extends DueRow {
  id: string
  number: string
  clientId: string
  clientName: string
  paidCents: number
  dueDate: string
  issueDate: string
}

/** Open documents, and recently settled ones. */
export async function readPayables(context: Context): Promise<Payable[]> {
  const { organizationId } = context
  const read = (isOpen: boolean) =>
    context.query<Candidate>(
      select`i.id, i.number, i.client_id as "clientId", c.name as "clientName", i.paid_cents as "paidCents",
            i.due_date as "dueDate", i.issue_date as "issueDate", ${dueColumns(organizationId)}
          from invoices i join clients c on c.organization_id = i.organization_id and c.id = i.client_id
          where i.organization_id = ${organizationId} and i.status <> 'draft'
            and (i.open_cents > 0 or i.refund_due_cents > 0) = ${isOpen}
          order by i.created_at desc limit ${maxMatchedDocuments}`,
    )
  const [open, settled] = await Promise.all([read(true), read(false)])
  const payables = [...open, ...settled].map((one) => ({ ...one, ...toAmountDue(one) }))
  const arrivals = await findPaymentDeadlines(
    context,
    payables.flatMap(({ discountCents, discountEnd }) => (discountCents > 0 && discountEnd ? [discountEnd] : [])),
  )
  return payables.map((one) => ({
    id: one.id,
    number: one.number,
    isRefund: one.kind === 'credit_note',
    clientId: one.clientId,
    clientName: one.clientName,
    dueCents: one.dueCents,
    isPaid: one.paidCents > 0,
    dueDate: one.dueDate,
    issueDate: one.issueDate,
    discountCents: one.discountCents,
    discountUntil: arrivals.get(one.discountEnd ?? '') ?? null,
    chargesCents: one.chargesCents,
  }))
}

/** Clients who have paid from these accounts before. */
export const readKnownPayers = (context: Context, ibans: readonly string[]) =>
  context.query<{ iban: string; clientId: string }>(
    select`distinct t.iban, i.client_id as "clientId"
        from bank_transactions t
          join bank_bookings b on b.organization_id = t.organization_id and b.transaction_id = t.id
          join payments p on p.organization_id = b.organization_id and p.id = b.payment_id
          join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
        where t.organization_id = ${context.organizationId} and t.iban = any(${ibans}::text[]) and p.reversed_at is null`,
  )

/** Known transactions that one file is compared with at most. */
export const maxKnownTransactions = 20_000

/** Days by which a notification may differ from the later statement. */
const maxDaysApart = 10

/**
 * Known transactions that a file may repeat, by account, amount and day. Formats may share only one of booking and value date, and a
 * notification neither: then payment references decide.
 */
function mayBeRepeated({ organizationId }: Context, statements: readonly Statement[]): Sql {
  const accounts = new Set(statements.map((statement) => toAccountKey(statement).account))
  const movements = statements.flatMap((statement) => statement.movements)
  const amounts = new Set(movements.map(({ amountCents }) => String(amountCents)))
  const days = [...new Set(movements.flatMap(({ bookedOn, valueOn }) => [bookedOn, valueOn ?? bookedOn]))].sort()
  const referencesOf = (kind: 'uetr' | 'txId') => [...new Set(movements.flatMap((one) => one.references[kind] ?? []))]
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const isReferred = sql`booked_on between ${first}::date - ${maxDaysApart}::int and ${last}::date + ${maxDaysApart}::int
    and (transaction_references ->> 'uetr' = any(${referencesOf('uetr')}::text[])
      or transaction_references ->> 'txId' = any(${referencesOf('txId')}::text[])
      or bank_reference = any(${movements.flatMap((one) => one.bankReference ?? [])}::text[])
      or end_to_end_id = any(${movements.flatMap((one) => one.endToEndId ?? [])}::text[]))`
  return sql`organization_id = ${organizationId} and account = any(${[...accounts]}::text[])
    and amount_cents = any(${[...amounts]}::bigint[])
    and (booked_on = any(${days}::date[]) or value_on = any(${days}::date[]) or ${movements.length ? isReferred : sql`false`})`
}

/** Oldest first; reads one more than the limit. */
export const readKnownTransactions = (context: Context, statements: readonly Statement[]) =>
  context.query<KnownTransaction>(
    select`id, account, bank, format, booked_on as "bookedOn", value_on as "valueOn", amount_cents as "amountCents", currency,
          name, iban, purpose, end_to_end_id as "endToEndId", bank_reference as "bankReference", transaction_references as "references"
        from bank_transactions where ${mayBeRepeated(context, statements)}
        order by booked_on, created_at, id limit ${maxKnownTransactions + 1}`,
  )

/** Transactions are never removed or changed, so the count shows whether new ones were added. */
export async function countKnownTransactions(context: Context, statements: readonly Statement[]): Promise<number> {
  const [row] = await context.query<{ count: number }>(
    select`count(*)::int as count from bank_transactions where ${mayBeRepeated(context, statements)}`,
  )
  return row?.count ?? 0
}

/** In the order of the file. */
export const readStoredProposals = (context: Context, importId: string) =>
  context.queryBatched<{ transactionId: string; proposal: StoredProposal }>(
    [importId],
    select`transaction_id as "transactionId", proposal from bank_proposals
        where organization_id = ${context.organizationId} and import_id = ${importId} order by position`,
  )

/** Amounts due now of all documents that an import proposes, by id. */
export async function readAmountsDueOfImport(context: Context, importId: string): Promise<Map<string, AmountDue>> {
  const { organizationId } = context
  const rows = await context.queryBatched<DueRow & { id: string }>(
    [importId],
    select`i.id, ${dueColumns(organizationId)} from invoices i
        where i.organization_id = ${organizationId} and i.id in (
          select (document ->> 'invoiceId')::uuid
          from bank_proposals cross join jsonb_array_elements(proposal -> 'invoices') share
            cross join jsonb_array_elements(jsonb_build_array(share) || coalesce(share -> 'setOff', '[]')) document
          where organization_id = ${organizationId} and import_id = ${importId})`,
  )
  return new Map(rows.map((row) => [row.id, toAmountDue(row)]))
}

/** Most recent proposal for each transaction. */
export const readLatestProposals = (context: Context, transactionIds: readonly string[]) =>
  context.query<{ transactionId: string; proposal: StoredProposal }>(
    select`distinct on (p.transaction_id) p.transaction_id as "transactionId", p.proposal
        from bank_proposals p join bank_imports i on i.organization_id = p.organization_id and i.id = p.import_id
        where p.organization_id = ${context.organizationId} and p.transaction_id = any(${transactionIds}::uuid[])
        order by p.transaction_id, i.created_at desc`,
  )

/** Proposals of an import for some transactions. */
export const readProposalsOfTransactions = (context: Context, importId: string, transactionIds: readonly string[]) =>
  context.query<{ transactionId: string; proposal: StoredProposal }>(
    select`distinct on (transaction_id) transaction_id as "transactionId", proposal from bank_proposals
        where organization_id = ${context.organizationId} and import_id = ${importId}
          and transaction_id = any(${transactionIds}::uuid[])
        order by transaction_id, position`,
  )

export interface BookedPayment extends BookedInvoice {
  transactionId: string
}

/** Payments booked from transactions, without reversed ones. */
export const readBookedPayments = (context: Context, transactionIds: readonly string[]) =>
  context.query<BookedPayment>(selectBookedPayments(context, sql`b.transaction_id = any(${transactionIds}::uuid[])`))

/** The same for all transactions of an import. */
export const readBookedPaymentsOfImport = (context: Context, importId: string) =>
  context.queryBatched<BookedPayment>(
    [importId],
    selectBookedPayments(
      context,
      sql`b.transaction_id in (select transaction_id from bank_proposals
          where organization_id = ${context.organizationId} and import_id = ${importId})`,
    ),
  )

const selectBookedPayments = ({ organizationId }: Context, which: Sql) =>
  select`b.transaction_id as "transactionId", p.invoice_id as "invoiceId", i.number, c.name as "clientName",
          ${openAmount} as "openCents",
          p.amount_cents as "amountCents", p.cash_discount_cents as "cashDiscountCents", p.charges_cents as "chargesCents",
          p.credit_cents as "creditCents"
        from bank_bookings b
          join payments p on p.organization_id = b.organization_id and p.id = b.payment_id
          join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
          join clients c on c.organization_id = i.organization_id and c.id = i.client_id
        where b.organization_id = ${organizationId} and ${which} and ${isMoneyMovedSql}
        order by p.created_at, p.id`
