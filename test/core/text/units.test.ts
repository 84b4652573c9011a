import { expect, test } from 'vitest'
import { formatUnit } from '#core/text/units'

test.each([
  ['MON', 1, 'Monat', 'month'],
  ['MON', 2, 'Monate', 'months'],
  ['MON', 0.5, 'Monate', 'months'],
  ['DAY', -1, 'Tag', 'day'],
  ['WEE', 1, 'Woche', 'week'],
  ['ANN', 1, 'Jahr', 'year'],
  ['SET', 3, 'Sätze', 'sets'],
  ['C62', 1, 'Stk.', 'pc'],
  ['C62', 12, 'Stk.', 'pcs'],
  ['HUR', 1, 'Std.', 'hr'],
  ['KGM', 1, 'kg', 'kg'],
  ['XBX', 1, 'XBX', 'XBX'],
])('%s beside %s is %s, in English %s', (code, quantity, german, english) => {
  expect([formatUnit(code, quantity, 'de'), formatUnit(code, quantity, 'en')]).toEqual([german, english])
})
