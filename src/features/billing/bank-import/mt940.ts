import iconv from 'iconv-lite'
import { isIban } from '#core/money/banking'
import { toNfc } from '#core/text/characters'
import { parseMt940Details, parseReference } from './mt940-details.ts'
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
  statementLimits,
  toValidDate,
} from './statement.ts'

// SWIFT MT940 and MT942 as banks in Germany write them (DFÜ-Abkommen, Anlage 3, chapter 8), and their neighbours.

/** A field of a message: its tag, and its lines without the tag. */
interface Field {
  tag: string
  line: number
  lines: string[]
}

const tags = new Set('13 13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS'.split(' '))

/** Whether the bytes start with fields of such messages. */
export const isMt940 = (bytes: Uint8Array) =>
  /(^|[\r\n@}\s]):(20|25|28C?|6\d[FM]?|86):/.test(Buffer.from(bytes.subarray(0, 10_000)).toString('latin1'))

export function parseMt940(bytes: Uint8Array): ParsedStatements {
  const statements: Statement[] = []
  let interim = 0
  for (const message of [...readMessages(limitMovements(readFields(toNfc(decode(bytes)))))]) {
    const { statement, isInterim } = parseMessage(message)
    statements.push(statement)
    interim += isInterim ? 1 : 0
  }
  return { format: interim === statements.length ? 'mt942' : 'mt940', statements }
}

/** Refuses files over the limit before they are parsed. */
function* limitMovements(fields: Iterable<Field>): Generator<Field> {
  let movements = 0
  let statements = 0
  for (const field of fields) {
    if (field.tag === '61') movements += 1
    if (field.tag === '20') statements += 1
    if (movements > statementLimits.movements || statements > statementLimits.statements) refuseTooManyMovements()
    yield field
  }
}

/** UTF-8 if valid; else Windows-1252 or DOS code page 850, whichever makes the umlauts plausible. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const count = (of: readonly number[]) => bytes.reduce((sum, byte) => sum + (of.includes(byte) ? 1 : 0), 0)
    const isDos = count([0x81, 0x84, 0x8e, 0x94, 0x99, 0x9a, 0xe1]) > count([0xc4, 0xd6, 0xdc, 0xdf, 0xe4, 0xf6, 0xfc])
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), isDos ? 'cp850' : 'windows-1252')
  }
}

/** The format has six lines of 65 characters; banks that exceed this stay far below these limits. */
const fieldLimits = { lines: 40, characters: 2000 }

/** Yields the fields of all messages; text around the messages is skipped. */
function* readFields(text: string): Generator<Field> {
  // Terminals write `@@` for the end of a line.
  const rows = text.replace(/@@(?=:\d\d|-)/g, '\n').split(/\r+\n?|\n/)
  let field: Field | undefined
  let inMessage = false
  // Some banks end each page with `-` and continue without a new :20:.
  let isClosed = true
  for (const [index, whole] of rows.entries()) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that frame a message on the wire
    const framed = whole.replace(/[\u0000-\u0008\u000b-\u001f\ufeff]/g, '')
    // Blocks of the SWIFT network: {1:…}{2:…}{4: before the text, -}{5:…} after it.
    const row = framed.replace(/^.*?\{4:/, '')
    if (/^-(\s*|\}.*)$/.test(row)) {
      if (field) yield field
      field = undefined
      inMessage = false
      continue
    }
    const [, tag, rest = ''] = /^\s*:(\d\d[A-Z]?|NS):(.*)$/.exec(row) ?? []
    const begins = tag !== undefined && (tags.has(tag) || field?.tag !== '86')
    if (begins) {
      if (!tags.has(tag)) refuseStatement(index + 1, `unbekanntes Feld :${tag}:`, `unknown field :${tag}:`)
      if (tag === '20') isClosed = false
      if (!isClosed) inMessage = true
      if (tag === '62F' || tag === '62M') isClosed = true
      if (!inMessage) refuseStatement(index + 1, `Feld :${tag}: vor :20:`, `field :${tag}: before :20:`)
      if (field) yield field
      field = { tag, line: index + 1, lines: [rest.slice(0, fieldLimits.characters)] }
    } else if (field) {
      if (field.lines.length < fieldLimits.lines) field.lines.push(row.slice(0, fieldLimits.characters))
    } else if (inMessage && row.trim()) {
      refuseStatement(index + 1, 'Text außerhalb eines Feldes', 'text outside a field')
    }
  }
  if (field) yield field
}

