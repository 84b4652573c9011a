import {
  findChild,
  findChildren,
  findDescendant,
  findText,
  parseXml,
  parseXmlBoolean,
  type XmlElement,
} from '#core/text/xml'
import { supportedYears } from '#core/time/clock'
import { parseReference } from './mt940-details.ts'
import {
  assertAccountNameLength,
  collapseWhitespace,
  findImbalance,
  type Imbalance,
  type Movement,
  type ParsedStatements,
  parseIban,
  parseMinorUnits,
  refuseStatement,
  refuseTooManyMovements,
  type Statement,
  type StatementFormat,
  statementLimits,
  type TransactionReferences,
  toValidDate,
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
  /**
   * Reversals with the indicator as the standard defines it, and inverted: some German banks repeat the indicator of the original entry.
   */
  reversals: { standard: Movement[]; inverted: Movement[] }[]
  pending: number
  count: number
  /** Sum of all amounts without their signs. */
  sumCents: number
}

export function parseCamt(text: string): ParsedStatements {
  const entries = new Map<XmlElement, Entries>()
  let count = 0
  const root = parseXml(text, { depth: 60, elements: 2_000_000 }, (element, path) => {
    const statement = path.at(-1)
    const message = path.at(-2)
    if (element.name !== 'Ntry' || !statement || !parts.has(statement.name)) return false
    const known = entries.get(statement) ?? { movements: [], reversals: [], pending: 0, count: 0, sumCents: 0 }
    entries.set(statement, known)
    parseEntry(element, statement, message, known)
    count += 1
    if (count > statementLimits.movements || known.movements.length > statementLimits.movements)
      refuseTooManyMovements()
    return true
  })
  const found = findMessages(root)
  const [message] = found
  const kind = message && messages[message.name]
  if (!message || !kind)
    refuseStatement(
      root.line,
      `kein Kontoauszug (camt.052, 053, 054): ${root.name}`,
      `not a bank statement (camt.052, 053, 054): ${root.name}`,
    )
  const statements = found.flatMap((one) =>
    findChildren(one, messages[one.name]?.part ?? '').map((part) => parseStatement(part, entries.get(part), one)),
  )
  if (!statements.length) refuseStatement(message.line, 'kein Auszug in der Datei', 'no statement in the file')
  const all = statements.reduce((sum, { movements }) => sum + movements.length, 0)
  if (all > statementLimits.movements || statements.length > statementLimits.statements) refuseTooManyMovements()
  return { format: kind.format, statements }
}

/** Finds the messages in a document or an envelope. */
function findMessages(element: XmlElement): XmlElement[] {
  return messages[element.name] ? [element] : element.children.flatMap(findMessages)
}

function parseStatement(part: XmlElement, entries: Entries | undefined, message: XmlElement): Statement {
  const { account, iban, currency } = parseAccount(part)
  const balances = findChildren(part, 'Bal')
  const opening = parseBalance(balances, 'OPBD') ?? parseBalance(balances, 'PRCD')
  const closing = parseBalance([...balances].reverse(), 'CLBD')
  const of = currency ?? opening?.currency ?? closing?.currency ?? entries?.movements[0]?.currency ?? 'EUR'
  const movements = resolveReversals(entries, opening?.cents, closing?.cents)
  for (const { currency: other, line } of movements)
    if (other !== of)
      refuseStatement(
        line,
        `Umsatz in ${other} auf einem Konto in ${of}`,
        `movement in ${other} on an account in ${of}`,
      )
  const days = movements.map(({ bookedOn }) => bookedOn).sort()
  const made = () => parseDay(findChild(message, 'GrpHdr'), 'CreDtTm')
  const statement = {
    account,
    iban,
    currency: of,
    from: parseDay(part, 'FrToDt', 'FrDtTm') ?? parseDay(part, 'FrToDt', 'FrDt') ?? opening?.on ?? days[0] ?? made(),
    to: parseDay(part, 'FrToDt', 'ToDtTm') ?? parseDay(part, 'FrToDt', 'ToDt') ?? closing?.on ?? days.at(-1) ?? made(),
    openingCents: opening?.cents ?? null,
    closingCents: closing?.cents ?? null,
    movements,
    pending: entries?.pending ?? 0,
  }
  const imbalance = opening && closing ? findImbalance(statement, part.line) : findSummaryImbalance(part, entries, of)
  return { ...statement, imbalance }
}

