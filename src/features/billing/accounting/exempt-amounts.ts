import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { allocate } from '#core/money/allocate'
import type { VatShare } from '#features/billing/invoices/payments/split-payment'
import type { VatRate } from './accounts.ts'
import type { ReadRows } from './read-pages.ts'

/** Part of an amount that bears no VAT for one reason, in cents. */
export interface ExemptAmount extends Pick<VatRate, 'taxCategory' | 'taxRate' | 'exemptionReason'> {
  cents: number
}

/** SQL: the `ExemptAmount`s of a document `i`, as JSON. */
export const selectExemptAmounts = sql`(select jsonb_agg(to_jsonb(e)) from (
      select l."taxCategory", l."taxRate", l."taxExemptionReason" as "exemptionReason", sum(l."netCents") as cents
      from jsonb_to_recordset(i.line_items) as l ("taxCategory" text, "taxRate" numeric, "taxExemptionReason" text, "netCents" bigint)
      where l."taxCategory" <> 'S' group by 1, 2, 3 order by 3
    ) e)`

interface DocumentRow {
  id: string
  /** The invoice that a credit note corrects, else the document itself. */
  invoiceId: string
  at: number
  exempt: ExemptAmount[] | null
}

interface PaymentRow {
  id: string
  documentId: string
  at: number
  reversedAt: number | null
  vatShares: VatShare[]
}

/**
 * Exempt amounts by payment id. A payment is split over what was open per reason at its time, as it was over the rates (0014): one that
 * settles a rate takes the rest of every reason, and a reversal returns what its payment took.
 */
export async function splitPaymentsByExemptionReason(
  read: ReadRows,
  organizationId: string,
  documentIds: readonly string[],
): Promise<Map<string, ExemptAmount[]>> {
  const invoices = sql`(select coalesce(n.credited_invoice_id, n.id) from invoices n
    where n.organization_id = ${organizationId} and n.id = any(${documentIds}::uuid[]))`
  const documents = await read<DocumentRow>(
    select`i.id, coalesce(i.credited_invoice_id, i.id) as "invoiceId", extract(epoch from i.sent_at)::float8 as at, ${selectExemptAmounts} as exempt
        from invoices i where i.organization_id = ${organizationId} and i.status <> 'draft'
          and (i.id in ${invoices} or i.credited_invoice_id in ${invoices})`,
  )
  const recorded = await read<PaymentRow>(
    select`p.id, p.invoice_id as "documentId", extract(epoch from p.created_at)::float8 as at,
          extract(epoch from p.reversed_at)::float8 as "reversedAt", p.vat_shares as "vatShares"
        from payments p
        where p.organization_id = ${organizationId} and p.invoice_id = any(${documents.map(({ id }) => id)}::uuid[])
        order by p.created_at, p.id`,
  )
  const divided = new Map<string, ExemptAmount[]>()
  const byDocument = Map.groupBy(recorded, ({ documentId }) => documentId)
  for (const [invoiceId, family] of Map.groupBy(documents, (document) => document.invoiceId)) {
    const parts = family.flatMap((document) => document.exempt ?? [])
    for (const [key, ofRate] of Map.groupBy(parts, rateKey)) {
      const reasons = [...new Set(ofRate.map(({ exemptionReason }) => exemptionReason ?? null))]
      const payments = family.flatMap(({ id }) => byDocument.get(id) ?? [])
      for (const [id, cents] of replay(invoiceId, family, payments, key, reasons)) {
        const { taxCategory, taxRate } = ofRate[0] as ExemptAmount
        const own = cents.map((part, index) => ({
          taxCategory,
          taxRate,
          exemptionReason: reasons[index] ?? null,
          cents: part,
        }))
        divided.set(id, [...(divided.get(id) ?? []), ...own])
      }
    }
  }
  return divided
}

const rateKey = ({ taxCategory, taxRate }: Pick<VatRate, 'taxCategory' | 'taxRate'>) => `${taxCategory} ${taxRate}`

/** Cents by reason, in the order of `reasons`. */
type Cents = number[]
const add = (a: Cents, b: Cents, times = 1): Cents => a.map((cents, index) => cents + times * (b[index] ?? 0))
const total = (cents: Cents) => cents.reduce((sum, part) => sum + part, 0)

/** Replays payments, credit notes and reversals in order; returns the cents that each payment received per reason at one rate. */
function replay(
  invoiceId: string,
  family: readonly DocumentRow[],
  payments: readonly PaymentRow[],
  key: string,
  reasons: readonly (string | null)[],
): Map<string, Cents> {
  const none = reasons.map(() => 0)
  const invoiced = new Map(
    family.map(({ id, exempt: parts }) => [
      id,
      reasons.map((reason) =>
        total(
          (parts ?? [])
            .filter((part) => rateKey(part) === key && (part.exemptionReason ?? null) === reason)
            .map(({ cents }) => cents),
        ),
      ),
    ]),
  )
  let open = invoiced.get(invoiceId) ?? none
  const settled = new Map<string, Cents>()
  const received = new Map<string, Cents>()
  const settles = new Map<string, Cents>()
  const settle = (documentId: string, cents: Cents, times: 1 | -1) => {
    settled.set(documentId, add(settled.get(documentId) ?? none, cents, times))
    open = add(open, cents, documentId === invoiceId ? -times : times)
  }
  const events: { at: number; apply: () => void }[] = [
    ...family
      .filter(({ id }) => id !== invoiceId)
      .map(({ id, at }) => ({ at, apply: () => (open = add(open, invoiced.get(id) ?? none)) })),
    ...payments.map((payment) => ({
      at: payment.at,
      apply: () => {
        const { id, documentId, vatShares } = payment
        const share = vatShares.find((each) => rateKey(each) === key)
        if (!share) return
        const money = share.netCents + share.taxCents
        const sum = money + share.discountNetCents + share.discountTaxCents
        const ofNote = add(none, invoiced.get(documentId) ?? none, -1)
        const parts =
          documentId === invoiceId
            ? divide(sum, open, [open, invoiced.get(documentId) ?? none])
            : divide(sum, add(none, open, -1), [add(ofNote, settled.get(documentId) ?? none, -1), ofNote])
        settle(documentId, parts, 1)
        settles.set(id, parts)
        received.set(id, money === sum ? parts : divide(money, none, [parts]))
      },
    })),
    ...payments.flatMap(({ id, documentId, reversedAt }) =>
      reversedAt === null ? [] : [{ at: reversedAt, apply: () => settle(documentId, settles.get(id) ?? none, -1) }],
    ),
  ]
  for (const { apply } of events.toSorted((a, b) => a.at - b.at)) apply()
  return received
}

/** Splits a sum: all that is open if it equals the sum, else in proportion to the first weights that are not all zero. */
function divide(sum: number, open: Cents, weights: readonly Cents[]): Cents {
  if (sum === total(open)) return open
  const by = weights.find((cents) => total(cents) !== 0) ?? open.map((_, index) => Number(index === 0))
  return allocate(BigInt(sum), by.map(BigInt)).map(Number)
}
