import { expect, test } from 'vitest'
import { de } from '../../src/web/i18n/de.ts'
import { en } from '../../src/web/i18n/en.ts'

test.each([
  ['German navigation, after G', de.shortcuts.navigation, de.navigation],
  ['German commands, after N', de.shortcuts.commands, de.commands],
  ['English navigation, after G', en.shortcuts.navigation, en.navigation],
  ['English commands, after N', en.shortcuts.commands, en.commands],
])('shortcuts are unique letters of their names: %s', (_, shortcuts: object, names: object) => {
  // One toggle under two names.
  const { stopTimer: _stop, ...keys } = shortcuts as Record<string, string>
  const taken = Object.values(keys)
  const repeated = taken.filter((key, index) => taken.indexOf(key) !== index)
  expect(repeated, 'Give each a letter of its label that no other uses.').toEqual([])
  for (const [name, key] of Object.entries(keys)) {
    const label = (names as Record<string, string>)[name]?.normalize('NFD').toLowerCase()
    expect(label, name).toContain(key)
  }
})
