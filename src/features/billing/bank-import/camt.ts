import { child, childrenOf, descend, readXml, textAt, type XmlElement } from '#core/text/xml'
import { years } from '#core/time/clock'
import { reference } from './mt940-details.ts'
import {
  accountName,
  assertBalanced,
  day,
  ibanIn,
  type Movement,
  minorUnits,
  mostOfStatement,
  refuse,
  type Statement,
  type StatementFormat,
  type Statements,
  tidy,
  tooMuch,
} from './statement.ts'

// ISO 20022 Bank-to-Customer messages, in all versions of camt.052, camt.053 and camt.054.

const messages: Readonly<Record<string, { format: StatementFormat; part: string }>> = {
  BkToCstmrStmt: { format: 'camt.053', part: 'Stmt' },
  BkToCstmrAcctRpt: { format: 'camt.052', part: 'Rpt' },
  BkToCstmrDbtCdtNtfctn: { format: 'camt.054', part: 'Ntfctn' },
}
const parts = new Set(Object.values(messages).map(({ part }) => part))

interface Entries {
  movements: Movement[]
  pending: number
  count: number
  /** Of the amounts of all entries, without their signs. */
  sumCents: number
}

export function readCamt(text: string): Statements {
  const entries = new Map<XmlElement, Entries>()
  let count = 0
  const root = readXml(text, { depth: 60, elements: 2_000_000 }, (element, path) => {
    const statement = path.at(-1)
    if (element.name !== 'Ntry' || !statement || !parts.has(statement.name)) return false
    const known = entries.get(statement) ?? { movements: [], pending: 0, count: 0, sumCents: 0 }
    entries.set(statement, known)
    readEntry(element, statement, known)
    count += 1
    if (count > mostOfStatement.movements || known.movements.length > mostOfStatement.movements) tooMuch()
    return true
  })
  const found = messagesIn(root)
  const [message] = found
  const kind = message && messages[message.name]
  if (!message || !kind)
    refuse(
      root.line,
      `kein Kontoauszug (camt.052, 053, 054): ${root.name}`,
      `not a bank statement (camt.052, 053, 054): ${root.name}`,
    )
  const statements = found.flatMap((one) =>
    childrenOf(one, messages[one.name]?.part ?? '').map((part) => readStatement(part, entries.get(part), one)),
  )
  if (!statements.length) refuse(message.line, 'kein Auszug in der Datei', 'no statement in the file')
  const all = statements.reduce((sum, { movements }) => sum + movements.length, 0)
  if (all > mostOfStatement.movements || statements.length > mostOfStatement.statements) tooMuch()
  return { format: kind.format, statements }
}

/** The messages in a document, or in an envelope around several. */
function messagesIn(element: XmlElement): XmlElement[] {
  return messages[element.name] ? [element] : element.children.flatMap(messagesIn)
}

function readStatement(part: XmlElement, entries: Entries | undefined, message: XmlElement): Statement {
  const { account, iban, currency } = accountOf(part)
  const balances = childrenOf(part, 'Bal')
  const opening = balanceOf(balances, 'OPBD') ?? balanceOf(balances, 'PRCD')
  const closing = balanceOf([...balances].reverse(), 'CLBD')
  const of = currency ?? opening?.currency ?? closing?.currency ?? entries?.movements[0]?.currency ?? 'EUR'
  const movements = entries?.movements ?? []
  for (const { currency: other, line } of movements)
    if (other !== of)
      refuse(line, `Umsatz in ${other} auf einem Konto in ${of}`, `movement in ${other} on an account in ${of}`)
  const days = movements.map(({ bookedOn }) => bookedOn).sort()
  const made = () => dayIn(child(message, 'GrpHdr'), 'CreDtTm')
  const statement: Statement = {
    account,
    iban,
    currency: of,
    from: dayIn(part, 'FrToDt', 'FrDtTm') ?? dayIn(part, 'FrToDt', 'FrDt') ?? opening?.on ?? days[0] ?? made(),
    to: dayIn(part, 'FrToDt', 'ToDtTm') ?? dayIn(part, 'FrToDt', 'ToDt') ?? closing?.on ?? days.at(-1) ?? made(),
    openingCents: opening?.cents ?? null,
    closingCents: closing?.cents ?? null,
    movements,
    pending: entries?.pending ?? 0,
  }
  assertBalanced(statement, part.line)
  if (!opening || !closing) assertSummary(part, entries, of)
  return statement
}

