import { countryName, isInEuropeanUnion } from '#core/text/countries'
import type { Bilingual } from '#core/text/language'
import { determineTaxCountry, germanVatRates, isGermanVatRate } from './tax-country.ts'

export interface TaxedLine {
  taxRate: number
  supply: 'service' | 'goods'
  /** Requested category; null applies the rules. */
  taxCategory: string | null
  taxExemptionReason: string | null
}

interface TaxParty {
  country: string | null
  vatId: string | null
}

export interface TaxSeller extends TaxParty {
  smallBusiness: boolean
  oneStopShop?: boolean
}

export interface TaxBuyer extends TaxParty {
  kind: string
  registrationNumber?: string | null
}

/** The category with its statutory text, or the field that is refused and why. */
export type TaxDecision =
  | { category: string; reason: Bilingual | null }
  | { field: 'taxRate' | 'taxCategory' | 'taxExemptionReason'; refusal: Bilingual }

/** Statements required on a document for categories without tax (§ 14 (4), § 14a UStG). */
export const exemptionTexts: Readonly<Record<'AE' | 'K' | 'G' | 'O' | 'smallBusiness', Bilingual>> = {
  AE: { de: 'Steuerschuldnerschaft des Leistungsempfängers', en: 'Reverse charge' },
  K: { de: 'Steuerfreie innergemeinschaftliche Lieferung', en: 'VAT-exempt intra-Community supply' },
  G: { de: 'Steuerfreie Ausfuhrlieferung', en: 'VAT-exempt export of goods' },
  O: { de: 'Nicht im Inland steuerbare Leistung', en: 'Service not taxable in Germany' },
  smallBusiness: {
    de: 'Steuerfrei nach § 19 UStG (Kleinunternehmer)',
    en: 'VAT-exempt under § 19 UStG (small business)',
  },
}

/** Determines the category by contract §6; the first rule that fits. */
export function determineTaxCategory(line: TaxedLine, seller: TaxSeller, buyer: TaxBuyer): TaxDecision {
  const requested = line.taxCategory
  if (line.taxRate > 0) {
    if (seller.smallBusiness) return refuse('taxRate', noTaxShown)
    return requested && requested !== 'S' ? refuse('taxCategory', needsZero) : { category: 'S', reason: null }
  }
  if (requested) return checkRequestedCategory(requested, line, seller, buyer)
  const { country, abroad } = resolveCountries(seller, buyer)
  if (line.supply === 'service' && isBusiness(buyer) && abroad) {
    if (!isInEuropeanUnion(country)) return { category: 'O', reason: exemptionTexts.O }
    if (buyer.vatId) return { category: 'AE', reason: exemptionTexts.AE }
  }
  if (seller.smallBusiness) return { category: 'E', reason: exemptionTexts.smallBusiness }
  if (line.supply === 'goods' && abroad) {
    if (!isInUnionForGoods(country, buyer)) return { category: 'G', reason: exemptionTexts.G }
    if (buyer.vatId) return { category: 'K', reason: exemptionTexts.K }
  }
  return refuse('taxRate', zeroRateUnexplained)
}

/**
 * Warns about tax where none is usual, foreign VAT outside the One-Stop-Shop, and rates that Germany does not have on
 * the day of the supply (default today). Null if there is nothing to warn about.
 */
export function unusualTaxWarning(
  line: TaxedLine,
  seller: TaxSeller,
  buyer: TaxBuyer,
  suppliedOn?: string,
): Bilingual | null {
  if (line.taxRate === 0 || seller.smallBusiness) return null
  const { home, country, abroad } = resolveCountries(seller, buyer)
  if (!abroad) return home !== 'DE' || isGermanVatRate(line.taxRate, suppliedOn) ? null : unknownRateWarning(suppliedOn)
  // A business may have a VAT ID that is not recorded.
  const vatId = buyer.vatId ?? (isBusiness(buyer) ? 'unknown' : null)
  const usual = determineTaxCategory({ ...line, taxRate: 0, taxCategory: null }, seller, { ...buyer, vatId })
  if ('field' in usual || !usual.reason) return foreignTaxWarning(line, seller, buyer, suppliedOn)
  const { de, en } = usual.reason
  const needsId = !buyer.vatId && isInEuropeanUnion(country)
  return {
    de: `weist Steuer aus, wo sonst keine anfällt („${de}“)${needsId ? '; dafür fehlt die USt-IdNr. des Kunden' : ''}`,
    en: `shows tax where there is usually none (“${en}”)${needsId ? "; the client's VAT ID is missing for that" : ''}`,
  }
}

/** Foreign VAT that the seller must declare abroad; null if the One-Stop-Shop covers it. */
function foreignTaxWarning(
  { taxRate }: TaxedLine,
  seller: TaxSeller,
  buyer: TaxBuyer,
  suppliedOn?: string,
): Bilingual | null {
  const { oneStopShop = false } = seller
  const country = determineTaxCountry(
    { ...resolveCountries(seller, buyer), isConsumer: !isBusiness(buyer), oneStopShop, suppliedOn },
    taxRate,
  )
  const inUnion = country !== null && isInEuropeanUnion(country)
  if (!country || (inUnion && oneStopShop)) return null
  const shop = {
    de: ' oder beim One-Stop-Shop (Einstellungen, Steuern)',
    en: ' or to the One-Stop-Shop (settings, tax)',
  }
  return {
    de: `ist kein deutscher Steuersatz: Ausländische Umsatzsteuer (${countryName(country, 'de')}), dort${inUnion ? shop.de : ''} zu melden`,
    en: `is not a German rate: Foreign VAT (${countryName(country, 'en')}), to be declared there${inUnion ? shop.en : ''}`,
  }
}

