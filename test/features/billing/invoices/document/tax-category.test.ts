import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import {
  determineTaxCategory,
  exemptionTexts,
  type TaxedLine,
  unusualTaxWarning,
} from '#features/billing/invoices/tax/tax-category'

const german = { country: 'DE', vatId: 'DE136695976', smallBusiness: false }
const small = { ...german, smallBusiness: true }
const buyers = {
  german: { country: 'DE', vatId: null, kind: 'business' },
  germanConsumer: { country: 'DE', vatId: null, kind: 'consumer' },
  austrian: { country: 'AT', vatId: 'ATU12345678', kind: 'business' },
  austrianBody: { country: 'AT', vatId: 'ATU12345678', kind: 'public' },
  austrianWithoutId: { country: 'AT', vatId: null, kind: 'business' },
  austrianConsumer: { country: 'AT', vatId: null, kind: 'consumer' },
  swiss: { country: 'CH', vatId: null, kind: 'business' },
  swissConsumer: { country: 'CH', vatId: null, kind: 'consumer' },
  northernIrish: { country: 'GB', vatId: 'XI123456789', kind: 'business' },
  british: { country: 'GB', vatId: 'GB123456789', kind: 'business' },
  greek: { country: 'GR', vatId: 'EL123456789', kind: 'business' },
  unknown: { country: null, vatId: null, kind: 'business' },
}
const line = (changes: Partial<TaxedLine> = {}): TaxedLine => ({
  taxRate: 0,
  supply: 'service',
  taxCategory: null,
  taxExemptionReason: null,
  ...changes,
})
const goods = line({ supply: 'goods' })