/**
 * Applies reversal indicators by the standard. If the balances contradict that, inverts all, or the only subset that makes the balances
 * agree.
 */
function resolveReversals(entries: Entries | undefined, openingCents?: number, closingCents?: number): Movement[] {
  const { movements, reversals } = entries ?? { movements: [], reversals: [] }
  if (!reversals.length || openingCents === undefined || closingCents === undefined) return movements
  const missing = closingCents - openingCents - sumOf(movements)
  if (missing === 0) return movements
  const differences = reversals.map(({ standard, inverted }) => sumOf(inverted) - sumOf(standard))
  const isUniform = differences.reduce((sum, cents) => sum + cents, 0) === missing
  const chosen = isUniform ? reversals : findInverted(differences, missing)?.flatMap((index) => reversals[index] ?? [])
  if (!chosen) return movements
  const inverted = new Map(chosen.map(({ standard, inverted }) => [standard[0], inverted]))
  const replaced = new Set(chosen.flatMap(({ standard }) => standard))
  return movements.flatMap((one) => inverted.get(one) ?? (replaced.has(one) ? [] : [one]))
}

const sumOf = (movements: readonly Movement[]) => movements.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Reversals for which all combinations are tried: 2^16 = 65,536. */
const maxMixed = 16

/** Indexes whose differences add up to the sum; null if there are none, several solutions or too many to try. */
function findInverted(differences: readonly number[], sum: number): number[] | null {
  if (differences.length > maxMixed) return null
  const found: number[][] = []
  const search = (index: number, left: number, chosen: readonly number[]) => {
    if (found.length > 1) return
    const difference = differences[index]
    if (difference === undefined) {
      if (left === 0) found.push([...chosen])
      return
    }
    search(index + 1, left, chosen)
    if (difference !== 0) search(index + 1, left - difference, [...chosen, index])
  }
  search(0, sum, [])
  const [only] = found
  return only && found.length === 1 ? only : null
}

/** Reports without balances may state number and sum of entries instead. */
function findSummaryImbalance(part: XmlElement, entries: Entries | undefined, currency: string): Imbalance | null {
  const total = findDescendant(part, 'TxsSummry', 'TtlNtries')
  const count = findText(total, 'NbOfNtries')
  const sum = findText(total, 'Sum')
  const { count: found, sumCents } = entries ?? { count: 0, sumCents: 0 }
  const differs =
    (count !== null && Number(count) !== found) ||
    (sum !== null && parseMinorUnits(sum, currency, part.line) !== sumCents)
  if (!total || !differs) return null
  return {
    line: total.line,
    text: {
      de: `die Summe nennt ${count ?? '?'} Umsätze über ${sum ?? '?'}, gelesen wurden ${found}`,
      en: `the summary states ${count ?? '?'} entries with a sum of ${sum ?? '?'}, ${found} were read`,
    },
  }
}

function parseAccount(part: XmlElement) {
  const account = findChild(part, 'Acct')
  const iban = parseIban(findText(account, 'Id', 'IBAN'))
  const other =
    findText(account, 'Id', 'IBAN') ??
    findText(account, 'Id', 'Othr', 'Id') ??
    findText(account, 'Id', 'PrtryAcct', 'Id')
  const name = iban ?? other
  if (!name) refuseStatement(part.line, 'das Konto fehlt (Acct)', 'the account is missing (Acct)')
  const currency = findText(account, 'Ccy')
  if (currency && !/^[A-Z]{3}$/.test(currency))
    refuseStatement(part.line, `keine Währung: ${currency}`, `not a currency: ${currency}`)
  return { account: assertAccountNameLength(name, part.line), name, iban: iban ?? parseIban(other), currency }
}

