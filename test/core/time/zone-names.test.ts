import { expect, test } from 'vitest'
import { canonicalZone, timeZoneChoices } from '#core/time/zone-names'

test('zones are shown by the names of the tz database, and found by their former ones', () => {
  expect(canonicalZone('Europe/Kiev')).toBe('Europe/Kyiv')
  expect(canonicalZone('Europe/Berlin')).toBe('Europe/Berlin')
  const names = timeZoneChoices.map(({ name }) => name)
  expect(names).toContain('Europe/Kyiv')
  expect(names).not.toContain('Europe/Kiev')
  expect(names).toEqual(names.map(canonicalZone))
  for (const zone of names) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  expect(timeZoneChoices.find(({ label }) => label.includes('Europe/Kiev'))?.name).toBe('Europe/Kyiv')
})

test('links are the zone they stand for, and what is no zone stays as it is', () => {
  for (const [link, zone] of [
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Europe/Uzhgorod', 'Europe/Kyiv'],
    ['America/Fort_Wayne', 'America/Indiana/Indianapolis'],
    ['Pacific/Yap', 'Pacific/Chuuk'],
    ['GB', 'Europe/London'],
    ['Zulu', 'UTC'],
  ] as const)
    expect(canonicalZone(link)).toBe(zone)
  for (const text of ['', 'Berlin', 'Europe/Nowhere', '\ud800']) expect(canonicalZone(text)).toBe(text)
})
