import { formatNumber } from '#core/money/decimal'
import type { TotalLine } from '#documents/totals'
import { groupUntaxedLines, hasTaxedLines, type InvoiceDocument } from './invoice.document.ts'
import { formatMoney, invoiceTexts } from './invoice.texts.ts'

/** What the sums of a document are made of. */
export type SummedDocument = Pick<InvoiceDocument, 'language' | 'lines' | 'subtotalCents' | 'taxBreakdown'>

/** The net, and what each rate adds to it; a document without any tax has no more to say than its reason. */
export function buildTotalLines(document: SummedDocument & Pick<InvoiceDocument, 'advances'>): TotalLine[] {
  const { subtotalCents, taxBreakdown, language, advances } = document
  const words = invoiceTexts[language]
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
        [words.whole(isTaxed), formatMoney(subtotalCents + deductedCents, language)],
        [words.deducted(isTaxed), formatMoney(-deductedCents, language)],
        ...(isTaxed ? [[words.rest, formatMoney(subtotalCents, language)] as TotalLine] : []),
      ]
    : [[words.subtotal, formatMoney(subtotalCents, language)]]
  return [
    ...net,
    ...(single ? [] : groups).map(({ taxCategory, taxRate, netCents, taxCents }): TotalLine => {
      const net = formatMoney(netCents, language)
      const untaxedLabel = taxCategory === 'O' ? words.outsideScope(net) : isExempt(taxCategory) && words.exempt(net)
      const label = untaxedLabel || words.taxOn(formatNumber(taxRate, language), net)
      return [label, formatMoney(taxCents, language)]
    }),
  ]
}

const isExempt = (category: string) => ['E', 'G', 'K'].includes(category)
