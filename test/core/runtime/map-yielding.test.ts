import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapYielding } from '#core/runtime/map-yielding'

test('yields to other work, and keeps the order', async () => {
  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns++) await setImmediate()
  })()
  const seen: number[] = []
  const made = mapYielding(
    Array.from({ length: 1000 }, (_, index) => index),
    (index) => {
      seen.push(turns)
      return index
    },
  )
  expect(await Promise.all(Array.from(made))).toEqual(Array.from({ length: 1000 }, (_, index) => index))
  isDone = true
  await others
  expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThanOrEqual(30)
  const together = [...Map.groupBy(seen, (turn) => turn).values()].map(({ length }) => length)
  expect(Math.max(...together)).toBeLessThanOrEqual(50)
})