function parseBalance(balances: readonly XmlElement[], code: string) {
  const balance = balances.find(
    (one) => findText(one, 'Tp', 'CdOrPrtry', 'Cd') === code || findText(one, 'Tp', 'Cd') === code,
  )
  if (!balance) return null
  const { cents, currency } = parseAmount(findChild(balance, 'Amt'), balance)
  return {
    cents: parseSign(balance) * cents,
    currency,
    on: parseDay(balance, 'Dt', 'Dt') ?? parseDay(balance, 'Dt', 'DtTm'),
  }
}

function parseAmount(amount: XmlElement | undefined, within: XmlElement) {
  const currency = amount?.attributes.Ccy
  if (!amount || !currency)
    refuseStatement(within.line, 'Betrag oder Währung fehlt (Amt)', 'amount or currency is missing (Amt)')
  return { cents: parseMinorUnits(amount.text, currency, amount.line), currency }
}

function parseSign(element: XmlElement): 1 | -1 {
  const mark = findText(element, 'CdtDbtInd')
  if (mark !== 'CRDT' && mark !== 'DBIT')
    refuseStatement(element.line, 'weder Soll noch Haben (CdtDbtInd)', 'neither debit nor credit (CdtDbtInd)')
  return mark === 'CRDT' ? 1 : -1
}

function parseDay(element: XmlElement | undefined, ...path: string[]): string | null {
  const found = findDescendant(element, ...path)
  if (!found?.text) return null
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(found.text) ?? []
  return (
    (year && toValidDate(Number(year), Number(month), Number(date))) ||
    refuseStatement(
      found.line,
      `kein Tag von ${supportedYears.first} bis ${supportedYears.last}: ${found.text}`,
      `not a day from ${supportedYears.first} to ${supportedYears.last}: ${found.text}`,
    )
  )
}

function parseEntry(entry: XmlElement, part: XmlElement, message: XmlElement | undefined, entries: Entries) {
  const { name: ownAccount } = parseAccount(part)
  const { cents, currency } = parseAmount(findChild(entry, 'Amt'), entry)
  entries.count += 1
  entries.sumCents += cents
  if (isPending(entry)) {
    entries.pending += 1
    return
  }
  const valueOn = parseDay(entry, 'ValDt', 'Dt') ?? parseDay(entry, 'ValDt', 'DtTm')
  const bookedOn =
    parseDay(entry, 'BookgDt', 'Dt') ??
    parseDay(entry, 'BookgDt', 'DtTm') ??
    valueOn ??
    parseDay(part, 'CreDtTm') ??
    parseDay(findChild(message, 'GrpHdr'), 'CreDtTm')
  if (!bookedOn) refuseStatement(entry.line, 'der Buchungstag fehlt (BookgDt)', 'the booking date is missing (BookgDt)')
  const isReversal = parseXmlBoolean(findText(entry, 'RvslInd'))
  const whole: Movement = {
    bookedOn,
    valueOn,
    amountCents: parseSign(entry) * cents,
    currency,
    name: null,
    iban: null,
    ultimateName: null,
    purpose: collapseWhitespace(findText(entry, 'AddtlNtryInf')),
    endToEndId: null,
    bankReference: collapseWhitespace(findText(entry, 'AcctSvcrRef')),
    references: pickReferences({ entry: findText(entry, 'NtryRef') }),
    isReturn: isReversal || isReturnCode(entry),
    line: entry.line,
  }
  const movements = toMovements(entry, whole, ownAccount, 1)
  entries.movements.push(...movements)
  if (!isReversal) return
  const inverted = toMovements(entry, { ...whole, amountCents: -whole.amountCents }, ownAccount, -1)
  entries.reversals.push({ standard: movements, inverted })
}

