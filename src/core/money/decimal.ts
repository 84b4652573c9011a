import type { Language } from '#core/text/language'

// Money is computed in BigInt: 97.50 × 19 % is 18.525, which has no exact binary representation.

/** Decimal places of scaled quantities, prices and percentages. */
const scale = 6

/** Scales a number by 10^6; throws RangeError if it has more decimals or an exponent. */
export function toScaled(value: number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (sign === undefined || fraction.length > scale)
    throw new RangeError(`${value} is no decimal number to 10^-${scale}`)
  const scaled = BigInt(whole + fraction.padEnd(scale, '0'))
  return sign ? -scaled : scaled
}

/** `dividend / divisor`, rounded half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * n + d) / (2n * d)
  return negative ? -quotient : quotient
}

/** 10^6. */
export const scaleFactor = 10n ** BigInt(scale)

/** Throws RangeError beyond ±(2^53−1), the limit of the contract. */
export function toCents(cents: bigint): number {
  const value = Number(cents)
  if (!Number.isSafeInteger(value)) throw new RangeError('beyond 2^53−1 cents')
  return value
}

/** Limit of a single amount, so that sums of thousands of payments stay exact. */
export const maxMovedCents = 10 ** 13

/** For XML and machines: `-1234.05`. */
export function formatPlainAmount(cents: number): string {
  const absolute = BigInt(cents < 0 ? -cents : cents)
  return `${cents < 0 ? '-' : ''}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`
}

const formats = {
  de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
  en: new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }),
}

/** For people: `1.234,05 €`, `€1,234.05`. */
export const formatCents = (cents: number, language: Language): string =>
  // Formatted from text: dividing a 16-digit number by 100 would lose cents.
  formats[language].format(formatPlainAmount(cents) as `${number}`).replaceAll('\u00a0', ' ')

const numbers = {
  de: new Intl.NumberFormat('de-DE', { maximumFractionDigits: 4 }),
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 }),
}

/** A quantity or percentage for people: `1.234,5`. */
export const formatNumber = (value: number, language: Language): string => numbers[language].format(value)
