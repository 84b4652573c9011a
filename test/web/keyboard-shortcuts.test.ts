import { expect, test } from 'vitest'
import { availableCommands, navigationItems } from '../../src/web/shell/navigation.ts'

const everything = Object.assign([], { includes: () => true })

test.each([
  ['navigation, after G', navigationItems],
  ['commands, after N', availableCommands(everything)],
])('shortcuts are unique: %s', (_, ways: readonly { key: string }[]) => {
  const keys = ways.map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(3)
  expect(new Set(keys).size).toBe(keys.length)
})
