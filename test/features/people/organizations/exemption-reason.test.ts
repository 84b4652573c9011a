import { expect, test } from 'vitest'
import { normalizeExemptionReason } from '#features/people/organizations/exemption-reason'

const names = (reason: string, key: string) => normalizeExemptionReason(reason).includes(normalizeExemptionReason(key))

for (const [key, reasons] of [
  [
    '§ 25a',
    [
      '§ 25 a',
      '§25a',
      '§ 25a UStG',
      'Gebrauchtgegenstände/Sonderregelung (§ 25a UStG)',
      'nach § 25 a Abs. 1 UStG',
      '§ 25\u00a0a',
      '§§ 25a, 19 UStG',
    ],
  ],
  ['§ 25 a', ['§ 25a UStG', '§25a']],
  [
    '§ 4 Nr. 21',
    [
      '§ 4 Nr. 21a',
      '§ 4 Nr.21 a) UStG',
      '§4 Nr. 21 a) bb) UStG',
      '§ 4 Nr. 21 Buchst. a UStG',
      'Steuerfrei (§ 4 Nr. 21b)',
      '§ 4 Nummer 21 Buchstabe a',
      '§ 4 No. 21 (a) UStG',
      '§ 4 Nr. 21 i. V. m. § 4 Nr. 22',
    ],
  ],
  ['§ 4 Nr. 21a', ['§ 4 Nr. 21 a) bb)', '§ 4 Nr. 21 Buchst. a', '§ 4 Nr. 21 lit. a']],
  ['§ 4 Nr. 15', ['§ 4 Nr. 15 UStG', '§ 4 Nr. 15 Buchst. a UStG', '§ 4 Nr. 15 a) UStG', '§ 4 Nr. 15d']],
  ['§ 4 Nr. 15a', ['§ 4 Nr. 15a UStG', '§ 4 Nr. 15 a UStG', 'Steuerfrei (§ 4 Nr. 15a)', '§4 Nr.15a']],
  ['§ 4', ['§ 4 Nr. 21a', '§4 Nr. 15a']],
  ['§ 19', ['§ 19 UStG', '§ 19 i. V. m. § 4', 'Steuerfrei nach § 19 UStG (Kleinunternehmer)']],
  ['§ 12 Abs. 2 Nr. 8', ['§ 12 Abs. 2 Nr. 8a', '§ 12 Abs. 2 Nr. 8 Buchst. a']],
  ['§ 13b Abs. 2 Nr. 4', ['§ 13b Abs. 2 Nr. 4a UStG']],
  ['25a', ['§ 25 a UStG']],
  ['reverse  charge', ['Reverse Charge']],
] as const)
  for (const reason of reasons) test(`${key} is in ${reason}`, () => expect(names(reason, key)).toBe(true))

for (const [key, reasons] of [
  ['§ 25', ['§ 25a', '§ 25 a UStG', '§ 25b', '§ 250']],
  ['§ 4 Nr. 2', ['§ 4 Nr. 21', '§ 4 Nr. 21a']],
  ['§ 4 Nr. 21', ['§ 4 Nr. 2', '§ 4 Nr. 210', '§ 14 Nr. 21', '§ 4a Nr. 21']],
  ['§ 4 Nr. 21a', ['§ 4 Nr. 21 b)', '§ 4 Nr. 21']],
  ['§ 4 Nr. 15a', ['§ 4 Nr. 15 Buchst. a', '§ 4 Nr. 15', '§ 4 Nr. 15b']],
  ...['4a', '4b', '4c', '11a', '11b', '15a', '15b', '15c', '18a'].map(
    (one) =>
      [
        `§ 4 Nr. ${Number.parseInt(one, 10)}`,
        [`§ 4 Nr. ${one}`, `§ 4 Nr. ${one.slice(0, -1)} ${one.at(-1)} UStG`, `(§4 Nr.${one})`],
      ] as const,
  ),
] as const)
  for (const reason of reasons) test(`${key} is not in ${reason}`, () => expect(names(reason, key)).toBe(false))
