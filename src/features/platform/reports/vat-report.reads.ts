import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { addDays } from '#core/time/clock'
import {
  isMoneyMovedSql,
  isReceivedBeforeSql,
  paymentMovementsSql,
} from '#features/billing/invoices/payments/payment-movements'
import { foreignTaxCountrySql, isDomesticSql, taxPlaceSql } from '#features/billing/invoices/tax/tax-country'
import { intraCommunityDaySql, isRecapitulatedSql, taxDaySql } from '#features/billing/invoices/tax/tax-days'
import type { Period } from './period.ts'

/** VAT of one category and rate; by client and VAT ID for the recapitulative statement. */
export interface VatRow {
  taxCategory: string
  taxRate: number
  /** Seller and buyer are in the same country; only set for AE. */
  isDomestic: boolean
  /** Other country whose VAT this is; null for the seller's. */
  taxCountry: string | null
  netCents: number
  taxCents: number
  clientId: string | null
  vatId: string | null
}

/** Refunds on credit notes are deducted. */
const sign = sql`case i.kind when 'credit_note' then -1 else 1 end`

const payments = sql`payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
  cross join lateral jsonb_to_recordset(p.vat_shares) as s ("taxCategory" text, "taxRate" numeric, "netCents" bigint,
    "taxCents" bigint, "discountNetCents" bigint, "discountTaxCents" bigint)`

const isRecapitulated = isRecapitulatedSql(sql`category`, sql`domestic`)

/** Advance payments are taxed on receipt, except for supplies to other member states (§ 18b UStG). */
const isTaxedAsAdvance = sql`${isReceivedBeforeSql(taxDaySql)} and not ${isRecapitulatedSql(sql`s."taxCategory"`)}`

/** Day on which an amount is declared. */
const declaredDay = sql`(case when s."taxCategory" = 'K' then ${intraCommunityDaySql} else ${taxDaySql} end)`

/** Intra-Community supplies may be declared until the end of the following month. */
const isDeclaredIn = ({ from, to }: Period) => {
  const earliest = `${addDays(`${from.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  return sql`i.status <> 'draft' and ${taxDaySql} between ${earliest} and ${to}
    and (${taxDaySql} >= ${from} or i.tax_breakdown @> '[{"taxCategory": "K"}]') and ${declaredDay} between ${from} and ${to}`
}

const documentColumns = (organizationId: string) =>
  sql`i.client_id, ${isDomesticSql} as domestic, i.parties->'buyer'->>'vatId' as vat_id, s."taxCategory" as category, s."taxRate" as rate,
    case when not ${isDomesticSql} then ${taxPlaceSql(organizationId)} end as place`

/** Cash accounting: payments and refunds on their days (§ 20 UStG). */
const receivedVat = ({ organizationId }: Context, { from, to }: Period) =>
  sql`select ${documentColumns(organizationId)}, ${sign} * m.times * s."netCents" as net, ${sign} * m.times * s."taxCents" as tax
      from ${payments} cross join lateral ${paymentMovementsSql} as m (day, times)
      where p.organization_id = ${organizationId} and ${isMoneyMovedSql} and m.day between ${from} and ${to}
        and (p.paid_at between ${from} and ${to} or p.returned_at between ${from} and ${to})`

/**
 * Accrual accounting: supplies on their day (§ 13 (1) 1a UStG), advance payments on receipt and not again with the supply (sentence 4),
 * cash discount deducted when granted and added back when its payment is reversed or a credit note includes it (§ 17). Each part is
 * filtered by its own day, so that the cost depends on the period only.
 */
const accruedVat = ({ organizationId }: Context, period: Period, document = documentColumns(organizationId)) => {
  const { from, to } = period
  return sql`select ${document}, s."netCents" as net, s."taxCents" as tax
      from invoices i cross join lateral jsonb_to_recordset(i.tax_breakdown)
        as s ("taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)
      where i.organization_id = ${organizationId} and ${isDeclaredIn(period)}
      union all
      select ${document}, ${sign} * s."netCents", ${sign} * s."taxCents"
      from ${payments}
      where p.organization_id = ${organizationId} and ${isMoneyMovedSql} and ${isTaxedAsAdvance} and p.paid_at between ${from} and ${to}
      union all
      select ${document}, -${sign} * s."netCents", -${sign} * s."taxCents"
      from ${payments}
      where p.organization_id = ${organizationId} and ${isMoneyMovedSql} and ${isTaxedAsAdvance}
        and p.returned_at <= ${taxDaySql} and p.returned_at between ${from} and ${to}
      union all
      select ${document}, -${sign} * s."netCents", -${sign} * s."taxCents"
      from ${payments}
      where p.organization_id = ${organizationId} and ${isMoneyMovedSql} and ${isTaxedAsAdvance}
        and (p.returned_at is null or p.returned_at > ${taxDaySql}) and ${isDeclaredIn(period)}
      union all
      select ${document}, -m.times * s."discountNetCents", -m.times * s."discountTaxCents"
      from ${payments} cross join lateral ${paymentMovementsSql} as m (day, times)
      where p.organization_id = ${organizationId} and ${isMoneyMovedSql} and p.cash_discount_cents > 0
        and m.day >= ${declaredDay} and m.day between ${from} and ${to}
        and (p.paid_at between ${from} and ${to} or p.returned_at between ${from} and ${to})
      union all
      select ${document}, -m.times * s."discountNetCents", -m.times * s."discountTaxCents"
      from ${payments} cross join lateral ${paymentMovementsSql} as m (day, times)
      where p.organization_id = ${organizationId} and ${isMoneyMovedSql} and p.cash_discount_cents > 0
        and m.day < ${declaredDay} and ${isDeclaredIn(period)}
      union all
      select ${document}, s."netCents", s."taxCents"
      from invoices i cross join lateral jsonb_to_recordset(i.discount_undone)
        as s (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)
      where i.organization_id = ${organizationId} and i.discount_undone <> '[]' and greatest(s.day, ${declaredDay}) between ${from} and ${to}`
}

/**
 * VAT by category and rate, highest rate first, other countries last. Supplies to other member states are listed by client and VAT ID
 * (§ 18a UStG) and, even in cash accounting, by the day of supply (§ 18b UStG). Domestic AE (§ 13b UStG) has its own row.
 */
export function readVatRows(context: Context, period: Period, accounting: string): Promise<VatRow[]> {
  const supplied = accruedVat(context, period)
  const entries: Sql =
    accounting === 'cash'
      ? sql`select * from (${receivedVat(context, period)}) received where not ${isRecapitulated}
          union all select * from (${supplied}) supplied where ${isRecapitulated}`
      : supplied
  return context.query<VatRow>(
    select`category as "taxCategory", rate::float8 as "taxRate", sum(net)::bigint as "netCents",
          sum(tax)::bigint as "taxCents", case when ${isRecapitulated} then client_id end as "clientId",
          case when ${isRecapitulated} then vat_id end as "vatId", category = 'AE' and domestic as "isDomestic",
          ${foreignTaxCountrySql(sql`place`, sql`rate`)} as "taxCountry"
        from (${entries}) entries group by 1, 2, 5, 6, 7, 8 having sum(net) <> 0 or sum(tax) <> 0
        order by 8 nulls first, 2 desc, 1, 7, 6, 5`,
  )
}
