import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

async function loadI18n(language: 'de' | 'en') {
  vi.stubGlobal('document', { documentElement: {} })
  const locale = await import('../../src/web/i18n/locale.ts')
  await locale.loadLocale(language)
  const [format, parse] = await Promise.all([
    import('../../src/web/i18n/format.ts'),
    import('../../src/web/i18n/parse.ts'),
  ])
  return { ...locale, ...format, ...parse }
}

const signs = { de: ['.', ','], en: [',', '.'] } as const

describe.each(['de', 'en'] as const)('parses numbers as typed: %s', (language) => {
  const [thousands, decimal] = signs[language]

  test('accepts groups and both decimal separators', async () => {
    const { parseDecimal, parseCents } = await loadI18n(language)
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
          expect(Number(parseDecimal(`${sign}${typed}`, 2))).toBe(Number(`${sign}${euros}.${rest}`))
          expect(parseCents(`${sign}${typed}`)).toBe(cents)
        }
      }),
    )
  })

  test('accepts groups only of three digits, the first without a leading zero', async () => {
    const { parseDecimal } = await loadI18n(language)
    for (const other of ['.', ','])
      for (const [typed, figure] of [
        [`0${other}250`, 0.25],
        [`0${other}125`, 0.125],
        [`-0${other}999`, -0.999],
        [`0${other}0001`, 0.0001],
        [`12${other}5`, 12.5],
      ] as const)
        expect([typed, Number(parseDecimal(typed, 4))]).toEqual([typed, figure])
    expect(parseDecimal(`1${thousands}234`, 4)).toBe('1234')
    expect(parseDecimal(`1${thousands}234${thousands}567${decimal}8`, 4)).toBe('1234567.8')
    for (const typed of ['', 'x', '1..2', `1${thousands}23${thousands}456`, `1${decimal}23456`, '1e3', '١'])
      expect([typed, parseDecimal(typed, 4)]).toEqual([typed, null])
  })
})

test.each([
  ['de', '−1.000,33\u00a0€', '−1.234,5', '−12'],
  ['en', '−€1,000.33', '−1,234.5', '−12'],
] as const)(
  'formats negative numbers with a minus sign and parses them: %s',
  async (language, money, figure, count) => {
    const { formatMoney, formatNumber, formatCount, parseCents, parseDecimal } = await loadI18n(language)
    expect([formatMoney(-100_033), formatNumber(-1234.5), formatCount(-12)]).toEqual([money, figure, count])
    expect([parseCents(money), parseDecimal(figure, 4), parseCents('–5')]).toEqual([-100_033, '-1234.5', -500])
  },
)

test.each([
  ['de', '2,255', 'Höchstens zwei Nachkommastellen.'],
  ['en', '2.255', 'At most two decimals.'],
] as const)('decimalError tells too many decimals from no number: %s', async (language, typed, text) => {
  const { decimalError } = await loadI18n(language)
  const none = 'No number.'
  expect([decimalError(typed, 2, none), decimalError(typed, 4, none), decimalError('x', 2, none)]).toEqual([
    text,
    undefined,
    none,
  ])
})

test.each(['Pacific/Honolulu', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati'])(
  'formatDate is independent of the time zone: %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const { formatDate } = await loadI18n('de')
    expect(formatDate('2026-11-23' as Parameters<typeof formatDate>[0])).toBe('23.11.2026')
  },
)

test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])(
  'formatDateTime uses the time zone of the service: %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const { formatDateTime, formatTimestampDate } = await loadI18n('de')
    expect(formatDateTime('2026-11-23T23:30:00Z')).toBe('24.11.2026, 00:30')
    expect(formatTimestampDate('2026-11-23T23:30:00Z')).toBe('24.11.2026')
  },
)

test('today is the date in Germany, whatever the time zone of the browser', async () => {
  await loadI18n('de')
  const { today } = await import('../../src/web/i18n/dates.ts')
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
] as const)(
  'formats date ranges, IBANs, hours, percentages and units: %s',
  async (language, days, hours, percent, unit) => {
    const { formatDateRange, formatIban, t } = await loadI18n(language)
    expect(formatIban('DE02120300000000202051')).toBe('DE02 1203 0000 0000 2020 51')
    const written = [formatDateRange('2026-11-23', '2026-11-29'), formatDateRange('2026-11-23', '2026-11-29', 'long')]
    expect(
      [...written, formatDateRange('2026-11-23', '2026-11-23')].map((each) => each.replace(/\s–\s/g, '–')),
    ).toEqual(days)
    const { formatHours } = await import('../../src/web/time/durations.ts')
    expect(formatHours(1212 * 3600 + 5 * 60)).toBe(hours)
    expect(t.percent('19')).toBe(percent)
    const { messages } = await import('../../src/web/invoices/invoices.messages.ts')
    expect(messages.oneUnit.KMT ?? messages.units.KMT).toBe(unit)
    const { messages: bills } = await import('../../src/web/bills/bills.messages.ts')
    expect([bills.kinds.credit_note, bills.selfBilled]).toEqual(
      language === 'de' ? ['Rechnungskorrektur', 'Gutschrift'] : ['Credit note', 'Self-billed invoice'],
    )
  },
)

test('fills in the period, month and year of the next invoice, also if a period starts on the 31st', async () => {
  await loadI18n('de')
  const { fillPlaceholders } = await import('../../src/web/recurring/placeholders.ts')
  const monthly = { startsOn: '2026-01-31', every: 1, interval: 'month' } as const
  const next = (nextOn: string | null, more = {}) =>
    fillPlaceholders('{period}, {month} {year}', { ...monthly, ...more, nextOn } as Parameters<
      typeof fillPlaceholders
    >[1])
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
] as const)('elsewhere.changed names who changed what: %s, %j', async (language, who, expected) => {
  const { t } = await loadI18n(language)
  expect(t.elsewhere.changed(who as never, ['Notizen'])).toBe(expected)
})

test('messages have a no-break space before the percent sign and straight apostrophes', async () => {
  const faults = globSync('src/web/**/{*.messages,i18n/de,i18n/en}.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (/[}\d] %|\p{L}’/u.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(faults).toEqual([])
})
