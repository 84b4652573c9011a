import { expect, test } from 'vitest'
import { commandsFor, places } from '../../src/web/console/places.ts'

const everything = Object.assign([], { includes: () => true })

test.each([
  ['a place, after G', places],
  ['a command, after N', commandsFor(everything)],
])('no two keys lead to the same: %s', (_, ways: readonly { key: string }[]) => {
  const keys = ways.map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(3)
  expect(new Set(keys).size).toBe(keys.length)
})
