import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { baseFont, fallbackFonts } from '#documents/font-coverage'
import { findFonts, findUnprintable, splitIntoFontRuns } from '#documents/font-runs'
import { readCoverage } from '../../scripts/font-coverage.ts'

describe('text for documents', () => {
  test.each([
    'Müller & Söhne, Straße 4\n70565 Stuttgart\r\n\tund mehr',
    '„Grüße“ – 1 × 2,50 € … § 19 • ½ m² ‚so‘',
    'Łódź, Čeština, İstanbul, Ελλάδα, Москва, Việt Nam',
    'u\u0308ber', // ü as macOS writes it: two characters
    'geschützt\u00a0und weich\u00adgetrennt',
    'Hallo 😀 👨‍👩‍👧 🇩🇪 ✓',
    '漢字 简体 한국어 かな',
    'שלום מع مرحبا',
    '',
  ])('may be %j', (text) => {
    expect(findUnprintable(text)).toBeNull()
    expect(() => splitIntoFontRuns(text)).not.toThrow()
  })

  test.each([
    ['a\u0000b', '\u0000', 2],
    ['a\u001bb', '\u001b', 2],
    ['a\ud800b', '\ud800', 2],
    ['😀 ab\uffffc', '\uffff', 5],
    ['abc \u{13000}', '\u{13000}', 5],
  ])('%j may not hold %j at place %i', (text, character, place) => {
    expect(findUnprintable(text)).toEqual({ character, place })
  })

  test('that is taken is drawn in faces that are embedded for it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        if (findUnprintable(text) || findUnprintable(other)) return
        const faces = findFonts(text + other)
        for (const { face } of splitIntoFontRuns(text)) expect(faces).toContain(face)
      }),
    )
  })
})

test('a line is drawn in the order of its scripts: Hebrew turned round, Arabic as its letters join, brackets mirrored', () => {
  expect(splitIntoFontRuns('ab אב(ג) cd')).toEqual(
    [
      { face: baseFont, text: 'ab ' },
      { face: baseFont, text: '(' },
      { face: 'NotoSansHebrew-Regular.ttf', text: 'ג' },
      { face: baseFont, text: ')' },
      { face: 'NotoSansHebrew-Regular.ttf', text: 'בא' },
      { face: baseFont, text: ' cd' },
    ].filter(() => true),
  )
  expect(splitIntoFontRuns('مرحبا')).toEqual([{ face: 'NotoSansArabic-Regular.ttf', text: 'مرحبا' }])
})

test('Chinese characters of one line stand in one face', () => {
  const face = (text: string) => splitIntoFontRuns(text).map(({ face }) => face)
  expect(face('漢字')).toEqual(['NotoSansJP-Regular.ttf'])
  expect(face('汉字漢')).toEqual(['NotoSansSC-Regular.ttf'])
})

test.each([baseFont, ...fallbackFonts])('what is known of %s is what it holds', (name) => {
  const told = JSON.parse(readFileSync(join(projectRoot, 'assets/fonts/coverage.json'), 'utf8'))
  expect(told[name]).toBe(readCoverage(name))
})
