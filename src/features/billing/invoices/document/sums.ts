import { formatNumber } from '#core/money/decimal'
import type { TotalLine } from '#documents/totals'
import { bearsTax, type InvoiceDocument, untaxedOf } from './document.ts'
import { money, texts } from './invoice.texts.ts'

/** What the sums of a document are made of. */
export type Summed = Pick<InvoiceDocument, 'language' | 'lines' | 'subtotalCents' | 'taxBreakdown'>

/** The net, and what each rate adds to it; a document without any tax has no more to say than its reason. */
export function sumsOf(document: Summed & Pick<InvoiceDocument, 'advances'>): TotalLine[] {
  const { subtotalCents, taxBreakdown, language, advances } = document
  const words = texts[language]
  const untaxed = untaxedOf(document)
  const groups = taxBreakdown.flatMap((group) => {
    const reasons = untaxed.filter(({ category }) => category === group.taxCategory)
    return reasons.length > 1 ? reasons.map(({ netCents }) => ({ ...group, netCents })) : [group]
  })
  const single = groups.length === 1 && untaxed.length === 1
  const isTaxed = bearsTax(document)
  const deductedCents = advances?.reduce((sum, { netCents }) => sum + netCents, 0) ?? 0
  const net: TotalLine[] = advances
    ? [
        [words.whole(isTaxed), money(subtotalCents + deductedCents, language)],
        [words.deducted(isTaxed), money(-deductedCents, language)],
        ...(isTaxed ? [[words.rest, money(subtotalCents, language)] as TotalLine] : []),
      ]
    : [[words.subtotal, money(subtotalCents, language)]]
  return [
    ...net,
    ...(single ? [] : groups).map(({ taxCategory, taxRate, netCents, taxCents }): TotalLine => {
      const net = money(netCents, language)
      const untaxedLabel = taxCategory === 'O' ? words.outsideScope(net) : isExempt(taxCategory) && words.exempt(net)
      const label = untaxedLabel || words.taxOn(formatNumber(taxRate, language), net)
      return [label, money(taxCents, language)]
    }),
  ]
}

const isExempt = (category: string) => ['E', 'G', 'K'].includes(category)
