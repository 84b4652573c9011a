import { expect, test } from 'vitest'
import { availableCommands, navigationItems } from '../../src/web/shell/navigation.ts'

const everything = Object.assign([], { includes: () => true })

test.each([
  ['a place, after G', navigationItems],
  ['a command, after N', availableCommands(everything)],
])('no two keys lead to the same: %s', (_, ways: readonly { key: string }[]) => {
  const keys = ways.map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(3)
  expect(new Set(keys).size).toBe(keys.length)
})