function* readMessages(fields: Iterable<Field>): Generator<Field[]> {
  let message: Field[] = []
  for (const field of fields) {
    if (field.tag === '20' && message.length) {
      yield message
      message = []
    }
    message.push(field)
  }
  if (!message.length) refuseStatement(null, 'kein Auszug in der Datei', 'no statement in the file')
  yield message
}

interface Balance {
  cents: number
  currency: string
  on: string | null
}

function parseMessage(fields: readonly Field[]): { statement: Statement; isInterim: boolean } {
  const first = (...wanted: string[]) => fields.find(({ tag }) => wanted.includes(tag))
  const start = fields[0] as Field
  const accountField = first('25', '25P')
  if (!accountField) refuseStatement(start.line, 'das Feld :25: (Konto) fehlt', 'field :25: (account) is missing')
  const openingField = first('60F', '60M')
  const closingField = fields.findLast(({ tag }) => tag === '62F' || tag === '62M')
  const limit = first('34F')
  const opening = openingField && parseBalance(openingField)
  const closing = closingField && parseBalance(closingField)
  const currency = opening?.currency ?? closing?.currency ?? /^[A-Z]{3}/.exec(limit?.lines[0] ?? '')?.[0]
  const { account, iban } = parseAccount(assertAccountNameLength(accountField.lines[0] ?? '', accountField.line))
  if (!currency)
    refuseStatement(
      start.line,
      'weder Saldo noch Währung (:60F:, :62F:)',
      'neither a balance nor a currency (:60F:, :62F:)',
    )
  if (opening && closing && opening.currency !== closing.currency)
    refuseStatement((closingField as Field).line, 'Salden in zwei Währungen', 'balances in two currencies')
  const { movements, pending } = parseMovements(fields, currency)
  const days = movements.map(({ bookedOn }) => bookedOn).sort()
  const statement = {
    account,
    iban,
    currency,
    from: opening?.on ?? days[0] ?? null,
    to: closing?.on ?? days.at(-1) ?? null,
    openingCents: opening?.cents ?? null,
    closingCents: closing?.cents ?? null,
    movements,
    pending,
  }
  const imbalance = findImbalance(statement, (closingField ?? start).line) ?? findCountImbalance(fields, statement)
  return { statement: { ...statement, imbalance }, isInterim: !opening && !closing }
}

/** `BLZ/account`, an IBAN, or the bank's own form; a currency may follow. */
function parseAccount(text: string) {
  const account = text
    .trim()
    .replace(/[\s/]*[A-Z]{3}$/, (currency) => (isIban(text.replace(/\s/g, '')) ? currency : ''))
  const iban = parseIban(account) ?? parseIban(/[A-Z]{2}\d{2}[A-Z0-9]{11,30}/.exec(account)?.[0])
  return { account: iban ?? account, iban }
}

function parseBalance({ lines: [text = ''], line }: Field): Balance {
  const [, sign, on = '', currency = '', amount = ''] = /^(R?[CD])(\d{6})([A-Z]{3})([\d.,]+)\s*$/.exec(text) ?? []
  if (!sign) refuseStatement(line, `kein Saldo: ${text}`, `not a balance: ${text}`)
  const cents = parseMinorUnits(amount, currency, line)
  return {
    cents: sign === 'D' || sign === 'RC' ? -cents : cents,
    currency,
    on: on === '000000' ? null : parseDay(on, line),
  }
}

function parseMovements(fields: readonly Field[], currency: string) {
  const movements: Movement[] = []
  let pending = 0
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue
    let end = index + 1
    while (fields[end]?.tag === '86' || fields[end]?.tag === 'NS') end += 1
    const told = fields.slice(index + 1, end)
    const { movement, isExpected } = parseMovement(field, told, currency)
    if (isExpected) pending += 1
    else movements.push(movement)
  }
  return { movements, pending }
}

/** Value date, entry date, mark, third letter of the currency, amount, kind, references. */
const statementLine =
  /^(\d{6})(\d{4})?\s*(R?[CD]|E[CD])\s*([A-Z])?\s*(\d{1,15}(?:[.,]\d*)?)\s*(?:([A-Z][A-Z0-9 ]{3})(.*)|(\/\/.*))?$/

