import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstForbiddenCharacter } from '../../../src/core/documents/text.ts'

describe('text for documents', () => {
  test.each([
    'Müller & Söhne, Straße 4\n70565 Stuttgart\r\n\tund mehr',
    '„Grüße“ – 1 × 2,50 € … § 19 • ½ m² ‚so‘',
    'Łódź, Čeština, İstanbul, Ελλάδα, Москва, Việt Nam',
    'u\u0308ber', // ü as macOS writes it: two characters
    'geschützt\u00a0und weich\u00adgetrennt',
    '',
  ])('may be %j', (text) => {
    expect(firstForbiddenCharacter(text)).toBeNull()
  })

  test.each([
    ['Hallo \u{1f600}', '\u{1f600}'],
    ['漢字', '漢'],
    ['a\u0000b', '\u0000'],
    ['a\u001bb', '\u001b'],
    ['a\u0085b', '\u0085'],
    ['a\u2028b', '\u2028'],
    ['a\ud800b', '\ud800'],
    ['a\uffffb', '\uffff'],
    ['שלום', 'ש'],
  ])('%j may not hold %j', (text, character) => {
    expect(firstForbiddenCharacter(text)).toBe(character)
  })

  test('that is refused is refused for a character of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = firstForbiddenCharacter(text)
        if (found !== null) expect(text.normalize('NFC')).toContain(found)
      }),
    )
  })
})
