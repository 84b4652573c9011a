import { expect, test } from 'vitest'
import { allocate } from '#core/money/allocate'

test.each([
  [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
  [-100n, [1n, 1n, 1n], [-34n, -33n, -33n]],
  [1n, [1n, 2n], [0n, 1n]],
  [90n, [100n, -10n], [100n, -10n]],
  [45n, [-100n, 10n], [50n, -5n]],
  [0n, [3n, 4n], [0n, 0n]],
])('%s in proportion to %s is %s', (sum, weights, parts) => {
  expect(allocate(sum, weights)).toEqual(parts)
})

test('the parts of 1,000 random sums add up, each within a cent of its exact share', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  for (let round = 0; round < 1000; round++) {
    const weights = Array.from({ length: 1 + random(6) }, () => BigInt(1 + random(100_000)))
    const sum = BigInt(random(1_000_000))
    const whole = weights.reduce((total, weight) => total + weight, 0n)
    const parts = allocate(sum, weights)
    expect(parts.reduce((total, part) => total + part, 0n)).toBe(sum)
    parts.forEach((part, index) => {
      const error = part * whole - sum * (weights[index] ?? 0n)
      expect(error < whole && error > -whole).toBe(true)
    })
  }
})

test('throws if the weights add up to zero', () => {
  expect(() => allocate(1n, [1n, -1n])).toThrow(RangeError)
})