/** What has no balances says how many entries there are and what they add up to. */
function assertSummary(part: XmlElement, entries: Entries | undefined, currency: string) {
  const total = descend(part, 'TxsSummry', 'TtlNtries')
  const count = textAt(total, 'NbOfNtries')
  const sum = textAt(total, 'Sum')
  const { count: found, sumCents } = entries ?? { count: 0, sumCents: 0 }
  const differs =
    (count !== null && Number(count) !== found) || (sum !== null && minorUnits(sum, currency, part.line) !== sumCents)
  if (total && differs)
    refuse(
      total.line,
      `die Summe nennt ${count ?? '?'} Umsätze über ${sum ?? '?'}, gelesen wurden ${found}`,
      `the summary tells of ${count ?? '?'} entries of ${sum ?? '?'}, ${found} were read`,
    )
}

function accountOf(part: XmlElement) {
  const account = child(part, 'Acct')
  const iban = ibanIn(textAt(account, 'Id', 'IBAN'))
  const other =
    textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id') ?? textAt(account, 'Id', 'PrtryAcct', 'Id')
  const name = iban ?? other
  if (!name) refuse(part.line, 'das Konto fehlt (Acct)', 'the account is missing (Acct)')
  const currency = textAt(account, 'Ccy')
  if (currency && !/^[A-Z]{3}$/.test(currency))
    refuse(part.line, `keine Währung: ${currency}`, `not a currency: ${currency}`)
  return { account: accountName(name, part.line), iban: iban ?? ibanIn(other), currency }
}

function balanceOf(balances: readonly XmlElement[], code: string) {
  const balance = balances.find(
    (one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code || textAt(one, 'Tp', 'Cd') === code,
  )
  if (!balance) return null
  const { cents, currency } = amountOf(child(balance, 'Amt'), balance)
  return { cents: signed(balance) * cents, currency, on: dayIn(balance, 'Dt', 'Dt') ?? dayIn(balance, 'Dt', 'DtTm') }
}

function amountOf(amount: XmlElement | undefined, within: XmlElement) {
  const currency = amount?.attributes.Ccy
  if (!amount || !currency)
    refuse(within.line, 'Betrag oder Währung fehlt (Amt)', 'amount or currency is missing (Amt)')
  return { cents: minorUnits(amount.text, currency, amount.line), currency }
}

function signed(element: XmlElement): 1 | -1 {
  const mark = textAt(element, 'CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT')
    refuse(element.line, 'weder Soll noch Haben (CdtDbtInd)', 'neither debit nor credit (CdtDbtInd)')
  return mark === 'CRDT' ? 1 : -1
}

function dayIn(element: XmlElement | undefined, ...path: string[]): string | null {
  const found = descend(element, ...path)
  if (!found?.text) return null
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(found.text) ?? []
  return (
    (year && day(Number(year), Number(month), Number(date))) ||
    refuse(
      found.line,
      `kein Tag von ${years.first} bis ${years.last}: ${found.text}`,
      `not a day from ${years.first} to ${years.last}: ${found.text}`,
    )
  )
}

/** An entry is a movement, or as many as it has transactions, where their amounts make up its own. */
function readEntry(entry: XmlElement, part: XmlElement, entries: Entries) {
  const { iban: own } = accountOf(part)
  const { cents, currency } = amountOf(child(entry, 'Amt'), entry)
  const sign = signed(entry)
  entries.count += 1
  entries.sumCents += cents
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (status && status !== 'BOOK') {
    entries.pending += 1
    return
  }
  const valueOn = dayIn(entry, 'ValDt', 'Dt') ?? dayIn(entry, 'ValDt', 'DtTm')
  const bookedOn = dayIn(entry, 'BookgDt', 'Dt') ?? dayIn(entry, 'BookgDt', 'DtTm') ?? valueOn
  if (!bookedOn) refuse(entry.line, 'der Buchungstag fehlt (BookgDt)', 'the booking date is missing (BookgDt)')
  const whole: Movement = {
    bookedOn,
    valueOn,
    amountCents: sign * cents,
    currency,
    name: null,
    iban: null,
    purpose: tidy(textAt(entry, 'AddtlNtryInf')),
    endToEndId: null,
    bankReference: tidy(textAt(entry, 'AcctSvcrRef')),
    isReturn: textAt(entry, 'RvslInd') === 'true' || isReturnCode(entry),
    line: entry.line,
  }
  const transactions = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'))
  if (transactions.length > mostOfStatement.movements) tooMuch()
  const amounts = transactions.map((one) => centsOf(one, currency, sign))
  const isSplit =
    transactions.length > 1 && amounts.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) === whole.amountCents
  const told = transactions.map((one, index): Movement => {
    const amountCents = isSplit ? (amounts[index] ?? 0) : whole.amountCents
    return transactionOf(one, { ...whole, amountCents }, own)
  })
  if (isSplit || told.length === 1) entries.movements.push(...told)
  else
    entries.movements.push({ ...whole, purpose: tidy(told.map(({ purpose }) => purpose).join(' ')) ?? whole.purpose })
}

