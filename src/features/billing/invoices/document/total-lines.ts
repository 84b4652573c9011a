import { formatNumber } from '#core/money/decimal'
import type { TotalLine } from '#documents/totals'
import { groupUntaxedLines, hasTaxedLines, type InvoiceDocument } from './invoice.document.ts'
import { formatMoney, invoiceTexts } from './invoice.texts.ts'

export type SummedDocument = Pick<InvoiceDocument, 'language' | 'lines' | 'subtotalCents' | 'taxBreakdown'>

/** Rows above the total: net and tax by rate. A document without tax shows only the net. */
export function buildTotalLines(document: SummedDocument & Pick<InvoiceDocument, 'advances'>): TotalLine[] {
  const { subtotalCents, taxBreakdown, language, advances } = document
  const t = invoiceTexts[language]
  const untaxed = groupUntaxedLines(document)
  const groups = taxBreakdown.flatMap((group) => {
    const reasons = untaxed.filter(({ category }) => category === group.taxCategory)
    return reasons.length > 1 ? reasons.map(({ netCents }) => ({ ...group, netCents })) : [group]
  })
  const single = groups.length === 1 && untaxed.length === 1
  const isTaxed = hasTaxedLines(document)
  const deductedCents = advances?.reduce((sum, { netCents }) => sum + netCents, 0) ?? 0
  const net: TotalLine[] = advances
    ? [
        [t.whole(isTaxed), formatMoney(subtotalCents + deductedCents, language)],
        [t.deducted(isTaxed), formatMoney(-deductedCents, language)],
        ...(isTaxed ? [[t.rest, formatMoney(subtotalCents, language)] as TotalLine] : []),
      ]
    : [[t.subtotal, formatMoney(subtotalCents, language)]]
  return [
    ...net,
    ...(single ? [] : groups).map(({ taxCategory, taxRate, netCents, taxCents }): TotalLine => {
      const net = formatMoney(netCents, language)
      const untaxedLabel = taxCategory === 'O' ? t.outsideScope(net) : isExempt(taxCategory) && t.exempt(net)
      const label = untaxedLabel || t.taxOn(formatNumber(taxRate, language), net)
      return [label, formatMoney(taxCents, language)]
    }),
  ]
}

const isExempt = (category: string) => ['E', 'G', 'K'].includes(category)
