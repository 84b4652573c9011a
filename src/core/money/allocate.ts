/**
 * Divides a sum in proportion to weights of any sign; the parts add up to it. Remainders are assigned largest first, then in
 * order. Throws RangeError if the weights add up to zero.
 */
export function allocate(sum: bigint, weights: readonly bigint[]): bigint[] {
  if (sum < 0n) return allocate(-sum, weights).map((part) => -part)
  const whole = weights.reduce((total, weight) => total + weight, 0n)
  if (whole === 0n) throw new RangeError('weights that add up to nothing')
  const shares = weights.map((weight, index) => ({ index, ...divided(sum * weight, whole) }))
  const parts = shares.map(({ quotient }) => quotient)
  const left = Number(sum - parts.reduce((total, part) => total + part, 0n))
  shares.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of shares.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n
  return parts
}

/** Floor division with remainder. */
function divided(dividend: bigint, divisor: bigint) {
  const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor]
  const rest = ((n % d) + d) % d
  return { quotient: (n - rest) / d, rest }
}
