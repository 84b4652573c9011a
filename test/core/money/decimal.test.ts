import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideRounded,
  formatCents,
  formatNumber,
  formatPlainAmount,
  scaleFactor,
  toCents,
  toScaled,
} from '#core/money/decimal'

const safeCents = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n })

describe('scaling', () => {
  test('is exact for decimals of up to six places', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.nat(999_999), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(6, '0')}`
        const expected = BigInt(text.replace('.', ''))
        expect(toScaled(Number(text))).toBe(expected)
      }),
    )
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7, 0.1 + 0.2])('rejects %s', (value) => {
    expect(() => toScaled(value)).toThrow(RangeError)
  })
})

describe('rounding', () => {
  test.each([
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 3n],
    [-25n, 10n, -3n],
    [25n, -10n, -3n],
  ])('%s / %s is %s: halves go away from zero', (dividend, by, expected) => {
    expect(divideRounded(dividend, by)).toBe(expected)
  })

  test('is at most half a unit off, and symmetric about zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), divisor, (dividend, by) => {
        const quotient = divideRounded(dividend, by)
        const twiceOff = 2n * (dividend - quotient * by)
        expect(twiceOff <= by && twiceOff >= -by).toBe(true)
        expect(divideRounded(-dividend, by)).toBe(-quotient)
      }),
    )
  })

  test('gives 18.53 for 19 % of 97.50, where floating point gives 18.52', () => {
    expect(divideRounded(9750n * toScaled(19), 100n * scaleFactor)).toBe(1853n)
  })
})

describe('cents', () => {
  test('are limited to ±(2^53−1)', () => {
    expect(toCents(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER)
    for (const beyond of [2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n)]) expect(() => toCents(beyond)).toThrow(RangeError)
  })

  test('are formatted for machines without losing one', () => {
    fc.assert(
      fc.property(safeCents, (cents) => {
        const text = formatPlainAmount(cents)
        expect(text).toMatch(/^-?\d+\.\d{2}$/)
        expect(BigInt(text.replace('.', ''))).toBe(BigInt(cents))
      }),
    )
  })

  test.each([
    [1234567, '12.345,67 €', '€12,345.67'],
    [-5, '-0,05 €', '-€0.05'],
    [0, '0,00 €', '€0.00'],
    [Number.MAX_SAFE_INTEGER, '90.071.992.547.409,91 €', '€90,071,992,547,409.91'],
  ])('%i are %s and %s for people', (cents, german, english) => {
    expect(formatCents(cents, 'de')).toBe(german)
    expect(formatCents(cents, 'en')).toBe(english)
  })

  test('formats quantities with up to four decimals', () => {
    expect(formatNumber(1234.5678, 'de')).toBe('1.234,5678')
    expect(formatNumber(12.5, 'en')).toBe('12.5')
  })
})