describe('the category of a line', () => {
  test.each([
    ['a rate above 0 is S', line({ taxRate: 19 }), german, buyers.german, 'S', null],
    ['a rate above 0 is S abroad too', line({ taxRate: 19 }), german, buyers.austrian, 'S', null],
    ['a service to an EU business is AE', line(), german, buyers.austrian, 'AE', exemptionTexts.AE],
    [
      'a service to an EU public body with a VAT ID is AE',
      line(),
      german,
      buyers.austrianBody,
      'AE',
      exemptionTexts.AE,
    ],
    ['a small business too owes AE its words', line(), small, buyers.austrian, 'AE', exemptionTexts.AE],
    ['a service to a business outside the EU is O', line(), german, buyers.swiss, 'O', exemptionTexts.O],
    ['the same of a small business is O', line(), small, buyers.swiss, 'O', exemptionTexts.O],
    ['a small business at home is E by § 19', line(), small, buyers.german, 'E', exemptionTexts.smallBusiness],
    ['its goods to the EU are E, not K', goods, small, buyers.austrian, 'E', exemptionTexts.smallBusiness],
    ['its goods outside the EU are E, not G', goods, small, buyers.swiss, 'E', exemptionTexts.smallBusiness],
    ['goods to an EU VAT ID are K', goods, german, buyers.austrian, 'K', exemptionTexts.K],
    ['goods outside the EU are G', goods, german, buyers.swiss, 'G', exemptionTexts.G],
    ['goods to a consumer outside the EU are G', goods, german, buyers.swissConsumer, 'G', exemptionTexts.G],
    ['goods to Northern Ireland are K', goods, german, buyers.northernIrish, 'K', exemptionTexts.K],
    ['a service there is O', line(), german, buyers.northernIrish, 'O', exemptionTexts.O],
    ['goods to Great Britain are G', goods, german, buyers.british, 'G', exemptionTexts.G],
    [
      'K is taken where goods go to Greece',
      { ...goods, taxCategory: 'K' },
      german,
      buyers.greek,
      'K',
      exemptionTexts.K,
    ],
    ['G is taken for an export', { ...goods, taxCategory: 'G' }, german, buyers.swiss, 'G', exemptionTexts.G],
    ['O is taken outside the EU', line({ taxCategory: 'O' }), german, buyers.swiss, 'O', exemptionTexts.O],
    ['AE is taken for a German business', line({ taxCategory: 'AE' }), german, buyers.german, 'AE', exemptionTexts.AE],
    ['Z is taken as sent, without words', line({ taxCategory: 'Z' }), german, buyers.german, 'Z', null],
  ])('%s', (_name, item, seller, buyer, category, reason) => {
    expect(determineTaxCategory(item, seller, buyer)).toEqual({ category, reason })
  })

  test('E is taken with its reason, which stands in either language', () => {
    const reason = 'Steuerfrei nach § 4 Nr. 21 UStG'
    expect(determineTaxCategory(line({ taxCategory: 'E', taxExemptionReason: reason }), german, buyers.german)).toEqual(
      {
        category: 'E',
        reason: { de: reason, en: reason },
      },
    )
  })

  test.each([
    ['0 % at home', line(), german, buyers.german, 'taxRate'],
    ['0 % where the country is not known', line(), german, buyers.unknown, 'taxRate'],
    ['a service at 0 % to an EU business without a VAT ID', line(), german, buyers.austrianWithoutId, 'taxRate'],
    ['a service at 0 % to an EU consumer', line(), german, buyers.austrianConsumer, 'taxRate'],
    ['a service at 0 % to a consumer outside the EU', line(), german, buyers.swissConsumer, 'taxRate'],
    ['goods at 0 % to an EU consumer', goods, german, buyers.austrianConsumer, 'taxRate'],
    ['tax shown by a small business (§ 14c UStG)', line({ taxRate: 7 }), small, buyers.german, 'taxRate'],
    ['S without a rate', line({ taxCategory: 'S' }), german, buyers.german, 'taxRate'],
    ['AE with a rate', line({ taxRate: 19, taxCategory: 'AE' }), german, buyers.austrian, 'taxCategory'],
    ['AE to a consumer at home', line({ taxCategory: 'AE' }), german, buyers.germanConsumer, 'taxCategory'],
    ['AE to a consumer in the EU', line({ taxCategory: 'AE' }), german, buyers.austrianConsumer, 'taxCategory'],
    ['AE of a small business at home', line({ taxCategory: 'AE' }), small, buyers.german, 'taxCategory'],
    ['K at home', { ...goods, taxCategory: 'K' }, german, buyers.german, 'taxCategory'],
    ['K for a service', line({ taxCategory: 'K' }), german, buyers.austrian, 'taxCategory'],
    ['K without a VAT ID', { ...goods, taxCategory: 'K' }, german, buyers.austrianWithoutId, 'taxCategory'],
    ['K to Switzerland', { ...goods, taxCategory: 'K' }, german, buyers.swiss, 'taxCategory'],
    ['G at home', { ...goods, taxCategory: 'G' }, german, buyers.german, 'taxCategory'],
    ['G within the EU', { ...goods, taxCategory: 'G' }, german, buyers.austrian, 'taxCategory'],
    ['G to Northern Ireland', { ...goods, taxCategory: 'G' }, german, buyers.northernIrish, 'taxCategory'],
    ['O at home', line({ taxCategory: 'O' }), german, buyers.german, 'taxExemptionReason'],
    ['O to an EU business', line({ taxCategory: 'O' }), german, buyers.austrian, 'taxExemptionReason'],
    ['E without a reason', line({ taxCategory: 'E' }), german, buyers.german, 'taxExemptionReason'],
    [
      'E with an empty reason',
      line({ taxCategory: 'E', taxExemptionReason: ' ' }),
      german,
      buyers.german,
      'taxExemptionReason',
    ],
  ])('%s is refused, naming the field', (_name, item, seller, buyer, field) => {
    expect(determineTaxCategory(item, seller, buyer)).toMatchObject({ field, refusal: { de: expect.any(String) } })
  })

  test('O at home or in the EU is taken with its reason', () => {
    const asked = line({ taxCategory: 'O', taxExemptionReason: 'Echter Zuschuss' })
    for (const buyer of [buyers.german, buyers.austrian])
      expect(determineTaxCategory(asked, german, buyer)).toMatchObject({ category: 'O' })
  })

  test.each([
    ['19 % for a service to an EU business', line({ taxRate: 19 }), buyers.austrian, 'Steuerschuldnerschaft'],
    ['the same where its VAT ID is not known', line({ taxRate: 19 }), buyers.austrianWithoutId, 'fehlt die USt-IdNr.'],
    ['19 % for goods to an EU business', { ...goods, taxRate: 19 }, buyers.austrian, 'innergemeinschaftliche'],
    ['19 % for a service outside the EU', line({ taxRate: 19 }), buyers.swiss, 'Nicht im Inland'],
    ['19 % for an export', { ...goods, taxRate: 19 }, buyers.swissConsumer, 'Ausfuhr'],
    ['20 % to an Austrian consumer', { ...goods, taxRate: 20 }, buyers.austrianConsumer, 'Österreich'],
    ['a rate that Germany does not know', line({ taxRate: 17 }), buyers.german, '19 oder 7'],
  ])('%s is allowed and unusual', (_name, item, buyer, words) => {
    expect(determineTaxCategory(item, german, buyer)).toMatchObject({ category: 'S' })
    expect(unusualTaxWarning(item, german, buyer)?.de).toContain(words)
  })

  test.each([
    ['19 % at home', line({ taxRate: 19 }), buyers.german],
    ['7 % at home', line({ taxRate: 7 }), buyers.unknown],
    ['19 % to an EU consumer', line({ taxRate: 19 }), buyers.austrianConsumer],
    ['what bears no tax', line(), buyers.austrian],
    ['a flat rate of agriculture at home', line({ taxRate: 7.8 }), buyers.german],
    ['a flat rate of forestry at home', line({ taxRate: 5.5 }), buyers.german],
  ])('%s is usual', (_name, item, buyer) => {
    expect(unusualTaxWarning(item, german, buyer)).toBeNull()
  })
  test('another rate to a consumer there is usual under the One-Stop-Shop', () => {
    const seller = { ...german, oneStopShop: true }
    expect(unusualTaxWarning({ ...goods, taxRate: 20 }, seller, buyers.austrianConsumer)).toBeNull()
  })

  test('a German rate is one of the day of the supply', () => {
    const unusual = (taxRate: number, day: string) =>
      unusualTaxWarning(line({ taxRate }), german, buyers.german, day)?.de
    for (const [rate, from, to] of [
      [16, '2020-07-01', '2020-12-31'],
      [5, '2020-07-01', '2020-12-31'],
      [10.7, '2015-01-01', '2021-12-31'],
      [9.5, '2022-01-01', '2022-12-31'],
      [9, '2023-01-01', '2024-12-05'],
      [8.4, '2024-12-06', '2024-12-31'],
    ] as const) {
      expect([unusual(rate, from), unusual(rate, to)], `${rate}`).toEqual([undefined, undefined])
      expect(unusual(rate, addDays(to, 1)), `${rate}`).toContain('19 oder 7')
    }
    expect(unusual(19, '2020-12-31')).toContain('16 oder 5')
    expect([unusual(7.8, '2024-12-31'), unusual(7.8, '2025-01-01')]).toEqual([expect.any(String), undefined])
    expect(unusual(9, '2022-12-31')).toBeDefined()
  })
  test('VAT of another country names it without an article', () => {
    const told = (country: string) =>
      unusualTaxWarning({ ...goods, taxRate: 21 }, german, { country, vatId: null, kind: 'consumer' })
    expect(told('NL')?.de).toContain('Ausländische Umsatzsteuer (Niederlande)')
    expect(told('NL')?.en).toContain('Foreign VAT (Netherlands)')
    expect(told('SK')?.de).toContain('(Slowakei)')
  })
  test('bears tax in S alone, and says why in every category the law wants words for', () => {
    const anyLine = fc.record({
      taxRate: fc.constantFrom(0, 7, 19),
      supply: fc.constantFrom('service' as const, 'goods' as const),
      taxCategory: fc.constantFrom(null, 'S', 'AE', 'O', 'E', 'K', 'G', 'Z'),
      taxExemptionReason: fc.constantFrom(null, 'Steuerfrei nach § 4 UStG'),
    })
    fc.assert(
      fc.property(
        anyLine,
        fc.constantFrom(german, small),
        fc.constantFrom(...Object.values(buyers)),
        (item, seller, buyer) => {
          const found = determineTaxCategory(item, seller, buyer)
          if ('field' in found) return
          expect(found.category === 'S').toBe(item.taxRate > 0)
          expect(found.reason === null).toBe(found.category === 'S' || found.category === 'Z')
        },
      ),
    )
  })
})
