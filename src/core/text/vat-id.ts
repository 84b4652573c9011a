// Formats by Council Directive 2006/112/EC as listed by VIES; Greece uses EL, Northern Ireland XI. Libraries were rejected:
// jsvat refuses Belgian numbers starting with 1, stdnum requires check digits and lacks XI.
const formats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/** Upper case; blanks, dots and hyphens of EU numbers are removed. */
export function normalizeVatId(value: string): string {
  const plain = value.replaceAll(/[\s.-]/g, '').toUpperCase()
  return plain.slice(0, 2) in formats ? plain : value.trim().toUpperCase()
}

/** Checks the format of the country; outside of the EU, any 4 to 20 characters. */
export function isVatId(value: string): boolean {
  const format = formats[value.slice(0, 2)]
  return format ? format.test(value.slice(2)) : /^[A-Z]{2}[A-Z0-9 .-]{2,18}$/.test(value) && !/^GR/.test(value)
}
