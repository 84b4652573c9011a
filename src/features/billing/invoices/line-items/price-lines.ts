import { combineProblems, invalidField, maxReportedProblems, type Problem } from '#core/errors/problem'
import { createEventLoopTurns } from '#core/runtime/fair-queue'
import type { Bilingual } from '#core/text/language'
import type { SellerTaxStatus } from '#features/people/organizations/organization.reads'
import { type TaxAmount, type TaxCategory } from '../tax/tax-amounts.ts'
import {
  determineTaxCategory,
  type TaxBuyer,
  unidentifiedBuyerWarning,
  unusualTaxWarning,
} from '../tax/tax-category.ts'
import type { LineItemInput } from './line-item.inputs.ts'
import { type LineItem, Supply } from './line-item.ts'
import { computeTotals } from './totals.ts'

/** A stored line. Requested values are kept beside computed ones, so that a draft can be priced again when it is sent. */
export interface PricedLine extends LineItem {
  /** On a final invoice, the advance that this line deducts. */
  advanceId?: string
}

/** Priced lines and the totals of the document. */
export interface Pricing {
  lineItems: PricedLine[]
  subtotalCents: number
  taxCents: number
  totalCents: number
  taxBreakdown: TaxAmount[]
  warnings?: StoredWarning[]
}

type Language = keyof Bilingual

/** Fair queue for previews, which are requested with every keystroke. */
export const pricingQueue = createEventLoopTurns()

/** A warning about a field, stored in both languages. */
export interface StoredWarning {
  field: string
  text: Bilingual
}

const registrationField = 'client.registration_number'

/**
 * Determines tax categories and warnings, and computes totals. Throws 422 naming each `lineItems.n.taxRate` that is not
 * allowed.
 */
export function priceLines(
  lines: readonly LineItemInput[],
  seller: SellerTaxStatus,
  buyer: TaxBuyer,
  language: Language,
  suppliedOn?: string,
): Pricing {
  const warnings: StoredWarning[] = []
  const refusals: Problem[] = []
  const lineItems = lines.flatMap((line, index) => {
    const supply = line.supply ?? Supply.service
    const taxed = {
      taxRate: line.taxRate,
      supply,
      taxCategory: line.taxCategory ?? null,
      taxExemptionReason: line.taxExemptionReason ?? null,
    }
    const found = determineTaxCategory(taxed, seller, buyer)
    if ('field' in found) {
      if (refusals.length < maxReportedProblems)
        refusals.push(invalidField(`lineItems.${index}.${found.field}`, found.refusal))
      return []
    }
    const unidentified = found.category === 'AE' && unidentifiedBuyerWarning(seller, buyer)
    if (unidentified && !warnings.some(({ field }) => field === registrationField))
      warnings.push({ field: registrationField, text: unidentified })
    const unusual = unusualTaxWarning(taxed, seller, buyer, suppliedOn)
    if (unusual) warnings.push({ field: `line_items.${index}.tax_rate`, text: unusual })
    return {
      description: line.description,
      quantity: line.quantity,
      unit: line.unit ?? 'C62',
      unitPriceCents: line.unitPriceCents,
      discountPercent: line.discountPercent ?? 0,
      taxRate: line.taxRate,
      supply,
      taxCategory: found.category as TaxCategory,
      taxExemptionReason: found.reason?.[language] ?? null,
      requestedCategory: line.taxCategory ?? null,
      requestedReason: line.taxExemptionReason ?? null,
    }
  })
  const refusal = combineProblems(refusals)
  if (refusal) throw refusal
  return { ...sumLines(lineItems), warnings }
}

/** Computes totals of lines with known categories. Throws 422 naming `lineItems` if they are too large. */
export function sumLines(lineItems: readonly Omit<PricedLine, 'netCents'>[]): Pricing {
  const totals = sum(lineItems)
  return {
    ...totals,
    lineItems: lineItems.map((line, index) => ({ ...line, netCents: totals.lines[index]?.netCents ?? 0 })),
    taxBreakdown: totals.taxBreakdown as TaxAmount[],
  }
}

function sum(lines: Parameters<typeof computeTotals>[0]) {
  try {
    return computeTotals(lines)
  } catch (error) {
    if (error instanceof RangeError) throw invalidField('lineItems', tooMuch)
    throw error
  }
}

/** Without the lines that a final invoice adds for its advances. */
export const toLineInputs = (lines: readonly PricedLine[]): LineItemInput[] =>
  lines.filter(({ advanceId }) => !advanceId).map(toLineInput)

/** With the requested tax category and reason instead of the computed ones. */
export const toLineInput = (line: PricedLine): LineItemInput => ({
  ...line,
  taxCategory: line.requestedCategory,
  taxExemptionReason: line.requestedReason,
})

const tooMuch = { de: 'ergeben mehr, als ein Dokument fassen kann', en: 'add up to more than a document can hold' }
