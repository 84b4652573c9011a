import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** The words and figures of a reader of this language. */
async function inLanguage(language: 'de' | 'en') {
  vi.stubGlobal('document', { documentElement: {} })
  const words = await import('../../src/web/words/words.ts')
  await words.speak(language)
  return { ...words, ...(await import('../../src/web/words/read.ts')) }
}

const signs = { de: ['.', ','], en: [',', '.'] } as const

describe.each(['de', 'en'] as const)('figures as somebody types them: %s', (language) => {
  const [thousands, decimal] = signs[language]

  test('a figure is what it says, with groups and without, with either sign for decimals', async () => {
    const { readFigure, readCents } = await inLanguage(language)
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        const sign = cents < 0 ? '-' : ''
        const euros = String(Math.trunc(Math.abs(cents) / 100))
        const rest = String(Math.abs(cents) % 100).padStart(2, '0')
        const grouped = euros.replace(/\B(?=(\d{3})+$)/g, thousands)
        for (const typed of [
          `${euros}${decimal}${rest}`,
          `${grouped}${decimal}${rest}`,
          `${euros}.${rest}`,
          `${euros},${rest} €`,
        ]) {
          expect(Number(readFigure(`${sign}${typed}`, 2))).toBe(Number(`${sign}${euros}.${rest}`))
          expect(readCents(`${sign}${typed}`)).toBe(cents)
        }
      }),
    )
  })

  test('a group of thousands begins with no zero, and has three digits', async () => {
    const { readFigure } = await inLanguage(language)
    for (const other of ['.', ','])
      for (const [typed, figure] of [
        [`0${other}250`, 0.25],
        [`0${other}125`, 0.125],
        [`-0${other}999`, -0.999],
        [`0${other}0001`, 0.0001],
        [`12${other}5`, 12.5],
      ] as const)
        expect([typed, Number(readFigure(typed, 4))]).toEqual([typed, figure])
    expect(readFigure(`1${thousands}234`, 4)).toBe('1234')
    expect(readFigure(`1${thousands}234${thousands}567${decimal}8`, 4)).toBe('1234567.8')
    for (const typed of ['', 'x', '1..2', `1${thousands}23${thousands}456`, `1${decimal}23456`, '1e3', '١'])
      expect([typed, readFigure(typed, 4)]).toEqual([typed, null])
  })
})

test.each([
  ['de', '−1.000,33\u00a0€', '−1.234,5', '−12'],
  ['en', '−€1,000.33', '−1,234.5', '−12'],
] as const)('what is below zero has a minus sign, and is read with one: %s', async (language, money, figure, count) => {
  const { writeMoney, writeFigure, writeCount, readCents, readFigure } = await inLanguage(language)
  expect([writeMoney(-100_033), writeFigure(-1234.5), writeCount(-12)]).toEqual([money, figure, count])
  expect([readCents(money), readFigure(figure, 4), readCents('–5')]).toEqual([-100_033, '-1234.5', -500])
})

test.each([
  ['de', '2,255', 'Höchstens zwei Nachkommastellen.'],
  ['en', '2.255', 'At most two decimals.'],
] as const)('a figure of too many decimals is told so: %s', async (language, typed, text) => {
  const { unread } = await inLanguage(language)
  const none = 'No number.'
  expect([unread(typed, 2, none), unread(typed, 4, none), unread('x', 2, none)]).toEqual([text, undefined, none])
})

test.each(['Pacific/Honolulu', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati'])(
  'a day of the calendar is the same day everywhere: %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const { writeDay } = await inLanguage('de')
    expect(writeDay('2026-11-23' as Parameters<typeof writeDay>[0])).toBe('23.11.2026')
  },
)

test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])(
  'a moment is written as its document dates it: %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const { writeMoment, writeDayOf } = await inLanguage('de')
    expect(writeMoment('2026-11-23T23:30:00Z')).toBe('24.11.2026, 00:30')
    expect(writeDayOf('2026-11-23T23:30:00Z')).toBe('24.11.2026')
  },
)

