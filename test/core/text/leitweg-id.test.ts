import { expect, test } from 'vitest'
import { isLeitwegId } from '#core/text/leitweg-id'

test.each(['04011000-1234512345-06', '991-01484-64', '992-90009-96', '05711-06001-79'])('%s is one', (id) => {
  expect(isLeitwegId(id)).toBe(true)
})

test.each([
  '04011000-1234512345-07',
  '04011000-1234512354-06',
  '04011000-12345-6',
  '4-12345-06',
  '04011000_12345-03',
  ' 991-01484-64',
  'Bestellung 7',
  '',
])('%j is none', (id) => {
  expect(isLeitwegId(id)).toBe(false)
})
