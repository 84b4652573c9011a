import type { Language } from './language.ts'

/** Invariable, or singular and plural. */
type UnitName = string | readonly [one: string, several: string]

/** Names of common units; other codes are shown as they are. */
const units: Readonly<Record<string, Readonly<Record<Language, UnitName>>>> = {
  C62: { de: 'Stk.', en: ['pc', 'pcs'] },
  H87: { de: 'Stk.', en: ['pc', 'pcs'] },
  HUR: { de: 'Std.', en: ['hr', 'hrs'] },
  MIN: { de: 'Min.', en: 'min' },
  DAY: { de: ['Tag', 'Tage'], en: ['day', 'days'] },
  WEE: { de: ['Woche', 'Wochen'], en: ['week', 'weeks'] },
  MON: { de: ['Monat', 'Monate'], en: ['month', 'months'] },
  ANN: { de: ['Jahr', 'Jahre'], en: ['year', 'years'] },
  KGM: { de: 'kg', en: 'kg' },
  GRM: { de: 'g', en: 'g' },
  TNE: { de: 't', en: 't' },
  MTR: { de: 'm', en: 'm' },
  KMT: { de: 'km', en: 'km' },
  MTK: { de: 'm²', en: 'm²' },
  MTQ: { de: 'm³', en: 'm³' },
  LTR: { de: 'l', en: 'l' },
  KWH: { de: 'kWh', en: 'kWh' },
  LS: { de: 'pauschal', en: 'lump sum' },
  SET: { de: ['Satz', 'Sätze'], en: ['set', 'sets'] },
  P1: { de: '%', en: '%' },
}

/** The short name beside a quantity: `1 Monat`, `2 Monate`. */
export function formatUnit(code: string, quantity: number, language: Language): string {
  const name = units[code]?.[language] ?? code
  return typeof name === 'string' ? name : name[Math.abs(quantity) === 1 ? 0 : 1]
}
