import type { Language } from '#core/text/language'
import { formatDay, formatMoney } from '../document/invoice.texts.ts'
import { type Advance, Supply } from '../line-items/line-item.ts'
import { type PricedLine, type Pricing, sumLines } from '../line-items/price-lines.ts'
import { computeGross, isSameRate, negateAmounts, sumByRate, sumTotals, type TaxAmount } from '../tax/tax-amounts.ts'

/** What is left of an advance after its credit notes, by rate. */
export interface DeductibleAdvance extends Advance {
  taxBreakdown: TaxAmount[]
  /** The same by why no VAT is charged. */
  untaxedLines?: PricedLine[]
}

/**
 * The rest that a final invoice asks for: its lines, and what each advance has asked for already as a line that takes it off,
 * by rate. The tax of a rate is that of the whole less that of the advances, so that together they come to the tax of the
 * whole, to the cent. EN 16931 has no place for the tax of an advance: so its sums are those of the rest (a remainder invoice).
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
        // The words of the law stand in the language of this document, those of a person as they were.
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

/** The reason that somebody gave for a line; null for one of the law's own. */
export const requestedReason = ({ requestedReason }: PricedLine): string | null => requestedReason?.trim() || null

/** An amount of an advance by why no VAT is charged; as a whole where there is one reason, or none. */
function splitByReason(rate: TaxAmount, byReason: readonly PricedLine[]) {
  const lines = byReason.filter((line) => isSameRate({ ...rate, ...line }, rate))
  if (lines.length < 2) return [{ ...rate, line: lines[0], isOne: true }]
  return lines.map((line) => ({ ...rate, netCents: line.netCents, line, isOne: false }))
}

/** The line of a deduction; where no tax is due there is but one amount, and its reason where there are several. */
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
