import { divideRounded, formatCents, formatNumber, one, toScaled } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Bilingual, Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import { isSentInTime } from './discount-arrival.ts'
import { showDay } from './document/invoice.texts.ts'
import type { Invoice } from './invoice.entity.ts'
import type { Payment } from './payment.entity.ts'
import type { KeptWarning } from './price-lines.ts'

/** What of a granted cash discount goes beyond the terms on the invoice: the seller's to grant, and perhaps a slip. */
export async function grantedWarning(context: Context, invoice: Invoice, payment: Payment): Promise<KeptWarning[]> {
  const text = payment.cashDiscountCents > 0 ? await beyondTerms(context, invoice, payment) : null
  return text ? [{ field: 'cash_discount_cents', text }] : []
}

async function beyondTerms(
  context: Context,
  { cashDiscountPercent: percent, cashDiscountDays: days, issueDate }: Invoice,
  { cashDiscountCents, settledCents, paidAt }: Payment,
): Promise<Bilingual | null> {
  if (!percent || days === null) return noTerms
  const until = addDays(issueDate, days)
  if (!(await isSentInTime(context, until, paidAt)))
    return {
      de: `gibt es nach den Bedingungen der Rechnung nur bis zum ${showDay(until, 'de')}`,
      en: `is granted by the terms of the invoice until ${showDay(until, 'en')} only`,
    }
  const granted = divideRounded(BigInt(settledCents) * toScaled(percent), 100n * one)
  // Payments in parts are each rounded.
  if (BigInt(cashDiscountCents) <= granted + 1n) return null
  const most = (language: Language) => [formatNumber(percent, language), formatCents(Number(granted), language)]
  const [de, en] = [most('de'), most('en')]
  return {
    de: `ist mehr als das Skonto der Rechnung (${de[0]} %, hier ${de[1]})`,
    en: `is more than the terms of the invoice grant (${en[0]}%, here ${en[1]})`,
  }
}

const noTerms = {
  de: 'steht nicht in den Bedingungen der Rechnung: sie gewährt kein Skonto',
  en: 'is not in the terms of the invoice, which grants no cash discount',
}