/** Business transaction codes (GVC) of returned debits and transfers. */
const returnCodes = new Set(['108', '109', '159', '181', '182', '183', '184', '185'])

function parseMovement({ lines, line }: Field, told: readonly Field[], currency: string) {
  const [text = '', ...more] = lines
  const match = statementLine.exec(text) ?? statementLine.exec(text + (more.shift() ?? ''))
  if (!match) refuseStatement(line, `keine Umsatzzeile: ${text}`, `not a statement line: ${text}`)
  const [, value = '', entry, mark = '', , amount = '', , known, bare] = match
  const valueOn = parseDay(value, line)
  const cents = parseMinorUnits(amount, currency, line)
  const isOut = mark === 'D' || mark === 'RC' || mark === 'ED'
  const details = parseMt940Details(
    told.filter(({ tag }) => tag === '86').flatMap((field) => field.lines),
    told.filter(({ tag }) => tag === 'NS').flatMap((field) => field.lines),
  )
  const [customer = '', bank = ''] = (known ?? bare ?? '').split('//')
  const movement: Movement = {
    bookedOn: entry ? entryDay(entry, valueOn, line) : valueOn,
    valueOn,
    amountCents: isOut ? -cents : cents,
    currency,
    name: details.name,
    iban: details.iban,
    purpose: details.purpose ?? collapseWhitespace([parseReference(customer) ?? '', ...more].join(' ')),
    ultimateName: details.ultimateName,
    endToEndId: details.endToEndId,
    bankReference: collapseWhitespace(bank),
    references: details.mandate ? { mandate: details.mandate } : {},
    isReturn: mark.startsWith('R') || returnCodes.has(details.code ?? ''),
    line,
  }
  return { movement, isExpected: mark.startsWith('E') }
}

/** `YYMMDD`. Interest counts months of thirty days: the end of February stands for the 29th and 30th. */
function parseDay(text: string, line: number): string {
  const [year = 0, month = 0, date = 0] = (text.match(/\d\d/g) ?? []).map(Number)
  const whole = year < 80 ? 2000 + year : 1900 + year
  const found =
    toValidDate(whole, month, date) ??
    (month === 2 && date <= 30 ? (toValidDate(whole, 2, 29) ?? toValidDate(whole, 2, 28)) : null)
  return found ?? refuseStatement(line, `kein Tag: ${text}`, `not a day: ${text}`)
}

/** `MMDD`, in the year closest to the value date. */
function entryDay(text: string, valueOn: string, line: number): string {
  const year = Number(valueOn.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap(
    (one) => toValidDate(one, Number(text.slice(0, 2)), Number(text.slice(2))) ?? [],
  )
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(valueOn))
  const [nearest] = days.sort((a, b) => distance(a) - distance(b))
  return nearest ?? refuseStatement(line, `kein Buchungstag: ${text}`, `not an entry date: ${text}`)
}

/** MT942 has no balances; it states number and sum of debits and credits (:90D:, :90C:). */
function findCountImbalance(
  fields: readonly Field[],
  { movements, pending, currency }: Omit<Statement, 'imbalance'>,
): Imbalance | null {
  if (pending) return null
  for (const { tag, lines, line } of fields) {
    if (tag !== '90C' && tag !== '90D') continue
    const [, count = '', of = '', amount = ''] = /^(\d{1,5})([A-Z]{3})([\d.,]+)\s*$/.exec(lines[0] ?? '') ?? []
    if (!count || of !== currency) refuseStatement(line, `keine Summe: ${lines[0]}`, `not a sum: ${lines[0]}`)
    const own = movements.filter(({ amountCents }) => (tag === '90C' ? amountCents > 0 : amountCents < 0))
    const cents = Math.abs(own.reduce((sum, { amountCents }) => sum + amountCents, 0))
    if (Number(count) !== own.length || parseMinorUnits(amount, of, line) !== cents)
      return {
        line,
        text: {
          de: `:${tag}: nennt ${count} Umsätze über ${amount}, gelesen wurden ${own.length} über ${cents} in kleinster Einheit`,
          en: `:${tag}: states ${count} movements with a sum of ${amount}, ${own.length} with ${cents} in the minor unit were read`,
        },
      }
  }
  return null
}