/** Warns if an e-invoice under domestic reverse charge lacks the buyer's identifier. */
export function unidentifiedBuyerWarning(seller: TaxSeller, buyer: TaxBuyer): Bilingual | null {
  if (resolveCountries(seller, buyer).abroad || buyer.vatId || buyer.registrationNumber) return null
  return {
    de: 'fehlt: Ohne sie und ohne USt-IdNr. des Kunden ist die E-Rechnung formal unvollständig (EN 16931, BR-AE-02)',
    en: "is missing: without it and without the client's VAT ID the e-invoice is formally incomplete (EN 16931, BR-AE-02)",
  }
}

const isBusiness = ({ kind }: TaxBuyer) => kind !== 'consumer'

/** An unknown country counts as the seller's. */
function resolveCountries(seller: TaxSeller, buyer: TaxBuyer) {
  const home = seller.country ?? 'DE'
  const country = buyer.country ?? home
  return { home, country, abroad: country !== home }
}

/** For goods, Northern Ireland (VAT IDs with XI) belongs to the Union. */
const isNorthernIrish = ({ vatId }: TaxBuyer) => vatId?.startsWith('XI') ?? false
const isInUnionForGoods = (country: string, buyer: TaxBuyer) =>
  isInEuropeanUnion(country) || (country === 'GB' && isNorthernIrish(buyer))

/** The VAT ID prefix of Greece is EL. */
function hasVatIdOfAnotherState(buyer: TaxBuyer, home: string) {
  const state = buyer.vatId?.slice(0, 2).replace('EL', 'GR') ?? ''
  return isNorthernIrish(buyer) || (isInEuropeanUnion(state) && state !== home)
}

function checkRequestedCategory(category: string, line: TaxedLine, seller: TaxSeller, buyer: TaxBuyer): TaxDecision {
  const { taxExemptionReason, supply } = line
  const { home, country, abroad } = resolveCountries(seller, buyer)
  const given = taxExemptionReason?.trim() ? { de: taxExemptionReason, en: taxExemptionReason } : null
  if (category === 'K' && !(supply === 'goods' && hasVatIdOfAnotherState(buyer, home)))
    return refuse('taxCategory', needsGoodsToUnion)
  if (category === 'G' && isInUnionForGoods(country, buyer)) return refuse('taxCategory', needsExport)
  if (category === 'O' && !given && (!abroad || (isBusiness(buyer) && isInEuropeanUnion(country))))
    return refuse('taxExemptionReason', needsReasonAbroad)
  if (category === 'AE' && !isBusiness(buyer)) return refuse('taxCategory', needsBusiness)
  if (category === 'AE' && !abroad && seller.smallBusiness) return refuse('taxCategory', needsTaxedSeller)
  if (category === 'S') return refuse('taxRate', needsRate)
  if (category === 'Z') return { category, reason: null }
  if (category === 'E') return given ? { category, reason: given } : refuse('taxExemptionReason', needsReason)
  return { category, reason: given ?? exemptionTexts[category as keyof typeof exemptionTexts] ?? null }
}

const refuse = (field: 'taxRate' | 'taxCategory' | 'taxExemptionReason', refusal: Bilingual): TaxDecision => ({
  field,
  refusal,
})

const noTaxShown: Bilingual = {
  de: 'muss 0 sein: Ein Kleinunternehmer weist keine Steuer aus (§ 14c UStG)',
  en: 'must be 0: a small business shows no tax (§ 14c UStG)',
}
const needsZero: Bilingual = { de: 'verlangt einen Steuersatz von 0', en: 'requires a tax rate of 0' }
const needsRate: Bilingual = { de: 'muss in der Kategorie S über 0 liegen', en: 'must be above 0 in category S' }
const needsGoodsToUnion: Bilingual = {
  de: 'passt als K nur zu Waren (supply: goods), die an eine USt-IdNr. eines anderen EU-Staats gehen',
  en: 'may be K only for goods (supply: goods) that go to a VAT ID of another EU state',
}
const needsExport: Bilingual = {
  de: 'passt als G nur zu einer Ausfuhr aus der EU',
  en: 'may be G only for an export from the EU',
}
const needsBusiness: Bilingual = {
  de: 'passt als AE nicht zu einer Privatperson: Sie schuldet keine Umsatzsteuer (§ 13b Abs. 5 UStG)',
  en: 'may not be AE for a consumer, who owes no VAT (§ 13b (5) UStG)',
}
const needsTaxedSeller: Bilingual = {
  de: 'passt als AE im Inland nicht zu einem Kleinunternehmer (§ 13b Abs. 5 Satz 8 UStG)',
  en: 'may not be AE within the country for a small business (§ 13b (5) sentence 8 UStG)',
}
const needsReasonAbroad: Bilingual = {
  de: 'fehlt: Die Kategorie O braucht bei diesem Kunden einen Grund',
  en: 'is missing: category O needs a reason with this client',
}
const unknownRateWarning = (suppliedOn?: string): Bilingual => ({
  de: `ist kein Steuersatz, den es in Deutschland am Tag der Leistung gibt (${germanVatRates(suppliedOn).join(' oder ')})`,
  en: `is not a rate of VAT in Germany on the day of the supply (${germanVatRates(suppliedOn).join(' or ')})`,
})
const needsReason: Bilingual = { de: 'fehlt zur Kategorie E', en: 'is needed with category E' }
const zeroRateUnexplained: Bilingual = {
  de: 'ist 0, ohne dass das Gesetz es hier vorsieht: die Kategorie E mit ihrem Grund oder Z angeben',
  en: 'is 0 where the law does not provide for it: send category E with its reason, or Z',
}
