import { expect, test } from 'vitest'
import { type KnownTransaction, recognizeMovements } from '#features/billing/bank-import/recognize-movements'
import type { Movement, Statement, StatementFormat } from '#features/billing/bank-import/statement'
import { readCpuTime } from '../../../harness/cpu-time.ts'

/** Recognizes statements of one account in turn; each knows the transactions of those before. */
function reader() {
  const known: KnownTransaction[] = []
  return (
    movements: readonly Partial<Movement>[],
    format: StatementFormat = 'camt.053',
    of: Partial<Statement> = {},
  ) => {
    const whole = movements.map((one, line) => ({ ...plain, ...one, line }))
    const statement = { ...empty, ...of, movements: whole }
    const recognized = recognizeMovements({ statements: [statement], format, known })
    for (const [index, { id, isNew }] of recognized.entries())
      if (isNew)
        known.push({
          ...(whole[index] as Movement),
          id,
          format,
          account: '532013000',
          bank: of.iban ? '37040044' : null,
        })
    return recognized.map(({ id }) => id)
  }
}

const plain: Movement = {
  ...{ bookedOn: '2026-03-10', valueOn: '2026-03-10', amountCents: 100, currency: 'EUR', name: null, iban: null },
  ...{
    ultimateName: null,
    purpose: null,
    endToEndId: null,
    bankReference: null,
    references: {},
    isReturn: false,
    line: 0,
  },
}
const empty: Statement = {
  ...{ account: '0532013000', iban: null, currency: 'EUR', from: null, to: null },
  ...{ openingCents: null, closingCents: null, movements: [], pending: 0, imbalance: null },
}

/** Donations of equal day and amount. */
const donations = (count: number, more: (index: number) => Partial<Movement> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    purpose: `Spende ${(index * 7919) % 10_007} für das Dach der Kirche, mit besten Grüßen`,
    name: `Spender Nummer ${index}`,
    ...more(index),
  }))

test('recognizes thousands of equal day and amount in another order and format within seconds', () => {
  const read = reader()
  const first = read(donations(5000))
  expect(new Set(first).size).toBe(5000)
  const before = readCpuTime()
  expect(read(donations(5000).toReversed())).toEqual(first.toReversed())
  // What MT940 keeps of a purpose, without the name.
  const again = read(
    donations(5000).map(({ purpose }) => ({ purpose: purpose?.slice(0, 27).toUpperCase() })),
    'mt940',
  )
  expect(again).toEqual(first)
  expect(readCpuTime() - before).toBeLessThan(10_000)
})

test('recognizes thousands without other details one by one', () => {
  const read = reader()
  const first = read(donations(5000, () => ({ purpose: null, name: null })))
  expect(new Set(first).size).toBe(5000)
  expect(read(donations(5000, () => ({ purpose: null, name: null })))).toEqual(first)
})

test('compares long texts by their start', () => {
  const read = reader()
  const long = (index: number) => ({ purpose: `${'xyz '.repeat(400)}${index}`, name: null })
  const first = read(donations(2000, long))
  const before = readCpuTime()
  expect(
    new Set(
      read(
        donations(2000, (index) => ({ ...long(index), bankReference: String(index) })),
        'mt940',
      ),
    ),
  ).toEqual(new Set(first))
  expect(readCpuTime() - before).toBeLessThan(10_000)
})

test('identifies an account by IBAN, bank code or BIC with number, or number; other banks differ', () => {
  const read = reader()
  const iban = 'DE89370400440532013000'
  const moved = [{ purpose: 'RE-2026-0001' }]
  const [id] = read(moved, 'camt.053', { account: iban, iban })
  for (const account of ['37040044/532013000', '37040044/0532013000', 'COBADEFFXXX/0532013000', '0532013000'])
    expect(read(moved, 'mt940', { account }), account).toEqual([id])
  for (const account of ['37040045/0532013000', '0532013001', 'DE89/0532013000'])
    expect(read(moved, 'mt940', { account }), account).not.toEqual([id])
})

test('separates payments that differ in a number, and matches truncated texts', () => {
  const read = reader()
  const from = { name: 'Blau GmbH', iban: 'DE89370400440532013000' }
  const [one] = read([{ ...from, purpose: 'Wartung Rechnung RE-2026-0001' }])
  const [other] = read([{ ...from, purpose: 'Wartung Rechnung RE-2026-0003' }])
  expect(other).not.toBe(one)
  expect(read([{ ...from, purpose: 'WARTUNG RECHNUNG RE2026-00' }], 'mt940')).toEqual([one])
  expect(read([{ ...from, purpose: 'RE 2026 0003 Wartung Rechnung' }], 'mt940')).toEqual([other])
})

