import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstRunScreens, walks } from './screens/index.ts'

const looks = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark']

test('every page has its pictures in docs/screens: npm run screens -- <page> makes them', () => {
  const lacking = [firstRunScreens, ...walks]
    .flatMap(Object.keys)
    .filter((page) =>
      looks.some((look) => !existsSync(new URL(`../../docs/screens/${page}-${look}.webp`, import.meta.url))),
    )
  expect(lacking).toEqual([])
})
