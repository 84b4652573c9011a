import fc from 'fast-check'

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY']
const upTo = (most: number, least = 1) => fc.integer({ min: least, max: most })
const signed = (most: number) => upTo(most).chain((number) => fc.constantFrom(number, -number))
const list = <Value>(value: fc.Arbitrary<Value>, maxLength = 3) =>
  fc.uniqueArray(value, { minLength: 1, maxLength }).map(String)
const part = (name: string, value: fc.Arbitrary<unknown>) =>
  fc.option(
    value.map((each) => `${name}=${each}`),
    { nil: '', freq: 3 },
  )
/** What is asked of parts that a frequency has only. */
const only = (isOne: boolean, value: fc.Arbitrary<string>) => (isOne ? value : fc.constant(''))

/** Rules of RFC 5545 that are well-formed, mostly of what hardly anybody would ask for. */
export const anyRule = fc.constantFrom(...frequencies).chain((frequency) => {
  const isWithinDay = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(frequency)
  const counted = { YEARLY: ['', '', 1, -1, 2, 20, -30], MONTHLY: ['', '', 1, -1, 2, 4, -3, 5] }[frequency] ?? ['']
  const usual = { SECONDLY: 5000, MINUTELY: 300 }[frequency] ?? 7
  return fc
    .tuple(
      fc.constant(`FREQ=${frequency}`),
      part('INTERVAL', fc.oneof({ weight: 4, arbitrary: upTo(usual) }, upTo(9999))),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('') },
        upTo(50).map((count) => `COUNT=${count}`),
        upTo(5000).map((count) => `COUNT=${count}`),
        fc.constantFrom('UNTIL=20270101', 'UNTIL=20400101T120000Z', 'UNTIL=22001231', 'UNTIL=99991231'),
      ),
      part('BYMONTH', list(upTo(12))),
      only(frequency === 'YEARLY', part('BYWEEKNO', list(signed(53)))),
      only(frequency === 'YEARLY' || isWithinDay, part('BYYEARDAY', list(signed(366)))),
      only(frequency !== 'WEEKLY', part('BYMONTHDAY', list(signed(31)))),
      part(
        'BYDAY',
        list(fc.tuple(fc.constantFrom(...counted), fc.constantFrom(...weekdays)).map((day) => day.join(''))),
      ),
      part('BYHOUR', list(upTo(23, 0))),
      part('BYMINUTE', list(upTo(59, 0))),
      part('BYSECOND', list(upTo(59, 0), 1)),
      part('BYSETPOS', list(signed(366))),
      part('WKST', fc.constantFrom(...weekdays)),
      fc.constantFrom(
        '',
        '',
        '',
        'RSCALE=GREGORIAN',
        'RSCALE=GREGORIAN;SKIP=OMIT',
        'RSCALE=GREGORIAN;SKIP=BACKWARD',
        'RSCALE=GREGORIAN;SKIP=FORWARD',
      ),
    )
    .map((parts) => {
      const said = parts.filter((each) => each !== '')
      const isOfSet = said.some((each) => /^BY(?!SETPOS)/.test(each))
      const isOfWeeks = said.some((each) => each.startsWith('BYWEEKNO'))
      return said
        .filter((each) => isOfSet || !each.startsWith('BYSETPOS'))
        .map((each) => (isOfWeeks && each.startsWith('BYDAY') ? each.replaceAll(/-?\d+/g, '') : each))
        .join(';')
    })
})

/** Texts that are hardly ever a rule. */
export const anyRuleText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'FREQ',
          'INTERVAL',
          'COUNT',
          'UNTIL',
          'BYDAY',
          'BYMONTHDAY',
          'BYSETPOS',
          'RSCALE',
          'SKIP',
          'X',
          '',
        ),
        fc.constantFrom('=', '==', '', ':'),
        fc.oneof(
          fc.constantFrom(
            ...frequencies,
            'MO',
            '-1SU',
            '0',
            '1',
            '-1',
            '1e3',
            '99999',
            '20260230',
            '99991231',
            'HEBREW',
            'OMIT',
            ',',
            '',
          ),
          fc.string(),
        ),
      ),
    )
    .map((parts) => parts.map((each) => each.join('')).join(';')),
)

export const anyStart = fc.constantFrom(
  ...[
    '1604-01-01T09:00:00Z',
    '1900-01-31T22:30:00Z',
    '2020-01-01T09:00:00Z',
    '2024-02-29T10:15:30Z',
    '2026-12-31T00:00:00Z',
  ],
  '2199-12-31T23:59:59Z',
)
