import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { createZip, type ZipFile } from '#core/storage/zip'
import { parseStatements } from '#features/billing/bank-import/parse-statements'
import type { Movement, Statement } from '#features/billing/bank-import/statement'
import { readCpuTime } from '../../../harness/cpu-time.ts'
import { camt, camtOf, details, entry, mt940, own } from './samples.ts'

const read = (text: string | Uint8Array) => parseStatements(typeof text === 'string' ? Buffer.from(text) : text)

async function statementsOf(text: string | Uint8Array): Promise<Statement[]> {
  const result = await read(text)
  if ('refused' in result) throw new Error(`${result.refused.line}: ${result.refused.text.en}`)
  return result.statements
}

async function movementsOf(text: string | Uint8Array): Promise<Movement[]> {
  return (await statementsOf(text)).flatMap(({ movements }) => movements)
}

/** The line and the words of a refusal. */
async function refusal(text: string | Uint8Array): Promise<[number | null, string]> {
  const result = await read(text)
  if (!('refused' in result)) throw new Error('It was read.')
  return [result.refused.line, result.refused.text.en]
}

const message = (...lines: string[]) => [':20:X', ':25:12345678/1234567', ':28C:1/1', ...lines, '-'].join('\r\n')

describe('MT940', () => {
  test('is read in a time that grows with its length, whatever ends its lines', async () => {
    const text = message(':60F:C260309EUR0,', ':62F:C260309EUR0,').replaceAll('\r\n', '\r\r\n')
    const before = readCpuTime()
    expect(await statementsOf(text + '\r'.repeat(60_000))).toHaveLength(1)
    expect(readCpuTime() - before).toBeLessThan(1000)
  })

  test('tells accounts, days, balances and what German banks write in :86:', async () => {
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

  test('is read in UTF-8, Latin-1, Windows-1252 and CP850, with every end of line', async () => {
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

  test('holds several statements, the pages of one, and none of what stands between', async () => {
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

  test('knows marks of reversal and of what is expected, third letters, years between and February of thirty days', async () => {
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

  test('goes on after the end of a page without a new :20:', async () => {
    const text = message(':60M:C260309EUR1,', '-', ':61:260310C5,00NTRFX', ':62F:C260310EUR6,')
    expect(await statementsOf(text)).toMatchObject([{ openingCents: 100, closingCents: 600, movements: { length: 1 } }])
  })

  test('reads other forms of :86:', async () => {
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

  test('as MT942 is checked against its own sums', async () => {
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

  test('refuses what is not whole', async () => {
    expect(await refusal(':61:260310C2,00NTRFX')).toEqual([1, 'field :61: before :20:'])
    expect(await refusal(':20:X\r\n:60F:C260309EUR0,')).toEqual([1, 'field :25: (account) is missing'])
    expect(await refusal('Buchungstag;Betrag\r\n1;2')).toEqual([null, 'neither camt nor MT940'])
    expect(await refusal(message(':60F:C260309EUR0,', ':62F:C260309USD0,'))).toEqual([5, 'balances in two currencies'])
  })
})

describe('camt', () => {
  test('tells of an entry who paid, from where, for what', async () => {
    const [statement] = await statementsOf(
      camt(
        {
          cents: 11900,
          name: 'Weber &amp; Söhne',
          iban: 'DE89370400440532013000',
          purpose: 'RE-2026-0042',
          endToEndId: 'E2E-1',
        },
        { cents: -500, name: 'Bank', endToEndId: 'NOTPROVIDED' },
      ),
    )
    expect(statement).toMatchObject({ account: own, iban: own, openingCents: 1000, closingCents: 12400 })
    expect(statement?.movements).toMatchObject([
      {
        amountCents: 11900,
        name: 'Weber & Söhne',
        iban: 'DE89370400440532013000',
        purpose: 'RE-2026-0042',
        endToEndId: 'E2E-1',
      },
      { amountCents: -500, name: 'Bank', endToEndId: null },
    ])
  })

  test('takes a batch apart where its parts make it up, and leaves it whole where they do not', async () => {
    const parts = [
      { cents: 1000, purpose: 'RE-1' },
      { cents: 2000, purpose: 'RE-2' },
    ]
    const batch = (cents: number) => camtOf(entry(`<NtryDtls>${parts.map(details).join('')}</NtryDtls>`, cents), cents)
    expect((await movementsOf(batch(3000))).map(({ amountCents }) => amountCents)).toEqual([1000, 2000])
    expect(await movementsOf(batch(2990))).toMatchObject([{ amountCents: 2990, purpose: 'RE-1 RE-2' }])
  })

  describe('with charges', () => {
    const charge = (cents: number, inner = true) =>
      `<Chrgs>${inner ? '<Rcrd>' : ''}<Amt Ccy="EUR">0.${cents}</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd>${inner ? '</Rcrd>' : ''}</Chrgs>`
    const parts = [
      { cents: 150_000, name: 'Blau', purpose: 'RE-1' },
      { cents: 1999, name: 'Grün', purpose: 'RE-2' },
    ]
    test.each([true, false])('takes a batch apart whose parts bear them, in records: %s', async (inner) => {
      const told = parts.map((one) => details(one).replace('</TxDtls>', `${charge(20, inner)}</TxDtls>`)).join('')
      expect(await movementsOf(camtOf(entry(`<NtryDtls>${told}</NtryDtls>`, 151_959), 151_959))).toMatchObject([
        { amountCents: 149_980, name: 'Blau' },
        { amountCents: 1979, name: 'Grün' },
      ])
    })
    test('takes a batch apart whose parts state their total alone', async () => {
      const total = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.20</TtlChrgsAndTaxAmt></Chrgs>'
      const told = parts.map((one) => details(one).replace('</TxDtls>', `${total}</TxDtls>`)).join('')
      expect(await movementsOf(camtOf(entry(`<NtryDtls>${told}</NtryDtls>`, 151_959), 151_959))).toMatchObject([
        { amountCents: 149_980, name: 'Blau' },
        { amountCents: 1979, name: 'Grün' },
      ])
    })
    test('of the entry are a movement of their own', async () => {
      const batch = entry(`${charge(40)}<NtryDtls>${parts.map(details).join('')}</NtryDtls>`, 151_959)
      expect(await movementsOf(camtOf(batch, 151_959))).toMatchObject([
        { amountCents: 150_000, name: 'Blau' },
        { amountCents: 1999, name: 'Grün' },
        { amountCents: -40, name: null },
      ])
    })
  })
  test('shows the payer and not the own company where the account has no IBAN', async () => {
    const paid = details({ cents: 100, name: 'Weber' }).replace(
      '</RltdPties>',
      '<Cdtr><Nm>Wir GmbH</Nm></Cdtr><CdtrAcct><Id><Othr><Id>4711</Id></Othr></Id></CdtrAcct></RltdPties>',
    )
    const text = camtOf(entry(`<NtryDtls>${paid}</NtryDtls>`, 100), 100)
    const other = text.replace(`<IBAN>${own}</IBAN>`, '<Othr><Id>4711</Id></Othr>')
    expect(await movementsOf(other)).toMatchObject([{ name: 'Weber', iban: null }])
  })
  test('dates an entry without a day by the message, and announces what a bank calls pending', async () => {
    const bare = (status: string) =>
      entry('', 100)
        .replace(/<BookgDt>.*<\/ValDt>/s, '')
        .replace('<Sts>BOOK</Sts>', `<Sts>${status}</Sts>`)
    expect(await movementsOf(camtOf(bare('BOOK'), 100))).toMatchObject([{ bookedOn: '2026-03-10', valueOn: null }])
    expect(await movementsOf(camtOf(bare('<Prtry>booked</Prtry>'), 100))).toHaveLength(1)
    for (const status of ['PDNG', '<Cd>PDNG</Cd>', '<Prtry>Pending</Prtry>'])
      expect(await statementsOf(camtOf(bare(status), 0)), status).toMatchObject([{ movements: [], pending: 1 }])
  })

  const reversal = (indicator: string) =>
    entry(`<NtryDtls>${details({ cents: 100, name: 'Weber', purpose: 'RE-1' })}</NtryDtls>`, 100).replace(
      '<Sts>',
      `<RvslInd>${indicator}</RvslInd><Sts>`,
    )
  test.each(['1', 'true'])('knows a reversal by the xs:boolean %s', async (indicator) => {
    expect(await movementsOf(camtOf(reversal(indicator), 100))).toMatchObject([{ isReturn: true, amountCents: 100 }])
  })
  test('reads a reversal with the mark of its original where the balances prove it, and refuses it elsewhere', async () => {
    const paid = entry(`<NtryDtls>${details({ cents: 300, name: 'Blau' })}</NtryDtls>`, 300)
    expect(await movementsOf(camtOf(paid + reversal('true'), 200))).toMatchObject([
      { amountCents: 300, isReturn: false },
      { amountCents: -100, isReturn: true, name: 'Weber' },
    ])
    expect((await refusal(camtOf(paid + reversal('true'), 150)))[1]).toContain('closing balance')
  })
  test('reads reversals with marks of both kinds where the balances prove one reading of each, and refuses them elsewhere', async () => {
    const of = (cents: number, name: string) =>
      entry(`<NtryDtls>${details({ cents, name, purpose: 'RE-1' })}</NtryDtls>`, cents).replace(
        '<Sts>',
        '<RvslInd>true</RvslInd><Sts>',
      )
    const amounts = async (text: string) => (await movementsOf(text)).map(({ amountCents }) => amountCents)
    const three = of(100, 'Weber') + of(300, 'Blau') + of(700, 'Rot')
    expect(await amounts(camtOf(three, 500))).toEqual([100, -300, 700])
    expect(await amounts(camtOf(three, 1100))).toEqual([100, 300, 700])
    expect(await amounts(camtOf(three, -1100))).toEqual([-100, -300, -700])
    expect((await refusal(camtOf(three, 501)))[1]).toContain('closing balance')
    // Either of two alike may be the inverted one.
    expect((await refusal(camtOf(of(100, 'Weber') + of(100, 'Blau'), 0)))[1]).toContain('closing balance')
    // More than are tried: refused at once.
    const many = Array.from({ length: 40 }, (_, index) => of(2 ** (index % 30), 'Weber')).join('')
    expect((await refusal(camtOf(many, 1)))[1]).toContain('closing balance')
  })
  test('tells every reference that lasts', async () => {
    const told = details({ cents: 100, name: 'Blau' }).replace(
      '<Refs>',
      '<Refs><MndtId>M-1</MndtId><TxId>T-1</TxId><UETR>eb6305c9-1f7f-49de-aed0-16487c27b42d</UETR><Prtry><Tp>FI-UMSATZ-ID</Tp><Ref>42</Ref></Prtry>',
    )
    const text = entry(`<NtryDtls>${told}</NtryDtls>`, 100).replace('<Ntry>', '<Ntry><NtryRef>7</NtryRef>')
    expect((await movementsOf(camtOf(text, 100)))[0]?.references).toEqual({
      ...{ uetr: 'eb6305c9-1f7f-49de-aed0-16487c27b42d', txId: 'T-1', entry: '7', mandate: 'M-1' },
      proprietary: { 'FI-UMSATZ-ID': '42' },
    })
  })
  test('tells for whom somebody paid, beside who paid', async () => {
    const paid = details({ cents: 100, name: 'PayPal Europe' }).replace(
      '</RltdPties>',
      '<UltmtDbtr><Nm>Brandt Fotografie</Nm></UltmtDbtr></RltdPties>',
    )
    const expected = [{ name: 'PayPal Europe', ultimateName: 'Brandt Fotografie' }]
    expect(await movementsOf(camtOf(entry(`<NtryDtls>${paid}</NtryDtls>`, 100), 100))).toMatchObject(expected)
    const written = mt940({ cents: 100, name: 'PayPal Europe', purpose: 'x ABWA+Brandt Fotografie' })
    expect(await movementsOf(written)).toMatchObject(expected)
  })
  test('shows nobody where the own account alone is told', async () => {
    const paid = details({ cents: 100, purpose: 'RE-1' }).replace(
      /<RltdPties>.*<\/RltdPties>/s,
      `<RltdPties><Cdtr><Nm>Wir GmbH</Nm></Cdtr><CdtrAcct><Id><IBAN>${own}</IBAN></Id></CdtrAcct></RltdPties>`,
    )
    expect(await movementsOf(camtOf(entry(`<NtryDtls>${paid}</NtryDtls>`, 100), 100))).toMatchObject([
      { name: null, iban: null, purpose: 'RE-1' },
    ])
  })
  test.each(['VORMERKUNG', 'Vorgemerkt', 'VMK', 'pending'])('counts %s as pending', async (word) => {
    const text = entry('', 700).replace(/<Sts>.*?<\/Sts>/, `<Sts><Prtry>${word}</Prtry></Sts>`)
    expect(await statementsOf(camtOf(text + entry('', 100), 100))).toMatchObject([{ pending: 1, movements: [{}] }])
  })
  test('counts what is pending and leaves it out', async () => {
    const text = camtOf(entry('', 700, { status: 'PDNG' }) + entry('', 100), 100)
    expect(await statementsOf(text)).toMatchObject([{ pending: 1, movements: [{ amountCents: 100 }] }])
  })

  test('knows returned debits, and whose they were', async () => {
    const returned = `<RvslInd>true</RvslInd><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Weber</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>
      <Cdtr><Pty><Nm>Wir</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${own}</IBAN></Id></CdtrAcct></RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`
    expect(await movementsOf(camtOf(entry(returned, -500), -500))).toMatchObject([
      { amountCents: -500, isReturn: true, name: 'Weber', iban: 'DE89370400440532013000' },
    ])
  })

  test('reads later versions, reports and notifications, envelopes and other encodings', async () => {
    const text = camt({ cents: 100, name: 'Jörg' })
      .replace('camt.053.001.02', 'camt.053.001.08')
      .replaceAll('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')
    expect(await movementsOf(text)).toMatchObject([{ name: 'Jörg' }])
    const latin = text.replace('UTF-8', 'ISO-8859-1')
    expect(await movementsOf(Buffer.from(latin, 'latin1'))).toMatchObject([{ name: 'Jörg' }])
    expect(await movementsOf(Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le'))).toMatchObject([
      { name: 'Jörg' },
    ])
    const report = text
      .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
      .replace('<Stmt>', '<Rpt>')
      .replace('</Stmt>', '</Rpt>')
    expect(await read(report)).toMatchObject({ format: 'camt.052' })
    const notice = text
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('Stmt>', 'Ntfctn>')
      .replace(/<Bal>.*<\/Bal>/s, '')
    expect(await read(notice)).toMatchObject({ format: 'camt.054', statements: [{ openingCents: null }] })
    expect(await movementsOf(`<Envelope>${text.replace(/<\?.*?\?>/, '')}</Envelope>`)).toHaveLength(1)
  })

  test.each([
    ['balances that do not agree', camtOf(entry('', 100), 99), 3, 'opening balance and movements'],
    [
      'a summary that does not agree',
      camtOf(`<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries></TxsSummry>${entry('', 100)}`, 100).replace(
        /<Bal>.*<\/Bal>/s,
        '',
      ),
      4,
      'summary',
    ],
    ['an amount that is none', camtOf(entry('', 100), 100).replace('>1.00<', '>1,0,0<'), 4, 'not an amount'],
    [
      'an entry in another currency',
      camtOf(entry('', 100), 100).replace('<Ntry><Amt Ccy="EUR">', '<Ntry><Amt Ccy="USD">'),
      4,
      'movement in USD',
    ],
    [
      'neither debit nor credit',
      camtOf(entry('', 100), 100).replace(/<CdtDbtInd>CRDT<\/CdtDbtInd><Sts>/, '<Sts>'),
      4,
      'neither debit nor credit',
    ],
    [
      'an account that is missing',
      camtOf(entry('', 100), 100).replace(/<Acct>.*<\/Acct>/, ''),
      3,
      'account is missing',
    ],
    ['a tag that is not closed', '<Document>\n<a>\n</Document>', 3, 'not valid XML'],
    ['the year 9999', camtOf(entry('', 100, { on: '9999-12-31' }), 100), 5, 'not a day from 1900 to 2200'],
    ['the year 0', camtOf(entry('', 100, { on: '0000-01-01' }), 100), 5, 'not a day from 1900 to 2200'],
    ['a day that does not exist', camtOf(entry('', 100, { on: '2026-02-30' }), 100), 5, 'not a day'],
    ['an account without end', camtOf(entry('', 100), 100, 'X'.repeat(71)), 3, 'longer than 70'],
    ['another document', '<Invoice/>', 1, 'not a bank statement'],
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>', 1, 'DOCTYPE'],
    [
      'an encoding that it does not have',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>\xe4</a>', 'latin1'),
      null,
      'not in the encoding',
    ],
  ])('refuses %s, and says where', async (_, text, at, words) => {
    expect(await refusal(text)).toEqual([at, expect.stringContaining(words)])
  })

  test('reads no more than 5000 transactions', async () => {
    expect(await movementsOf(camtOf(entry('', 1).repeat(5000), 5000))).toHaveLength(5000)
    expect(await refusal(camtOf(entry('', 1).repeat(5001), 5001))).toEqual([
      null,
      expect.stringContaining('more than 5000'),
    ])
  })

  test('refuses more than 5000 before it makes sense of any', async () => {
    const many = message(':60F:C260309EUR0,', ...Array(60_000).fill(':61:2603100310C1,NTRFX\r\n:86:166?20A'))
    const before = readCpuTime()
    expect(await refusal(many)).toEqual([null, expect.stringContaining('more than 5000')])
    const batch = entry(`<NtryDtls>${'<TxDtls/>'.repeat(200_000)}</NtryDtls>`, 1)
    expect(await refusal(camtOf(batch, 1))).toEqual([null, expect.stringContaining('more than 5000')])
    expect(readCpuTime() - before).toBeLessThan(8000)
  })

  test('cuts texts to what the formats hold, and quotes little of what it refuses', async () => {
    const long = { cents: 1, name: 'N'.repeat(1e5), purpose: 'P'.repeat(1e6), endToEndId: 'E'.repeat(1e5) }
    const [moved] = await movementsOf(camt(long))
    const { name, purpose, endToEndId } = moved as Movement
    expect([name?.length, purpose?.length, endToEndId?.length]).toEqual([140, 2000, 35])
    const slashes = message(':60F:C260309EUR0,', `:61:260310C1,NTRFX//${'/'.repeat(1e6)}x`, `:86:${'/'.repeat(1e6)}x`)
    const [told] = await movementsOf(slashes)
    expect(told?.purpose).toHaveLength(2000)
    const [, words] = await refusal(message(':60F:C260309EUR0,', `:61:${'9'.repeat(1e6)}`))
    expect(words.length).toBeLessThan(400)
  })

  test('refuses elements without end', async () => {
    expect(await refusal('<a>'.repeat(100))).toEqual([1, expect.stringContaining('levels')])
  })
})

describe('a ZIP', () => {
  const zip = (...files: [name: string, content: string | Uint8Array][]) => {
    async function* each(): AsyncGenerator<ZipFile> {
      for (const [name, content] of files) yield { name, content: Buffer.from(content) }
    }
    return buffer(createZip(each(), new Date()))
  }

  test('is read as its files, by their names, as banks deliver camt', async () => {
    const file = await zip(
      ['2026-03-02.xml', camt({ cents: 200, purpose: 'zwei' })],
      ['__MACOSX/._2026-03-01.xml', 'x'],
      ['2026-03-01.xml', camt({ cents: 100, purpose: 'eins' }, { cents: 50 })],
    )
    expect((await statementsOf(file)).map(({ movements }) => movements.map(({ amountCents }) => amountCents))).toEqual([
      [100, 50],
      [200],
    ])
    expect(await movementsOf(await zip(['a.sta', mt940({ cents: 700 })]))).toMatchObject([{ amountCents: 700 }])
  })

  test('is refused with the file and the reason, or where it is larger than a statement may be', async () => {
    const good = camt({ cents: 100 })
    for (const [file, words] of [
      [await zip(), /no file/],
      [await zip(['a.xml', good], ['b.pdf', '%PDF']), /^b\.pdf: neither camt nor MT940/],
      [await zip(['a.xml', good], ['b.xml', good.replace('</', '<')]), /^b\.xml, line \d+/],
      [await zip(['a.xml', good], ['b.sta', mt940({ cents: 1 })]), /camt\.053 and mt940/],
      [await zip(['inner.zip', await zip(['a.xml', good])]), /^inner\.zip: neither camt/],
      [
        await zip(['a.xml', Buffer.alloc(15_000_000)], ['b.xml', Buffer.alloc(15_000_000)]),
        /more than 500 files or 20 MB/,
      ],
      [
        await zip(...Array.from({ length: 501 }, (_, index) => [`${index}.xml`, ''] as [string, string])),
        /more than 500/,
      ],
      [(await zip(['a.xml', good])).subarray(0, -30), /damaged/],
    ] as const)
      expect((await refusal(file))[1]).toMatch(words)
  })

  test('that becomes larger than it says is not unpacked', async () => {
    const bomb = await zip(['a.xml', Buffer.alloc(100_000_000)])
    const entry = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bomb.writeUInt32LE(100, entry + 24)
    const before = process.memoryUsage.rss()
    expect((await refusal(bomb))[1]).toMatch(/damaged/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(50e6)
  })
})