/** What a transaction moved on the account, in its currency; null where it does not say. */
function centsOf(transaction: XmlElement, currency: string, sign: 1 | -1): number | null {
  const details = child(transaction, 'AmtDtls')
  const amount = [
    child(transaction, 'Amt'),
    descend(details, 'TxAmt', 'Amt'),
    descend(details, 'InstdAmt', 'Amt'),
  ].find((one) => one?.attributes.Ccy === currency)
  if (!amount) return null
  return (child(transaction, 'CdtDbtInd') ? signed(transaction) : sign) * amountOf(amount, transaction).cents
}

function transactionOf(transaction: XmlElement, whole: Movement, own: string | null): Movement {
  const isReturn = whole.isReturn || Boolean(child(transaction, 'RtrInf')) || isReturnCode(transaction)
  // Of what goes back the parties are those of the original.
  const isIncoming = whole.amountCents > 0 !== isReturn
  const parties = child(transaction, 'RltdPties')
  const both = ['Dbtr', 'Cdtr'].map((role) => ({
    name: tidy(
      textAt(parties, role, 'Nm') ??
        textAt(parties, role, 'Pty', 'Nm') ??
        textAt(parties, `Ultmt${role}`, 'Nm') ??
        textAt(parties, `Ultmt${role}`, 'Pty', 'Nm'),
    ),
    iban: ibanIn(textAt(parties, `${role}Acct`, 'Id', 'IBAN')),
  }))
  const [first, second] = isIncoming ? both : both.reverse()
  const other = first && (first.name || first.iban) && first.iban !== own ? first : second
  const remittance = child(transaction, 'RmtInf')
  const written = [
    ...childrenOf(remittance, 'Ustrd').map(({ text }) => text),
    ...childrenOf(remittance, 'Strd').flatMap((one) => [
      textAt(one, 'RfrdDocInf', 'Nb'),
      textAt(one, 'CdtrRefInf', 'Ref'),
      ...childrenOf(one, 'AddtlRmtInf').map(({ text }) => text),
    ]),
  ]
  const references = child(transaction, 'Refs')
  return {
    ...whole,
    name: other?.name ?? null,
    iban: other && other.iban !== own ? other.iban : null,
    purpose: tidy(written.filter(Boolean).join(' ')) ?? tidy(textAt(transaction, 'AddtlTxInf')) ?? whole.purpose,
    endToEndId: reference(textAt(references, 'EndToEndId')),
    bankReference: tidy(textAt(references, 'AcctSvcrRef')) ?? whole.bankReference,
    isReturn,
    line: transaction.line,
  }
}

/** Returned debits and transfers by the German code (GVC) or the family of ISO 20022. */
const isReturnCode = (element: XmlElement) =>
  /^N[A-Z]{3}\+(108|109|159|18[1-5])\b/.test(textAt(element, 'BkTxCd', 'Prtry', 'Cd') ?? '') ||
  /^(UPDD|PRDD|RRTN|RRCT)$/.test(textAt(element, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '')
