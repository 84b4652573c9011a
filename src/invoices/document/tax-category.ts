import { isInEuropeanUnion } from '../../core/text/countries.ts'
import type { Bilingual } from '../../core/text/language.ts'

/** What of a line decides its VAT category. */
export interface TaxedLine {
  taxRate: number
  supply: 'service' | 'goods'
  /** The category that was asked for; null leaves it to the rules. */
  taxCategory: string | null
  taxExemptionReason: string | null
}

export interface TaxParty {
  country: string | null
  vatId: string | null
}

export interface TaxSeller extends TaxParty {
  smallBusiness: boolean
}

export interface TaxBuyer extends TaxParty {
  kind: string
}

/** The category of a line with the law's words for it, or the field that does not fit and why. */
export type TaxDecision =
  | { category: string; reason: Bilingual | null }
  | { field: 'taxRate' | 'taxCategory' | 'taxExemptionReason'; refusal: Bilingual }

/** The words a document must carry for a category without tax (§ 14 Abs. 4, § 14a UStG). */
export const exemptions: Readonly<Record<'AE' | 'K' | 'G' | 'O' | 'smallBusiness', Bilingual>> = {
  AE: { de: 'Steuerschuldnerschaft des Leistungsempfängers', en: 'Reverse charge' },
  K: { de: 'Steuerfreie innergemeinschaftliche Lieferung', en: 'VAT-exempt intra-Community supply' },
  G: { de: 'Steuerfreie Ausfuhrlieferung', en: 'VAT-exempt export of goods' },
  O: { de: 'Nicht im Inland steuerbare Leistung', en: 'Service not taxable in Germany' },
  smallBusiness: {
    de: 'Steuerfrei nach § 19 UStG (Kleinunternehmer)',
    en: 'VAT-exempt under § 19 UStG (small business)',
  },
}

/** The category of a line by contract §6, from who sells what to whom; the first rule that fits. */
export function taxCategoryOf(line: TaxedLine, seller: TaxSeller, buyer: TaxBuyer): TaxDecision {
  const asked = line.taxCategory
  if (line.taxRate > 0) {
    if (seller.smallBusiness) return refuse('taxRate', noTaxShown)
    return asked && asked !== 'S' ? refuse('taxCategory', needsZero) : { category: 'S', reason: null }
  }
  if (asked) return asCategory(asked, line)
  const country = buyer.country ?? seller.country ?? 'DE'
  const abroad = country !== (seller.country ?? 'DE')
  const business = buyer.kind !== 'consumer'
  if (line.supply === 'service' && business && abroad) {
    if (!isInEuropeanUnion(country)) return { category: 'O', reason: exemptions.O }
    if (buyer.vatId) return { category: 'AE', reason: exemptions.AE }
  }
  if (seller.smallBusiness) return { category: 'E', reason: exemptions.smallBusiness }
  if (line.supply === 'goods' && abroad) {
    if (!isInEuropeanUnion(country)) return { category: 'G', reason: exemptions.G }
    if (buyer.vatId) return { category: 'K', reason: exemptions.K }
  }
  return refuse('taxRate', whyZero)
}

function asCategory(category: string, { taxExemptionReason }: TaxedLine): TaxDecision {
  const given = taxExemptionReason?.trim() ? { de: taxExemptionReason, en: taxExemptionReason } : null
  if (category === 'S') return refuse('taxRate', needsRate)
  if (category === 'Z') return { category, reason: null }
  if (category === 'E') return given ? { category, reason: given } : refuse('taxExemptionReason', needsReason)
  return { category, reason: given ?? exemptions[category as keyof typeof exemptions] ?? null }
}

const refuse = (field: 'taxRate' | 'taxCategory' | 'taxExemptionReason', refusal: Bilingual): TaxDecision => ({
  field,
  refusal,
})

const noTaxShown: Bilingual = {
  de: 'muss 0 sein: Ein Kleinunternehmer weist keine Steuer aus (§ 14c UStG)',
  en: 'must be 0: a small business shows no tax (§ 14c UStG)',
}
const needsZero: Bilingual = { de: 'passt nur zu einem Steuersatz von 0', en: 'fits a tax rate of 0 alone' }
const needsRate: Bilingual = { de: 'muss in der Kategorie S über 0 liegen', en: 'must be above 0 in category S' }
const needsReason: Bilingual = { de: 'fehlt zur Kategorie E', en: 'is needed with category E' }
const whyZero: Bilingual = {
  de: 'ist 0, ohne dass das Gesetz es hier vorsieht: die Kategorie E mit ihrem Grund oder Z angeben',
  en: 'is 0 where the law does not provide for it: send category E with its reason, or Z',
}
