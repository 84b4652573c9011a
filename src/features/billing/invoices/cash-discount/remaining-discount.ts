import sql from 'sql-template-tag'
import { formatCents, formatNumber } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Bilingual, Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import { computePercentage } from '../document/invoice.document.ts'
import { formatDay } from '../document/invoice.texts.ts'
import type { Invoice } from '../invoice.entity.ts'
import type { StoredWarning } from '../line-items/price-lines.ts'
import type { PaymentMethod } from '../payment-method.ts'
import { isWithinDiscountPeriod } from './discount-deadlines.ts'
import { maxDiscountWithoutWarning } from './discount-tolerance.ts'
import { sumGross } from './undo-discount.ts'

/** Fields that determine the remaining discount. */
export type DiscountTerms = Pick<Invoice, 'totalCents' | 'creditedCents' | 'cashDiscountPercent' | 'discountUndone'>

/** SQL: columns of `DiscountTerms` for an invoice `i`, and the discount granted so far in cents. */
export const discountColumns = (organizationId: string) =>
  sql`i.total_cents as "totalCents", i.credited_cents as "creditedCents",
      i.cash_discount_percent::float8 as "cashDiscountPercent", i.discount_undone as "discountUndone",
      (select coalesce(sum(p.cash_discount_cents), 0) from payments p
        where p.organization_id = ${organizationId} and p.invoice_id = i.id and p.reversed_at is null)::bigint as "grantedCents"`

/**
 * Discount in cents that a payment in time can still take: the percentage of the amount after credit notes, less what
 * was granted and stands. Paying in parts makes no difference.
 */
export const computeRemainingDiscount = (
  { totalCents, creditedCents, cashDiscountPercent, discountUndone }: DiscountTerms,
  grantedCents: number,
): number =>
  cashDiscountPercent
    ? Math.max(
        0,
        computePercentage(totalCents - creditedCents, cashDiscountPercent) - (grantedCents - sumGross(discountUndone)),
      )
    : 0

interface DiscountedPayment {
  cashDiscountCents: number
  paidAt: string
  method: PaymentMethod
}

/** Warns if a granted discount exceeds the terms of the invoice, which is allowed but may be a slip. */
export async function discountWarnings(
  context: Context,
  invoice: Invoice,
  payment: DiscountedPayment,
  grantedCents: number,
): Promise<StoredWarning[]> {
  const text = payment.cashDiscountCents > 0 ? await describeExcess(context, invoice, payment, grantedCents) : null
  return text ? [{ field: 'cash_discount_cents', text }] : []
}

async function describeExcess(
  context: Context,
  invoice: Invoice,
  { cashDiscountCents, paidAt, method }: DiscountedPayment,
  grantedCents: number,
): Promise<Bilingual | null> {
  const { cashDiscountPercent: percent, cashDiscountDays: days, issueDate } = invoice
  if (!percent || days === null) return noDiscountGranted
  const until = addDays(issueDate, days)
  if (!(await isWithinDiscountPeriod(context, until, paidAt, method)))
    return {
      de: `gibt es nach den Bedingungen der Rechnung nur bis zum ${formatDay(until, 'de')}`,
      en: `is granted by the terms of the invoice until ${formatDay(until, 'en')} only`,
    }
  const left = computeRemainingDiscount(invoice, grantedCents)
  if (cashDiscountCents <= maxDiscountWithoutWarning(left)) return null
  const most = (language: Language) => [formatNumber(percent, language), formatCents(left, language)]
  const [de, en] = [most('de'), most('en')]
  return {
    de: `ist mehr als das Skonto der Rechnung (${de[0]}\u00a0%, davon noch ${de[1]})`,
    en: `is more than the terms of the invoice grant (${en[0]}%, of which ${en[1]} is left)`,
  }
}

const noDiscountGranted = {
  de: 'steht nicht in den Bedingungen der Rechnung: sie gewährt kein Skonto',
  en: 'is not in the terms of the invoice, which grants no cash discount',
}
