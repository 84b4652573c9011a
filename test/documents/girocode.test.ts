import { describe, expect, test } from 'vitest'
import { formatGirocode, isGirocodeAmount } from '#documents/girocode'

const transfer = {
  name: 'Kontor Werkstatt GmbH',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  cents: 163625,
  reference: 'RE-2026-0042',
}

describe('the GiroCode', () => {
  test('says what EPC069-12 asks for, line by line', () => {
    expect(formatGirocode(transfer).split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', 'BYLADEM1001', 'Kontor Werkstatt GmbH', 'DE02120300000000202051', 'EUR1636.25'],
      ...['', '', 'RE-2026-0042'],
    ])
  })

  test('leaves the BIC out where it is not known, and cuts what is too long', () => {
    const lines = formatGirocode({ ...transfer, bic: null, name: 'ü'.repeat(80), reference: 'x'.repeat(150) }).split(
      '\n',
    )
    expect(lines[4]).toBe('')
    expect(lines[5]).toBe('ü'.repeat(70))
    expect(lines[10]).toHaveLength(140)
  })

  test('holds one cent to 999,999,999.99 €', () => {
    expect([0, 1, 99_999_999_999, 100_000_000_000, -1].map(isGirocodeAmount)).toEqual([false, true, true, false, false])
  })
})
