import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { readCpuTime } from '../../../harness/cpu-time.ts'
import { message, movementsOf, read, refusal, statementsOf } from './parse.ts'
import { mt940 } from './samples.ts'

describe('MT940', () => {
  test('is parsed in linear time, with any line ends', async () => {
    const text = message(':60F:C260309EUR0,', ':62F:C260309EUR0,').replaceAll('\r\n', '\r\r\n')
    const before = readCpuTime()
    expect(await statementsOf(text + '\r'.repeat(60_000))).toHaveLength(1)
    expect(readCpuTime() - before).toBeLessThan(1000)
  })

  test('has accounts, days, balances and the :86: of German banks', async () => {
    const text = mt940(
      {
        cents: 11900,
        name: 'Bäckerei Süß & Söhne GmbH und Co. KG',
        iban: 'DE89370400440532013000',
        purpose: 'Rechnung RE-2026-0042 vom 1.3.2026, besten Dank auch an Frau Ä',
        endToEndId: 'E2E-1',
      },
      { cents: -500, purpose: 'Entgelt' },
    )
    const [statement] = await statementsOf(text)
    expect(statement).toMatchObject({
      account: '12030000/202051',
      currency: 'EUR',
      from: '2026-03-09',
      to: '2026-03-10',
      openingCents: 1000,
      closingCents: 12400,
      pending: 0,
    })
    expect(statement?.movements).toMatchObject([
      {
        bookedOn: '2026-03-10',
        amountCents: 11900,
        name: 'Bäckerei Süß & Söhne GmbH und Co. KG',
        iban: 'DE89370400440532013000',
        purpose: 'Rechnung RE-2026-0042 vom 1.3.2026, besten Dank auch an Frau Ä',
        endToEndId: 'E2E-1',
        isReturn: false,
      },
      { amountCents: -500, name: null, iban: null, endToEndId: null },
    ])
  })

  test('is decoded from UTF-8, Latin-1, Windows-1252 and CP850, with any line ends', async () => {
    const text = mt940({ cents: 100, name: 'Jörg Müßig', purpose: 'Für Öl' })
    for (const encoding of ['utf-8', 'latin1', 'windows-1252', 'cp850'])
      expect(await movementsOf(iconv.encode(text, encoding)), encoding).toMatchObject([
        { name: 'Jörg Müßig', purpose: 'Für Öl' },
      ])
    const trimmed = text.replace(/ +\r\n/g, '\r\n')
    expect(trimmed).not.toBe(text)
    expect(await movementsOf(trimmed)).toMatchObject([{ name: 'Jörg Müßig' }])
    for (const end of ['\n', '\r', '\r\r\n', '@@'])
      expect(await movementsOf(text.replaceAll('\r\n', end)), JSON.stringify(end)).toMatchObject([{ amountCents: 100 }])
    expect(await movementsOf(`\ufeff\u0001{1:F01X}{2:O940}{4:\r\n${text.slice(0, -1)}-}{5:{CHK:1}}`)).toHaveLength(1)
  })

  test('has several statements and pages, without the text between', async () => {
    const page = (opening: string, closing: string, sum: string) =>
      message(`:60${opening}`, `:61:2603100310C${sum}NTRFNONREF`, `:62${closing}`)
    const text = [
      'BANKDEFF 940',
      page('F:C260309EUR0,', 'M:C260310EUR5,', '5,'),
      page('M:C260310EUR5,', 'F:C260310EUR7,5', '2,5'),
    ].join('\r\n\r\n')
    const statements = await statementsOf(text)
    expect(statements.map(({ openingCents, closingCents }) => [openingCents, closingCents])).toEqual([
      [0, 500],
      [500, 750],
    ])
  })

  test('supports reversals, expected entries, third letters, years and February of thirty days', async () => {
    const text = message(
      ':60F:C251231EUR100,00',
      ':61:2512310102RC10,00NTRFNONREF//B1',
      ':61:2602300301RDR5,00N024NONREF',
      ':61:260101CR1,00NTRFRE-2026-0001',
      'Zusatz',
      ':61:260105D2,00 NMSC',
      ':86:109?00RUECKLASTSCHRIFT?20RE-2026-0007',
      ':62F:C260302EUR94,00',
    )
    expect(await movementsOf(text)).toMatchObject([
      { bookedOn: '2026-01-02', valueOn: '2025-12-31', amountCents: -1000, isReturn: true, bankReference: 'B1' },
      { bookedOn: '2026-03-01', valueOn: '2026-02-28', amountCents: 500, isReturn: true },
      { bookedOn: '2026-01-01', amountCents: 100, purpose: 'RE-2026-0001 Zusatz', isReturn: false },
      { amountCents: -200, isReturn: true, purpose: 'RE-2026-0007' },
    ])
    const expected = message(':60F:C260309EUR1,', ':61:260310EC5,00NTRFX', ':62F:C260310EUR1,')
    expect(await statementsOf(expected)).toMatchObject([{ pending: 1, movements: [] }])
  })

  test('continues after a page end without a new :20:', async () => {
    const text = message(':60M:C260309EUR1,', '-', ':61:260310C5,00NTRFX', ':62F:C260310EUR6,')
    expect(await statementsOf(text)).toMatchObject([{ openingCents: 100, closingCents: 600, movements: { length: 1 } }])
  })

  test('supports other variants of :86:', async () => {
    const details = async (...lines: string[]) =>
      (await movementsOf(message(':60F:C260309EUR0,', ':61:260310C1,NTRFNONREF', ...lines, ':62F:C260310EUR1,')))[0]
    expect(await details(':86:166~00X~20EREF+NOTPROVIDED~21SVWZ+RE 1~32Weber~60 und 2')).toMatchObject({
      name: 'Weber',
      purpose: 'RE 1 und 2',
      endToEndId: null,
    })
    expect(
      await details(':86:/EREF/E-5//IBAN/DE89370400440532013000//NAME/A. Weber', '/REMI/RE-2026-0001/'),
    ).toMatchObject({ name: 'A. Weber', iban: 'DE89370400440532013000', purpose: 'RE-2026-0001', endToEndId: 'E-5' })
    expect(await details(':86:UEBERWEISUNG VON WEBER', 'RE-2026-0001')).toMatchObject({
      purpose: 'UEBERWEISUNG VON WEBER RE-2026-0001',
    })
    expect(await details(':86:166?20um 12', ':30 Uhr wie?99 besprochen')).toMatchObject({
      purpose: 'um 12:30 Uhr wie?99 besprochen',
    })
    expect(await details()).toMatchObject({ purpose: null })
  })

  test('is checked against its sums as MT942', async () => {
    const text = (count: number) =>
      [':20:X', ':25:DE02120300000000202051', ':28C:1', ':34F:EUR0,', ':13D:2603101200+0100']
        .concat([':61:2603100310C5,00NTRFX', ':61:2603100310D2,00NTRFX', `:90D:${count}EUR2,00`, ':90C:1EUR5,00', '-'])
        .join('\r\n')
    expect(await read(text(1))).toMatchObject({
      format: 'mt942',
      statements: [{ iban: 'DE02120300000000202051', openingCents: null, movements: [{}, {}] }],
    })
    expect(await refusal(text(2))).toEqual([8, expect.stringContaining(':90D:')])
  })

  test.each([
    ['a sum that is off', ':61:260310C1,00NTRFX', 6, 'opening balance and movements'],
    ['a day that does not exist', ':61:261340C2,00NTRFX', 5, 'not a day'],
    ['an amount that is none', ':61:260310C2,0x0NTRFX', 5, 'not a statement line'],
    ['fractions of a cent', ':61:260310C2,001NTRFX', 5, 'not an amount'],
    ['a mark that is none', ':61:260310X2,00NTRFX', 5, 'not a statement line'],
    ['an unknown field', ':77:what', 5, 'unknown field'],
  ])('refuses %s, and says where', async (_, line, at, words) => {
    const text = message(':60F:C260309EUR0,', line, ':62F:C260310EUR2,')
    expect(await refusal(text)).toEqual([at, expect.stringContaining(words)])
  })

  test('refuses incomplete files', async () => {
    expect(await refusal(':61:260310C2,00NTRFX')).toEqual([1, 'field :61: before :20:'])
    expect(await refusal(':20:X\r\n:60F:C260309EUR0,')).toEqual([1, 'field :25: (account) is missing'])
    expect(await refusal('Buchungstag;Betrag\r\n1;2')).toEqual([null, 'neither camt nor MT940'])
    expect(await refusal(message(':60F:C260309EUR0,', ':62F:C260309USD0,'))).toEqual([5, 'balances in two currencies'])
  })
})