test('today is the day in Germany, whatever the browser says', async () => {
  await inLanguage('de')
  const { today } = await import('../../src/web/words/days.ts')
  vi.useFakeTimers({ now: Date.parse('2026-12-31T23:30:00Z') })
  try {
    expect(today()).toBe('2027-01-01')
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['de', ['23.–29.11.2026', '23.–29. November 2026', '23.11.2026'], '1.212:05 h', '19\u00a0%', 'Kilometer'],
  ['en', ['23–29 Nov 2026', '23–29 November 2026', '23 Nov 2026'], '1,212:05 h', '19%', 'kilometre'],
] as const)('days, hours, shares and units are written one way: %s', async (language, days, hours, percent, unit) => {
  const { writeDays, writeIban, words } = await inLanguage(language)
  expect(writeIban('DE02120300000000202051')).toBe('DE02 1203 0000 0000 2020 51')
  const written = [writeDays('2026-11-23', '2026-11-29'), writeDays('2026-11-23', '2026-11-29', 'long')]
  expect([...written, writeDays('2026-11-23', '2026-11-23')].map((each) => each.replace(/\s–\s/g, '–'))).toEqual(days)
  const { writeHours } = await import('../../src/web/time/durations.ts')
  expect(writeHours(1212 * 3600 + 5 * 60)).toBe(hours)
  expect(words.percent('19')).toBe(percent)
  const { said } = await import('../../src/web/invoices/invoices.words.ts')
  expect(said.oneUnit.KMT ?? said.units.KMT).toBe(unit)
  const { said: bills } = await import('../../src/web/bills/bills.words.ts')
  expect([bills.kinds.credit_note, bills.selfBilled]).toEqual(
    language === 'de' ? ['Rechnungskorrektur', 'Gutschrift'] : ['Credit note', 'Self-billed invoice'],
  )
})

test('a text of a recurring invoice is shown as the next one says it, where a period begins on the 31st too', async () => {
  await inLanguage('de')
  const { asNext } = await import('../../src/web/recurring/next-period.ts')
  const monthly = { startsOn: '2026-01-31', every: 1, interval: 'month' } as const
  const next = (nextOn: string | null, more = {}) =>
    asNext('{period}, {month} {year}', { ...monthly, ...more, nextOn } as Parameters<typeof asNext>[1])
  expect(next('2026-02-28').replace(/\s–\s/, '–')).toBe('28.02.–30.03.2026, Februar 2026')
  expect(next('2026-12-31').replace(/\s–\s/, '–')).toBe('31.12.2026–30.01.2027, Dezember 2026')
  expect(next('2026-11-23', { interval: 'week', every: 2 }).replace(/\s–\s/, '–')).toBe(
    '23.11.–06.12.2026, November 2026',
  )
  expect(next(null)).toBe('…, … …')
})

test.each([
  ['de', [], 'Jemand anderes hat das inzwischen geändert: Notizen.'],
  ['de', ['Cora Rot'], 'Cora Rot hat das inzwischen geändert: Notizen.'],
  ['de', ['Cora Rot', 'Ben Blau'], 'Cora Rot und Ben Blau haben das inzwischen geändert: Notizen.'],
  ['en', [], 'Somebody else has changed that meanwhile: Notizen.'],
  ['en', ['Cora Rot'], 'Cora Rot has changed that meanwhile: Notizen.'],
  [
    'en',
    ['Cora Rot', 'Ben Blau', 'Alma Rose'],
    'Cora Rot, Ben Blau and Alma Rose have changed that meanwhile: Notizen.',
  ],
] as const)('in %s, %j have changed something elsewhere', async (language, who, expected) => {
  const { words } = await inLanguage(language)
  expect(words.elsewhere.changed(who as never, ['Notizen'])).toBe(expected)
})

test('in the words of the app a figure keeps its percent sign beside it, and an apostrophe has one form', async () => {
  const faults = globSync('src/web/**/{*.words,words/de,words/en}.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (/[}\d] %|\p{L}’/u.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(faults).toEqual([])
})
