import type { Language } from '#core/text/language'
import { formatDay, formatMoney } from '../document/invoice.texts.ts'
import { type Advance, Supply } from '../line-items/line-item.ts'
import { type PricedLine, type Pricing, sumLines } from '../line-items/price-lines.ts'
import { computeGross, isSameRate, negateAmounts, sumByRate, sumTotals, type TaxAmount } from '../tax/tax-amounts.ts'

/** An advance less its credit notes, by rate. */
export interface DeductibleAdvance extends Advance {
  taxBreakdown: TaxAmount[]
  /** Lines without VAT, one for each exemption reason. */
  untaxedLines?: PricedLine[]
}

/**
 * Adds a negative line for each advance and rate. The tax of a rate is that of the whole less that of the advances, so
 * that all invoices add up to the tax of the whole. EN 16931 has no element for the tax of an advance, so the totals are
 * those of the remainder.
 */
export function deductAdvances(whole: Pricing, advances: readonly DeductibleAdvance[], language: Language): Pricing {
  if (!advances.length) return whole
  const like = (rate: TaxAmount, reason: string | null) => {
    const lines = whole.lineItems.filter((line) => isSameRate({ ...rate, ...line }, rate))
    return { known: lines[0], same: lines.find((line) => requestedReason(line) === reason) }
  }
  const deductions = advances.flatMap(({ id, number, issueDate, taxBreakdown, untaxedLines = [] }) =>
    taxBreakdown
      .flatMap((rate) => splitByReason(rate, untaxedLines))
      .map((rate): Omit<PricedLine, 'netCents'> => {
        const { taxRate, taxCategory, netCents, line, isOne } = rate
        const { known, same } = like(rate, line ? requestedReason(line) : null)
        // Statutory reasons are in this document's language, a user's own reasons as entered.
        const reason = (same ?? line ?? known)?.taxExemptionReason ?? null
        return {
          description: formatDeductionText(number, issueDate, rate, isOne ? null : reason, language),
          quantity: netCents < 0 ? 1 : -1,
          unit: 'C62',
          unitPriceCents: Math.abs(netCents),
          discountPercent: 0,
          taxRate,
          taxCategory,
          supply: known?.supply ?? whole.lineItems[0]?.supply ?? Supply.service,
          taxExemptionReason: reason,
          requestedCategory: null,
          requestedReason: line?.requestedReason ?? null,
          advanceId: id,
        }
      }),
  )
  const rest = sumLines([...whole.lineItems, ...deductions])
  const taxed = sumByRate([
    ...whole.taxBreakdown,
    ...advances.flatMap(({ taxBreakdown }) => negateAmounts(taxBreakdown)),
  ])
  return { ...rest, ...sumTotals(taxed), ...(whole.warnings && { warnings: whole.warnings }) }
}

/** The exemption reason that a user gave; null for a statutory one. */
export const requestedReason = ({ requestedReason }: PricedLine): string | null => requestedReason?.trim() || null

/** Splits an amount by exemption reason if there are several. */
function splitByReason(rate: TaxAmount, byReason: readonly PricedLine[]) {
  const lines = byReason.filter((line) => isSameRate({ ...rate, ...line }, rate))
  if (lines.length < 2) return [{ ...rate, line: lines[0], isOne: true }]
  return lines.map((line) => ({ ...rate, netCents: line.netCents, line, isOne: false }))
}

function formatDeductionText(
  number: string,
  issueDate: string,
  rate: TaxAmount,
  reason: string | null,
  language: Language,
): string {
  const { less, taxed, untaxed } = texts[language]
  const [net, tax, gross] = [rate.netCents, rate.taxCents, computeGross(rate)].map((cents) =>
    formatMoney(cents, language),
  )
  return `${less(number, formatDay(issueDate, language))}\n${rate.taxRate > 0 ? taxed(`${net}`, `${tax}`, `${gross}`) : untaxed(`${net}`)}${reason ? ` (${reason})` : ''}`
}

const texts = {
  de: {
    less: (number: string, day: string) => `Abzüglich Abschlagsrechnung ${number} vom ${day}`,
    taxed: (net: string, tax: string, gross: string) => `Netto ${net}, Umsatzsteuer ${tax}, brutto ${gross}`,
    untaxed: (net: string) => `Betrag ${net}`,
  },
  en: {
    less: (number: string, day: string) => `Less advance invoice ${number} of ${day}`,
    taxed: (net: string, tax: string, gross: string) => `Net ${net}, VAT ${tax}, gross ${gross}`,
    untaxed: (net: string) => `Amount ${net}`,
  },
}
