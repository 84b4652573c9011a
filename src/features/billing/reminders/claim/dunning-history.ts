import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { daysBetween, type Movement } from './interest.ts'

/** A change of the open amount, as printed. */
export interface BalanceEntry extends Movement {
  kind: 'payment' | 'discount' | 'credit' | 'returned'
  /** Number of a credit note. */
  number: string | null
}

interface SentReminder {
  level: number
  sentAt: Date
  feeCents: number
  flatFeeCents: number
}

/** Changes and reminders of an invoice since it was sent, oldest first. */
export interface DunningHistory {
  entries: BalanceEntry[]
  reminders: SentReminder[]
  /** As of the invoice, not as of today. */
  isConsumer: boolean
  settledChargesCents: number
}

interface PaymentRow {
  invoiceId: string
  day: string
  moneyCents: number
  discountCents: number
  chargesCents: number
  returnedAt: string | null
}

/** Returns a lookup by invoice id. */
export async function readDunningHistories(
  context: Context,
  ids: readonly string[],
): Promise<(id: string) => DunningHistory> {
  const { organizationId } = context
  const [payments, credits, reminders, consumers] = await Promise.all([
    context.query<PaymentRow>(
      select`invoice_id as "invoiceId", paid_at as day, amount_cents - charges_cents - credit_cents as "moneyCents",
            cash_discount_cents as "discountCents", case when reversed_at is null then charges_cents else 0 end as "chargesCents",
            returned_at as "returnedAt"
          from payments where organization_id = ${organizationId} and invoice_id = any(${ids}::uuid[])
            and (reversed_at is null or returned_at is not null)
          order by paid_at, created_at, id`,
    ),
    context.query<{ invoiceId: string; day: string; cents: number; number: string }>(
      select`credited_invoice_id as "invoiceId", issue_date as day, total_cents as cents, number from invoices
          where organization_id = ${organizationId} and credited_invoice_id = any(${ids}::uuid[]) and status <> 'draft'
          order by issue_date, created_at, id`,
    ),
    context.query<Omit<SentReminder, 'sentAt'> & { invoiceId: string; sentAt: string | Date }>(
      select`invoice_id as "invoiceId", level, sent_at as "sentAt", fee_cents as "feeCents", flat_fee_cents as "flatFeeCents"
          from reminders where organization_id = ${organizationId} and invoice_id = any(${ids}::uuid[]) order by level`,
    ),
    context.query<{ id: string }>(
      select`i.id from invoices i join clients c on c.organization_id = i.organization_id and c.id = i.client_id
          where i.organization_id = ${organizationId} and i.id = any(${ids}::uuid[])
            and coalesce(i.parties->'buyer'->>'kind', c.kind) = 'consumer'`,
    ),
  ])
  const consumer = new Set(consumers.map(({ id }) => id))
  const ofInvoice = <Row extends { invoiceId: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  const [paid, credited, reminded] = [ofInvoice(payments), ofInvoice(credits), ofInvoice(reminders)]
  return (id) => ({
    entries: [
      ...(paid.get(id) ?? []).flatMap(toBalanceEntries),
      ...(credited.get(id) ?? []).map(
        ({ day, cents, number }): BalanceEntry => ({ kind: 'credit', day, cents, number }),
      ),
    ].toSorted((a, b) => daysBetween(b.day, a.day)),
    reminders: (reminded.get(id) ?? []).map((each) => ({ ...each, sentAt: new Date(each.sentAt) })),
    isConsumer: consumer.has(id),
    settledChargesCents: (paid.get(id) ?? []).reduce((sum, { chargesCents }) => sum + chargesCents, 0),
  })
}

function toBalanceEntries({ day, moneyCents, discountCents, returnedAt }: PaymentRow): BalanceEntry[] {
  const entries: BalanceEntry[] = [
    { kind: 'payment', day, cents: 0 - moneyCents, number: null },
    { kind: 'discount', day, cents: 0 - discountCents, number: null },
    ...(returnedAt
      ? [{ kind: 'returned' as const, day: returnedAt, cents: moneyCents + discountCents, number: null }]
      : []),
  ]
  return entries.filter(({ cents }) => cents !== 0)
}
