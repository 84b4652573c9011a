import sql from 'sql-template-tag'
import { formatCents, formatNumber } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Bilingual, Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import { isSentInTime } from './discount-arrival.ts'
import { mostWithin } from './discount-rounding.ts'
import { discountOn } from './document/document.ts'
import { showDay } from './document/invoice.texts.ts'
import type { Invoice } from './invoice.entity.ts'
import type { Payment } from './payment.entity.ts'
import type { KeptWarning } from './price-lines.ts'
import { undoneCents } from './undone-discount.ts'

/** What decides of an invoice how much its terms still grant. */
export type Granting = Pick<Invoice, 'totalCents' | 'creditedCents' | 'cashDiscountPercent' | 'discountUndone'>

/** Its columns of an invoice `i`, and the cash discount in cents that its payments were granted. */
export const grantingColumns = (organizationId: string) =>
  sql`i.total_cents as "totalCents", i.credited_cents as "creditedCents",
      i.cash_discount_percent::float8 as "cashDiscountPercent", i.discount_undone as "discountUndone",
      (select coalesce(sum(p.cash_discount_cents), 0) from payments p
        where p.organization_id = ${organizationId} and p.invoice_id = i.id and p.reversed_at is null)::bigint as "grantedCents"`

/**
 * What the terms of an invoice still grant, in time: their percentage of what its credit notes have left of it, less what
 * payments were granted and stands. Whether it is paid at once or in parts makes no difference.
 */
export const discountLeft = (
  { totalCents, creditedCents, cashDiscountPercent, discountUndone }: Granting,
  grantedCents: number,
): number =>
  cashDiscountPercent
    ? Math.max(
        0,
        discountOn(totalCents - creditedCents, cashDiscountPercent) - (grantedCents - undoneCents(discountUndone)),
      )
    : 0

/** What of a granted cash discount goes beyond the terms on the invoice: the seller's to grant, and perhaps a slip. */
export async function grantedWarning(
  context: Context,
  invoice: Invoice,
  payment: Payment,
  grantedCents: number,
): Promise<KeptWarning[]> {
  const text = payment.cashDiscountCents > 0 ? await beyondTerms(context, invoice, payment, grantedCents) : null
  return text ? [{ field: 'cash_discount_cents', text }] : []
}

async function beyondTerms(
  context: Context,
  invoice: Invoice,
  { cashDiscountCents, paidAt, method }: Payment,
  grantedCents: number,
): Promise<Bilingual | null> {
  const { cashDiscountPercent: percent, cashDiscountDays: days, issueDate } = invoice
  if (!percent || days === null) return noTerms
  const until = addDays(issueDate, days)
  if (!(await isSentInTime(context, until, paidAt, method)))
    return {
      de: `gibt es nach den Bedingungen der Rechnung nur bis zum ${showDay(until, 'de')}`,
      en: `is granted by the terms of the invoice until ${showDay(until, 'en')} only`,
    }
  const left = discountLeft(invoice, grantedCents)
  if (cashDiscountCents <= mostWithin(left)) return null
  const most = (language: Language) => [formatNumber(percent, language), formatCents(left, language)]
  const [de, en] = [most('de'), most('en')]
  return {
    de: `ist mehr als das Skonto der Rechnung (${de[0]}\u00a0%, davon noch ${de[1]})`,
    en: `is more than the terms of the invoice grant (${en[0]}%, of which ${en[1]} is left)`,
  }
}

const noTerms = {
  de: 'steht nicht in den Bedingungen der Rechnung: sie gewährt kein Skonto',
  en: 'is not in the terms of the invoice, which grants no cash discount',
}