/** Movements of an entry: one per transaction if they add up to it, else one in all. `direction` -1 inverts all indicators. */
function toMovements(entry: XmlElement, whole: Movement, ownAccount: string | null, direction: 1 | -1): Movement[] {
  const { currency } = whole
  const sign = whole.amountCents < 0 ? -1 : 1
  const transactions = findChildren(entry, 'NtryDtls').flatMap((details) => findChildren(details, 'TxDtls'))
  if (transactions.length > statementLimits.movements) refuseTooManyMovements()
  const gross = transactions.map((one) => parseCents(one, currency, sign, direction))
  const charges = transactions.map((one) => parseCharges(one, currency))
  const net = gross.map((cents, index) => cents && cents + (charges[index] ?? 0))
  const addUpTo = (amounts: readonly (number | null)[], beside = 0) =>
    amounts.reduce<number>((sum, one) => sum + (one ?? Number.NaN), beside) === whole.amountCents
  const entryCharges = parseCharges(entry, currency)
  const amounts = addUpTo(gross) || !addUpTo(net) ? gross : net
  const hasSeparateCharges = entryCharges !== 0 && !addUpTo(amounts) && addUpTo(amounts, entryCharges)
  const isSplit = transactions.length > 1 && (hasSeparateCharges || addUpTo(amounts))
  const details = transactions.map((one, index): Movement => {
    const amountCents = isSplit ? (amounts[index] ?? 0) : whole.amountCents
    return parseTransaction(one, { ...whole, amountCents }, ownAccount)
  })
  if (isSplit && hasSeparateCharges) return [...details, { ...whole, amountCents: entryCharges }]
  if (isSplit || details.length === 1) return details
  return [{ ...whole, purpose: collapseWhitespace(details.map(({ purpose }) => purpose).join(' ')) ?? whole.purpose }]
}

/** Charges in this currency, negative if the account holder bears them. Versions of camt before 4 have no records. */
function parseCharges(element: XmlElement, currency: string): number {
  const stated = findChildren(element, 'Chrgs')
  const records = stated.flatMap((one) => (findChild(one, 'Rcrd') ? findChildren(one, 'Rcrd') : [one]))
  return records.reduce((sum, record) => {
    const amount = findChild(record, 'Amt') ?? findChild(record, 'TtlChrgsAndTaxAmt')
    if (amount?.attributes.Ccy !== currency) return sum
    const sign = findChild(record, 'CdtDbtInd') ? parseSign(record) : -1
    return sum + sign * parseAmount(amount, record).cents
  }, 0)
}

/** Any status but BOOK, or a bank's own code for pending. */
function isPending(entry: XmlElement): boolean {
  const code = findText(entry, 'Sts', 'Cd') ?? findText(entry, 'Sts')
  if (code) return code !== 'BOOK'
  return /pend|pdng|futr|info|vorgemerkt|vormerk|vmk|vorläufig|provisional|not booked|unbooked/i.test(
    findText(entry, 'Sts', 'Prtry') ?? '',
  )
}

/** Amount of a transaction in the currency of the account; null if it is not given. */
function parseCents(transaction: XmlElement, currency: string, sign: 1 | -1, direction: 1 | -1): number | null {
  const details = findChild(transaction, 'AmtDtls')
  const amount = [
    findChild(transaction, 'Amt'),
    findDescendant(details, 'TxAmt', 'Amt'),
    findDescendant(details, 'InstdAmt', 'Amt'),
  ].find((one) => one?.attributes.Ccy === currency)
  if (!amount) return null
  return (
    (findChild(transaction, 'CdtDbtInd') ? direction * parseSign(transaction) : sign) *
    parseAmount(amount, transaction).cents
  )
}

function isOwnAccount(account: XmlElement | undefined, ownAccount: string | null): boolean {
  const named = parseIban(findText(account, 'Id', 'IBAN')) ?? findText(account, 'Id', 'Othr', 'Id')
  return named !== null && named === ownAccount
}