test('separates twins by the strongest common reference, and matches them by the same', () => {
  const of = (references: Movement['references'], more: Partial<Movement> = {}) => [
    { purpose: 'Monatsbeitrag', name: 'Blau GmbH', references, ...more },
  ]
  const twins: [Movement['references'], Movement['references']][] = [
    [{ uetr: 'u-1' }, { uetr: 'u-2' }],
    [
      { txId: 't-1', entry: '1' },
      { txId: 't-2', entry: '1' },
    ],
    [{ entry: '1' }, { entry: '2' }],
    [{ mandate: 'M-1' }, { mandate: 'M-2' }],
    [{ proprietary: { 'FI-UMSATZ-ID': '1' } }, { proprietary: { 'FI-UMSATZ-ID': '2' } }],
  ]
  for (const [first, other] of twins) {
    const read = reader()
    const known = read(of(first), 'camt.054')
    expect(read(of(other), 'camt.054'), JSON.stringify(other)).not.toEqual(known)
    expect(read(of(first), 'camt.054'), JSON.stringify(first)).toEqual(known)
    // The other format has no reference, so details decide.
    expect(read(of({}), 'mt940')).toEqual(known)
  }
  const read = reader()
  const known = read(of({ uetr: 'u-1', entry: '1' }), 'camt.054')
  expect(read(of({ uetr: 'u-1', entry: '7' }, { purpose: 'BEITRAG', bankReference: 'x' }), 'camt.053')).toEqual(known)
})

test('separates direct debits with one EndToEndId by mandate, and matches reworded texts', () => {
  const read = reader()
  const debit = (mandate: string, purpose: string) => [{ purpose, endToEndId: 'LAUF-1', references: { mandate } }]
  const [one] = read(debit('M-1', 'Beitrag März'), 'camt.054')
  const [other] = read(debit('M-2', 'Beitrag März'), 'camt.054')
  expect(other).not.toBe(one)
  expect(read(debit('M 1', 'LASTSCHRIFT EINZUG'), 'mt940')).toEqual([one])
})

test('matches a notification of another day by payment references', () => {
  const payment = (bookedOn: string, valueOn: string | null, more: Partial<Movement> = {}) => [
    { purpose: 'Miete', bookedOn, valueOn, references: { uetr: 'u-1' }, ...more },
  ]
  for (const [notified, booked] of [
    [payment('2026-03-03', '2026-03-03'), payment('2026-03-02', '2026-03-03')],
    [payment('2026-03-11', null), payment('2026-03-10', '2026-03-10')],
    [
      payment('2026-03-11', null, { references: { txId: 't-1' } }),
      payment('2026-03-10', null, { references: { txId: 't-1' } }),
    ],
  ] as const) {
    const read = reader()
    const known = read(notified, 'camt.054')
    expect(read(booked, 'camt.053')).toEqual(known)
  }
  const read = reader()
  const known = read(payment('2026-03-10', null), 'camt.053')
  // Booked, reversed and booked again on other days.
  expect(read(payment('2026-03-12', null), 'camt.053')).not.toEqual(known)
  const reused = payment('2026-03-12', null, { references: { txId: 't-1' }, endToEndId: 'Miete 4' })
  const first = read(payment('2026-03-10', null, { references: { txId: 't-1' }, endToEndId: 'Miete 3' }), 'camt.053')
  expect(read(reused, 'camt.054')).not.toEqual(first)
})

test('matches a notification without booking date by AcctSvcrRef, or EndToEndId and mandate, and keeps twins apart', () => {
  const of = (bookedOn: string, valueOn: string | null, more: Partial<Movement>) => [
    { purpose: 'Miete', name: 'Blau GmbH', bookedOn, valueOn, ...more },
  ]
  const shared: Partial<Movement>[] = [
    { bankReference: 'A-1' },
    { endToEndId: 'E-1' },
    { endToEndId: 'E-1', references: { mandate: 'M-1' } },
  ]
  for (const more of shared)
    for (const valueOn of [null, '2026-03-12']) {
      const notified = of('2026-03-12', valueOn, more)
      const booked = of('2026-03-10', valueOn, more)
      const read = reader()
      const known = read(notified, 'camt.054')
      expect(read(booked, 'camt.053'), JSON.stringify([more, valueOn])).toEqual(known)
      const other = reader()
      const first = other(booked, 'camt.053')
      expect(other(notified, 'camt.054'), JSON.stringify([more, valueOn])).toEqual(first)
    }
  const twins: [Partial<Movement>, Partial<Movement>, string][] = [
    [{ bankReference: 'A-1' }, { bankReference: 'A-2' }, '2026-03-10'],
    [{ bankReference: 'A-1', endToEndId: 'E-1' }, { bankReference: 'A-2', endToEndId: 'E-1' }, '2026-03-10'],
    [{ bankReference: 'A-1', endToEndId: 'E-1' }, { bankReference: 'A-1', endToEndId: 'E-2' }, '2026-03-10'],
    [
      { endToEndId: 'E-1', references: { mandate: 'M-1' } },
      { endToEndId: 'E-1', references: { mandate: 'M-2' } },
      '2026-03-10',
    ],
    // A payer that repeats the same EndToEndId.
    [{ endToEndId: 'E-1' }, { endToEndId: 'E-1' }, '2026-03-05'],
    [{}, {}, '2026-03-10'],
  ]
  for (const [one, other, bookedOn] of twins) {
    const read = reader()
    const known = read(of('2026-03-12', null, one), 'camt.054')
    expect(read(of(bookedOn, null, other), 'camt.053'), JSON.stringify([one, other])).not.toEqual(known)
  }
  // A booking date different from the value date decides.
  const read = reader()
  const known = read(of('2026-03-12', '2026-03-11', { endToEndId: 'E-1' }), 'camt.054')
  expect(read(of('2026-03-10', null, { endToEndId: 'E-1' }), 'camt.053')).not.toEqual(known)
})
