import type { Bilingual } from './language.ts'

/** Names of common UN/ECE Recommendation 20 units; another code stands for itself. */
const units: Readonly<Record<string, Bilingual>> = {
  C62: { de: 'Stk.', en: 'pcs' },
  H87: { de: 'Stk.', en: 'pcs' },
  HUR: { de: 'Std.', en: 'hrs' },
  MIN: { de: 'Min.', en: 'min' },
  DAY: { de: 'Tage', en: 'days' },
  WEE: { de: 'Wochen', en: 'weeks' },
  MON: { de: 'Monate', en: 'months' },
  ANN: { de: 'Jahre', en: 'years' },
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
  SET: { de: 'Satz', en: 'sets' },
  P1: { de: '%', en: '%' },
}

/** The unit's short name for people. */
export const unitName = (code: string, language: 'de' | 'en') => units[code]?.[language] ?? code
