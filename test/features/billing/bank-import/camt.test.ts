import { describe, expect, test } from 'vitest'
import type { Movement } from '#features/billing/bank-import/statement'
import { readCpuTime } from '../../../harness/cpu-time.ts'
import { message, movementsOf, read, refusal, statementsOf } from './parse.ts'
import { camt, camtOf, details, entry, mt940, own } from './samples.ts'

describe('camt', () => {
  test('has payer, account and purpose of an entry', async () => {
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

  test('splits a batch if its parts add up, and keeps it whole otherwise', async () => {
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
    test.each([true, false])('splits a batch whose parts have charge records: %s', async (inner) => {
      const told = parts.map((one) => details(one).replace('</TxDtls>', `${charge(20, inner)}</TxDtls>`)).join('')
      expect(await movementsOf(camtOf(entry(`<NtryDtls>${told}</NtryDtls>`, 151_959), 151_959))).toMatchObject([
        { amountCents: 149_980, name: 'Blau' },
        { amountCents: 1979, name: 'Grün' },
      ])
    })
    test('splits a batch whose parts state total charges', async () => {
      const total = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.20</TtlChrgsAndTaxAmt></Chrgs>'
      const told = parts.map((one) => details(one).replace('</TxDtls>', `${total}</TxDtls>`)).join('')
      expect(await movementsOf(camtOf(entry(`<NtryDtls>${told}</NtryDtls>`, 151_959), 151_959))).toMatchObject([
        { amountCents: 149_980, name: 'Blau' },
        { amountCents: 1979, name: 'Grün' },
      ])
    })
    test('books charges of the entry as a movement of their own', async () => {
      const batch = entry(`${charge(40)}<NtryDtls>${parts.map(details).join('')}</NtryDtls>`, 151_959)
      expect(await movementsOf(camtOf(batch, 151_959))).toMatchObject([
        { amountCents: 150_000, name: 'Blau' },
        { amountCents: 1999, name: 'Grün' },
        { amountCents: -40, name: null },
      ])
    })
  })
  test('has the payer, not the own company, if the account has no IBAN', async () => {
    const paid = details({ cents: 100, name: 'Weber' }).replace(
      '</RltdPties>',
      '<Cdtr><Nm>Wir GmbH</Nm></Cdtr><CdtrAcct><Id><Othr><Id>4711</Id></Othr></Id></CdtrAcct></RltdPties>',
    )
    const text = camtOf(entry(`<NtryDtls>${paid}</NtryDtls>`, 100), 100)
    const other = text.replace(`<IBAN>${own}</IBAN>`, '<Othr><Id>4711</Id></Othr>')
    expect(await movementsOf(other)).toMatchObject([{ name: 'Weber', iban: null }])
  })
  test('dates an entry without a day by its message, and counts pending codes of banks', async () => {
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
  test.each(['1', 'true'])('accepts the xs:boolean %s for a reversal', async (indicator) => {
    expect(await movementsOf(camtOf(reversal(indicator), 100))).toMatchObject([{ isReturn: true, amountCents: 100 }])
  })
  test('inverts a reversal if the balances require it, and refuses it otherwise', async () => {
    const paid = entry(`<NtryDtls>${details({ cents: 300, name: 'Blau' })}</NtryDtls>`, 300)
    expect(await movementsOf(camtOf(paid + reversal('true'), 200))).toMatchObject([
      { amountCents: 300, isReturn: false },
      { amountCents: -100, isReturn: true, name: 'Weber' },
    ])
    expect((await refusal(camtOf(paid + reversal('true'), 150)))[1]).toContain('closing balance')
  })
  test('supports mixed reversal indicators if the balances allow one reading, and refuses them otherwise', async () => {
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
    // Either of two equal reversals may be the inverted one.
    expect((await refusal(camtOf(of(100, 'Weber') + of(100, 'Blau'), 0)))[1]).toContain('closing balance')
    // Too many to try: refused at once.
    const many = Array.from({ length: 40 }, (_, index) => of(2 ** (index % 30), 'Weber')).join('')
    expect((await refusal(camtOf(many, 1)))[1]).toContain('closing balance')
  })
  test('has all permanent references', async () => {
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
  test('has the ultimate debtor beside the payer', async () => {
    const paid = details({ cents: 100, name: 'PayPal Europe' }).replace(
      '</RltdPties>',
      '<UltmtDbtr><Nm>Brandt Fotografie</Nm></UltmtDbtr></RltdPties>',
    )
    const expected = [{ name: 'PayPal Europe', ultimateName: 'Brandt Fotografie' }]
    expect(await movementsOf(camtOf(entry(`<NtryDtls>${paid}</NtryDtls>`, 100), 100))).toMatchObject(expected)
    const written = mt940({ cents: 100, name: 'PayPal Europe', purpose: 'x ABWA+Brandt Fotografie' })
    expect(await movementsOf(written)).toMatchObject(expected)
  })
  test('has no name if only the own account is given', async () => {
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
  test('counts pending entries and skips them', async () => {
    const text = camtOf(entry('', 700, { status: 'PDNG' }) + entry('', 100), 100)
    expect(await statementsOf(text)).toMatchObject([{ pending: 1, movements: [{ amountCents: 100 }] }])
  })

  test('recognizes returned debits and their parties', async () => {
    const returned = `<RvslInd>true</RvslInd><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Weber</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>
      <Cdtr><Pty><Nm>Wir</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${own}</IBAN></Id></CdtrAcct></RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`
    expect(await movementsOf(camtOf(entry(returned, -500), -500))).toMatchObject([
      { amountCents: -500, isReturn: true, name: 'Weber', iban: 'DE89370400440532013000' },
    ])
  })

  test('supports later versions, reports, notifications, envelopes and other encodings', async () => {
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

  test('reads at most 5000 transactions', async () => {
    expect(await movementsOf(camtOf(entry('', 1).repeat(5000), 5000))).toHaveLength(5000)
    expect(await refusal(camtOf(entry('', 1).repeat(5001), 5001))).toEqual([
      null,
      expect.stringContaining('more than 5000'),
    ])
  })

  test('refuses more than 5000 before parsing', async () => {
    const many = message(':60F:C260309EUR0,', ...Array(60_000).fill(':61:2603100310C1,NTRFX\r\n:86:166?20A'))
    const before = readCpuTime()
    expect(await refusal(many)).toEqual([null, expect.stringContaining('more than 5000')])
    const batch = entry(`<NtryDtls>${'<TxDtls/>'.repeat(200_000)}</NtryDtls>`, 1)
    expect(await refusal(camtOf(batch, 1))).toEqual([null, expect.stringContaining('more than 5000')])
    expect(readCpuTime() - before).toBeLessThan(8000)
  })

  test('truncates texts to the format, and quotes little in errors', async () => {
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

  test('refuses too many elements', async () => {
    expect(await refusal('<a>'.repeat(100))).toEqual([1, expect.stringContaining('levels')])
  })
})
