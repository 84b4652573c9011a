/** A movement in a generated statement. */
export interface Moved {
  cents: number
  name?: string
  iban?: string
  purpose?: string
  endToEndId?: string
  on?: string
}

const euros = (cents: number, separator = '.') =>
  `${Math.trunc(Math.abs(cents) / 100)}${separator}${String(Math.abs(cents) % 100).padStart(2, '0')}`

const sum = (moved: readonly Moved[]) => moved.reduce((total, { cents }) => total + cents, 0)
const sign = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')

export const own = 'DE02120300000000202051'

/** One entry of a camt message. */
export const entry = (body: string, cents: number, { on = '2026-03-10', status = 'BOOK' } = {}) =>
  `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${sign(cents)}</CdtDbtInd><Sts>${status}</Sts>
    <BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>${body}</Ntry>`

const balance = (code: string, cents: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${sign(cents)}</CdtDbtInd><Dt><Dt>2026-03-10</Dt></Dt></Bal>`

export const details = ({ cents, name, iban, purpose, endToEndId }: Moved) => {
  const role = cents < 0 ? 'Cdtr' : 'Dbtr'
  return `<TxDtls><Refs>${endToEndId ? `<EndToEndId>${endToEndId}</EndToEndId>` : ''}</Refs>
    <AmtDtls><TxAmt><Amt Ccy="EUR">${euros(cents)}</Amt></TxAmt></AmtDtls>
    <RltdPties>${name ? `<${role}><Nm>${name}</Nm></${role}>` : ''}${iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : ''}</RltdPties>
    ${purpose ? `<RmtInf><Ustrd>${purpose}</Ustrd></RmtInf>` : ''}</TxDtls>`
}

/** A camt.053 whose balances differ by `cents`. */
export const camtOf = (entries: string, cents: number, account = own) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-10T20:00:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', 1000)}${balance('CLBD', 1000 + cents)}
${entries}</Stmt></BkToCstmrStmt></Document>`

export const camt = (...moved: Moved[]) =>
  camtOf(moved.map((one) => entry(`<NtryDtls>${details(one)}</NtryDtls>`, one.cents, one)).join('\n'), sum(moved))

/** The same as a German MT940. */
export const mt940 = (...moved: Moved[]) =>
  [
    ':20:STARTUMS',
    ':25:12030000/202051',
    ':28C:00001/001',
    ':60F:C260309EUR10,00',
    ...moved.flatMap(({ cents, name = '', iban = '', purpose = '', endToEndId, on = '2026-03-10' }) => {
      const text = `${endToEndId ? `EREF+${endToEndId} ` : ''}SVWZ+${purpose}`
      const parts = (text.match(/.{1,27}/gs) ?? []).map((part, at) => `?2${at}${part}`).join('')
      const names = `?32${name.slice(0, 27)}${name.length > 27 ? `?33${name.slice(27)}` : ''}`
      const told = `166?00GUTSCHRIFT?10931${parts}?30BYLADEM1001?31${iban}${names}`
      return [
        `:61:${on.slice(2).replaceAll('-', '')}${on.slice(5).replace('-', '')}${cents < 0 ? 'D' : 'C'}${euros(cents, ',')}NTRFNONREF`,
        ...(`:86:${told}`.match(/.{1,65}/gs) ?? []),
      ]
    }),
    `:62F:${1000 + sum(moved) < 0 ? 'D' : 'C'}260310EUR${euros(1000 + sum(moved), ',')}`,
    '-',
  ].join('\r\n')