const parseName = (parties: XmlElement | undefined, role: string) =>
  collapseWhitespace(findText(parties, role, 'Nm') ?? findText(parties, role, 'Pty', 'Nm'))

function parseTransaction(transaction: XmlElement, whole: Movement, ownAccount: string | null): Movement {
  const isReturn = whole.isReturn || Boolean(findChild(transaction, 'RtrInf')) || isReturnCode(transaction)
  // A return names the parties of the original.
  const isIncoming = whole.amountCents > 0 !== isReturn
  const parties = findChild(transaction, 'RltdPties')
  const both = ['Dbtr', 'Cdtr'].map((role) => ({
    name: parseName(parties, role),
    ultimateName: parseName(parties, `Ultmt${role}`),
    iban: parseIban(findText(parties, `${role}Acct`, 'Id', 'IBAN')),
    isOwn: isOwnAccount(findChild(parties, `${role}Acct`), ownAccount),
  }))
  const [first, second] = isIncoming ? both : both.reverse()
  const isNamed = first && (first.name || first.ultimateName || first.iban)
  const other = [isNamed ? first : undefined, second].find((party) => party && !party.isOwn)
  const remittance = findChild(transaction, 'RmtInf')
  const written = [
    ...findChildren(remittance, 'Ustrd').map(({ text }) => text),
    ...findChildren(remittance, 'Strd').flatMap((one) => [
      findText(one, 'RfrdDocInf', 'Nb'),
      findText(one, 'CdtrRefInf', 'Ref'),
      ...findChildren(one, 'AddtlRmtInf').map(({ text }) => text),
    ]),
  ]
  const references = findChild(transaction, 'Refs')
  return {
    ...whole,
    name: other?.name ?? other?.ultimateName ?? null,
    iban: other?.iban ?? null,
    ultimateName: other?.ultimateName ?? null,
    purpose:
      collapseWhitespace(written.filter(Boolean).join(' ')) ??
      collapseWhitespace(findText(transaction, 'AddtlTxInf')) ??
      whole.purpose,
    endToEndId: parseReference(findText(references, 'EndToEndId')),
    bankReference: collapseWhitespace(findText(references, 'AcctSvcrRef')) ?? whole.bankReference,
    references: {
      ...whole.references,
      ...pickReferences({
        uetr: findText(references, 'UETR'),
        txId: findText(references, 'TxId'),
        mandate: findText(references, 'MndtId'),
      }),
      ...parseProprietaryReferences(references),
    },
    isReturn,
    line: transaction.line,
  }
}

/** References have at most 35 characters (Max35Text), a UETR 36. Longer texts and placeholders are dropped. */
const validReference = (text: string | null): string | undefined => {
  const found = parseReference(text)
  return found && found.length <= 36 ? found : undefined
}

function pickReferences(texts: Record<string, string | null>): TransactionReferences {
  const found = Object.entries(texts).map(([kind, text]) => [kind, validReference(text)] as const)
  return Object.fromEntries(found.filter(([, text]) => text))
}

function parseProprietaryReferences(references: XmlElement | undefined): TransactionReferences {
  const proprietary = findChildren(references, 'Prtry')
    .slice(0, 5)
    .flatMap((one) => {
      const [kind, text] = [validReference(findText(one, 'Tp')), validReference(findText(one, 'Ref'))]
      return kind && text ? [[kind, text]] : []
    })
  return proprietary.length ? { proprietary: Object.fromEntries(proprietary) } : {}
}

/** Returned debits and transfers by the German code (GVC) or ISO 20022 family code. */
const isReturnCode = (element: XmlElement) =>
  /^N[A-Z]{3}\+(108|109|159|18[1-5])\b/.test(findText(element, 'BkTxCd', 'Prtry', 'Cd') ?? '') ||
  /^(UPDD|PRDD|RRTN|RRCT)$/.test(findText(element, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '')
