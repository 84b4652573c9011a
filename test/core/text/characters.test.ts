import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleanText, normalize, toNfcJson } from '#core/text/characters'

const marks = (count: number) => '\u0301\u0327'.repeat(count / 2)

/** Marks of Thai and Lao have no class, so they are not reordered. */
const orderedRuns = (text: string) => runsOf(text.replaceAll(/[\u0e4d\u0ecd]/g, 'x'))

const runsOf = (text: string) => text.match(/[\p{M}--\u034f]+/gv)?.map((run) => run.length) ?? []

test.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)(
  'no run of marks is long in %s: to order it would take hours',
  (form) => {
    const runs = runsOf(normalize(`a${marks(300_000)}`, form))
    expect(runs.length).toBeGreaterThan(1000)
    expect(Math.max(...runs)).toBeLessThan(40)
  },
)

test.each(['NFKC', 'NFKD'] as const)('nor one of letters that become marks in %s alone', (form) => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => !/\p{M}/u.test(letter) && /^\p{M}/u.test(letter.normalize(form)))
  expect(letters).toContain('\uff9e')
  for (const letter of letters) {
    for (const unit of [`\u0301${letter}`, `${marks(30)}${letter}`]) {
      // Stored as NFC and searched as NFKD, by the database, which does not split runs.
      const kept = cleanText(unit.repeat(10_000 / unit.length))
      expect(Math.max(...orderedRuns(kept.normalize(form)))).toBeLessThan(40)
      expect(Math.max(...orderedRuns(normalize(kept, form)))).toBeLessThan(40)
    }
  }
})

test('leaves normalized text unchanged', () => {
  const once = cleanText(`a${marks(100)} Bu\u0308ro`)
  expect(cleanText(once)).toBe(once)
  expect(once.endsWith(' B\u00fcro')).toBe(true)
  expect(toNfcJson({ [`a${marks(100)}`]: [`a${marks(100)}`] })).toEqual({
    [cleanText(`a${marks(100)}`)]: [cleanText(`a${marks(100)}`)],
  })
})

test('keeps marks used by languages', () => {
  for (const text of ['क्षत्रिय', 'บทที่', 'Nguyễn', 'שָׁלוֹם', `x${marks(30)}`])
    expect(normalize(text, 'NFC')).not.toContain('\u034f')
})

test('is the only normalization in the service', () => {
  // Passwords, slugs and single letters are short; CSV is read in a thread with a timeout.
  const short = [
    'core/access/password.ts',
    'core/text/characters.ts',
    'features/billing/accounting/extf.ts',
    'features/people/members/slugify.ts',
    'core/text/folding.ts',
  ]
  const others = globSync('src/{core,features,documents,rich-text,cli}/**/*.ts')
    .filter((path) => readFileSync(path, 'utf8').includes(".normalize('NF"))
    .map((path) => path.slice('src/'.length))
  expect(others.filter((path) => !short.includes(path))).toEqual([])
})
