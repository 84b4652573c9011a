import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { toNfc } from '#core/text/characters'
import { isInEuropeanUnion } from '#core/text/countries'

// DATEV format EXTF, version 700: https://developer.datev.de, "Datenformat". A file has a header of 31 fields, a row of column names and
// the data rows, in Windows-1252.

/** Header fields shared by all files of an export. */
export interface ExtfBatch {
  consultantNumber: string
  clientNumber: string
  /** Digits of a general ledger account; debtor accounts have one more. */
  accountLength: number
  chart: 'SKR03' | 'SKR04'
  isLocked: boolean
  createdAt: Date
}

/** Days within one fiscal year, each as `YYYY-MM-DD`. */
export interface FiscalPeriod {
  fiscalYearStart: string
  from: string
  to: string
}

const text = (value: string) => `"${value.replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')

function formatHead(
  { consultantNumber, clientNumber, accountLength, chart, isLocked, createdAt }: ExtfBatch,
  category: { number: 21 | 16; name: string; version: number },
  { fiscalYearStart, from, to }: FiscalPeriod,
): string {
  const bookings = category.number === 21
  const created = createdAt.toISOString().replace(/\D/g, '').slice(0, 17)
  const fields: (string | number)[] = [
    text('EXTF'),
    700,
    category.number,
    text(category.name),
    category.version,
    created,
    '',
    text('RE'),
    text('Kontor'),
    text(''),
    consultantNumber,
    clientNumber,
    compact(fiscalYearStart),
    accountLength,
    bookings ? compact(from) : '',
    bookings ? compact(to) : '',
    text(`Kontor ${from.slice(0, 7)}`),
    text(''),
    bookings ? 1 : '',
    bookings ? 0 : '',
    bookings ? Number(isLocked) : '',
    bookings ? text('EUR') : '',
    '',
    text(''),
    '',
    '',
    text(chart.slice(3)),
    '',
    '',
    text(''),
    text(''),
  ]
  return fields.join(';')
}

const pairs = (count: number, names: (number: number) => string[]) =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat()

export const bookingColumns = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...['Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre'],
  'Beleglink',
  ...pairs(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...pairs(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer'],
  ...['Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt'],
  ...['Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'],
  ...['Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position'],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

const bank = (number: number) => [
  ...[
    `Bankleitzahl ${number}`,
    `Bankbezeichnung ${number}`,
    `Bankkonto-Nummer ${number}`,
    `Länderkennzeichen ${number}`,
  ],
  ...[`IBAN-Nr. ${number}`, 'Leerfeld', `SWIFT-Code ${number}`, `Abw. Kontoinhaber ${number}`],
  ...[`Kennz. Hauptbankverb. ${number}`, `Bankverb ${number} Gültig von`, `Bankverb ${number} Gültig bis`],
]
const address = (name: string) => `${name} (Rechnungsadresse)`

export const debtorColumns = [
  ...['Konto', 'Name (Adressattyp Unternehmen)', 'Unternehmensgegenstand', 'Name (Adressattyp natürl. Person)'],
  ...['Vorname (Adressattyp natürl. Person)', 'Name (Adressattyp keine Angabe)', 'Adressattyp', 'Kurzbezeichnung'],
  ...['EU-Land', 'EU-UStID', 'Anrede', 'Titel/Akad. Grad', 'Adelstitel', 'Namensvorsatz', 'Adressart', 'Straße'],
  ...['Postfach', 'Postleitzahl', 'Ort', 'Land', 'Versandzusatz', 'Adresszusatz', 'Abweichende Anrede'],
  ...['Abw. Zustellbezeichnung 1', 'Abw. Zustellbezeichnung 2', 'Kennz. Korrespondenzadresse', 'Adresse Gültig von'],
  ...['Adresse Gültig bis', 'Telefon', 'Bemerkung (Telefon)', 'Telefon GL', 'Bemerkung (Telefon GL)', 'E-Mail'],
  ...['Bemerkung (E-Mail)', 'Internet', 'Bemerkung (Internet)', 'Fax', 'Bemerkung (Fax)', 'Sonstige'],
  'Bemerkung (Sonstige)',
  ...pairs(5, bank),
  ...[
    'Leerfeld',
    'Briefanrede',
    'Grußformel',
    'Kundennummer',
    'Steuernummer',
    'Sprache',
    'Ansprechpartner',
    'Vertreter',
  ],
  ...['Sachbearbeiter', 'Diverse-Konto', 'Ausgabeziel', 'Währungssteuerung', 'Kreditlimit (Debitor)'],
  ...['Zahlungsbedingung', 'Fälligkeit in Tagen (Debitor)', 'Skonto in Prozent (Debitor)', 'Kreditoren-Ziel 1 Tg.'],
  ...['Kreditoren-Skonto 1 %', 'Kreditoren-Ziel 2 Tg.', 'Kreditoren-Skonto 2 %', 'Kreditoren-Ziel 3 Brutto Tg.'],
  ...['Kreditoren-Ziel 4 Tg.', 'Kreditoren-Skonto 4 %', 'Kreditoren-Ziel 5 Tg.', 'Kreditoren-Skonto 5 %', 'Mahnung'],
  ...['Kontoauszug', 'Mahntext 1', 'Mahntext 2', 'Mahntext 3', 'Kontoauszugstext', 'Mahnlimit Betrag', 'Mahnlimit %'],
  ...['Zinsberechnung', 'Mahnzinssatz 1', 'Mahnzinssatz 2', 'Mahnzinssatz 3', 'Lastschrift', 'Verfahren'],
  ...['Mandantenbank', 'Zahlungsträger'],
  ...pairs(15, (number) => [`Indiv. Feld ${number}`]),
  ...['Abweichende Anrede', 'Adressart', 'Straße', 'Postfach', 'Postleitzahl', 'Ort', 'Land'].map(address),
  ...['Versandzusatz', 'Adresszusatz', 'Abw. Zustellbezeichnung 1', 'Abw. Zustellbezeichnung 2'].map(address),
  ...['Adresse Gültig von', 'Adresse Gültig bis'].map(address),
  ...pairs(5, (number) => bank(number + 5)),
  ...['Nummer Fremdsystem', 'Insolvent'],
  ...pairs(10, (number) => [`SEPA-Mandatsreferenz ${number}`]),
  ...['Verknüpftes OPOS-Konto', 'Mahnsperre bis', 'Lastschriftsperre bis', 'Zahlungssperre bis', 'Gebührenberechnung'],
  ...['Mahngebühr 1', 'Mahngebühr 2', 'Mahngebühr 3', 'Pauschalenberechnung', 'Verzugspauschale 1'],
  ...['Verzugspauschale 2', 'Verzugspauschale 3', 'Alternativer Suchname', 'Status'],
  ...['Anschrift manuell geändert (Korrespondenzadresse)', 'Anschrift individuell (Korrespondenzadresse)'],
  ...['Anschrift manuell geändert (Rechnungsadresse)', 'Anschrift individuell (Rechnungsadresse)'],
  ...['Fristberechnung bei Debitor', 'Mahnfrist 1', 'Mahnfrist 2', 'Mahnfrist 3', 'Letzte Frist'],
]

const categories = {
  bookings: { number: 21, name: 'Buchungsstapel', version: 13 },
  debtors: { number: 16, name: 'Debitoren/Kreditoren', version: 5 },
} as const

/** Header and column names. */
export const formatExtfHeader = (batch: ExtfBatch, kind: 'bookings' | 'debtors', stretch: FiscalPeriod) =>
  `${formatHead(batch, categories[kind], stretch)}\r\n${(kind === 'bookings' ? bookingColumns : debtorColumns).join(';')}\r\n`

/** Called for each text that Windows-1252 cannot hold: the column, the original and the text as it is written. */
export type OnTransliterated = (column: string, original: string, written: string) => void

/** Fields are numbered from 1. Texts are quoted; account numbers and amounts are not. */
function row(
  columns: readonly string[],
  fields: Readonly<Record<number, Field | undefined>>,
  onTransliterated?: OnTransliterated,
): string {
  const cells = new Array<string>(columns.length).fill('')
  for (const [number, field] of Object.entries(fields)) {
    if (!field) continue
    const index = Number(number) - 1
    if ('plain' in field) cells[index] = field.plain
    else {
      const { original = field.text, maxLength } = field
      const written = toWindows1252(field.text)
      if (written !== toNfc(original)) onTransliterated?.(columns[index] ?? '', original, written)
      cells[index] = text(clean(field.text, maxLength))
    }
  }
  return `${cells.join(';')}\r\n`
}

/** A text field, with its original if the text was already changed, or a field without quotes. */
type Field = { text: string; original?: string; maxLength: number } | { plain: string }

const plainField = (value: string | number | null | undefined): Field | undefined =>
  value === null || value === undefined || value === '' ? undefined : { plain: String(value) }
const textField = (value: string | null | undefined, maxLength: number): Field | undefined =>
  value ? { text: value, maxLength } : undefined

/** Cents are positive if the account is debited, and never 0. */
export interface Booking {
  cents: number
  account: string
  contraAccount: string
  taxKey?: string | null
  day: string
  /** Number of the invoice: the key of its open item, for credit notes and payments too. */
  document: string
  /** Number of the other document of a set-off. */
  otherDocument?: string
  text: string
  dueDate?: string | null
  vatId?: string | null
  /** The other member state whose VAT was charged, and its rate in percent. */
  destination?: { country: string; taxRate: number } | undefined
  /** Day that decides the tax period, if it differs from `day`. */
  taxDay?: string | null
}

/** `2026-10-15` → `1510`: the year is that of the batch. */
const dayAndMonth = (day: string) => day.slice(8) + day.slice(5, 7)
const fullDay = (day: string) => dayAndMonth(day) + day.slice(0, 4)

export function formatBookingRow(booking: Booking, isLocked: boolean, onTransliterated?: OnTransliterated): string {
  const { cents, account, contraAccount, taxKey, day, document, otherDocument } = booking
  const { dueDate, vatId, destination, taxDay } = booking
  const amount = String(Math.abs(cents)).padStart(3, '0')
  const fields = {
    1: plainField(`${amount.slice(0, -2)},${amount.slice(-2)}`),
    2: textField(cents < 0 ? 'H' : 'S', 1),
    3: textField('EUR', 3),
    7: plainField(account),
    8: plainField(contraAccount),
    9: textField(taxKey, 4),
    10: plainField(dayAndMonth(day)),
    11: documentNumber(document, longestDocument),
    12: documentNumber(otherDocument, longestOtherDocument),
    14: textField(booking.text, 60),
    40: textField(destination?.country.replace('GR', 'EL') ?? unionVatId(vatId), 15),
    41: plainField(destination?.taxRate.toFixed(2).replace('.', ',')),
    114: plainField(Number(isLocked)),
    115: plainField(taxDay && fullDay(taxDay)),
    116: plainField(taxDay && fullDay(taxDay)),
    117: plainField(dueDate && fullDay(dueDate)),
  }
  return row(bookingColumns, fields, onTransliterated)
}

/** Characters in Belegfeld 1 and 2. */
const longestDocument = 36
const longestOtherDocument = 12

const documentNumber = (number: string | undefined, maxLength: number): Field | undefined =>
  number ? { text: escapeDocumentNumber(number, maxLength), original: number, maxLength } : undefined

/**
 * Belegfeld 1 and 2 may hold letters, digits and `$ & % * + - /`. They are the key of an open item, so numbers must stay distinct: other
 * characters are percent-encoded (`.` becomes `%2E`), and a long number ends with the start of its hash.
 */
export const formatDocumentField = (number: string): string => escapeDocumentNumber(number, longestDocument)

function escapeDocumentNumber(number: string, most: number): string {
  const field = [...toNfc(number)].map((sign) => (/[A-Za-z0-9$&*+\-/]/.test(sign) ? sign : escapedSign(sign))).join('')
  if (field.length <= most) return field
  const hash = createHash('sha256')
    .update(number)
    .digest('hex')
    .slice(0, Math.min(12, most / 2))
  return `${field.slice(0, most - hash.length - 1)}*${hash}`
}

const escapedSign = (sign: string) =>
  [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** An EU VAT ID, where Northern Ireland is XI (for goods) and Greece EL; null for any other. */
function unionVatId(vatId: string | null | undefined): string | null {
  const country = vatId?.slice(0, 2).replace('EL', 'GR') ?? ''
  return vatId && (country === 'XI' || isInEuropeanUnion(country)) ? vatId : null
}

export interface Debtor {
  account: string
  name: string
  isPerson: boolean
  vatId: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  phone: string | null
  email: string | null
  customerNumber: string | null
}

export function formatDebtorRow(debtor: Debtor, onTransliterated?: OnTransliterated): string {
  const { account, name, isPerson, vatId, street, postalCode, city, country, phone, email, customerNumber } = debtor
  const fields = {
    1: plainField(account),
    2: isPerson ? undefined : textField(name, 50),
    4: isPerson ? textField(name, 30) : undefined,
    7: textField(isPerson ? '1' : '2', 1),
    8: textField(name, 15),
    9: textField(unionVatId(vatId)?.slice(0, 2), 2),
    10: textField(unionVatId(vatId)?.slice(2), 13),
    15: textField('STR', 3),
    16: textField(street, 36),
    18: textField(postalCode, 10),
    19: textField(city, 30),
    20: textField(country, 2),
    29: textField(phone, 60),
    33: textField(email, 60),
    [debtorColumns.indexOf('Kundennummer') + 1]: textField(customerNumber, 15),
  }
  return row(debtorColumns, fields, onTransliterated)
}

/** Transliterates, removes line breaks and control characters, and truncates. */
const clean = (value: string, most: number) =>
  toWindows1252(value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)

/** Characters of Windows-1252 outside Latin-1, by code. */
const beyondLatin1 = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }).filter(([letter]) => letter.charCodeAt(0) > 0xff),
)

const isInWindows1252 = (letter: string) => beyondLatin1.has(letter) || /[\x20-\x7f\xa0-\xff\r\n]/.test(letter)

/** `Wałęsa` becomes `Walesa`, `Москва` becomes `Moskva`; unknown symbols become `?`. */
const toWindows1252 = (text: string): string =>
  [...toNfc(text)]
    .map((letter) => (isInWindows1252(letter) ? letter : transliterate(letter)))
    .join('')
    .normalize('NFC')

function transliterate(letter: string): string {
  const parts = [...letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')]
  return parts
    .map((part) =>
      isInWindows1252(part) ? part : /\p{So}/u.test(part) ? '?' : anyAscii(part) || (/\p{L}/u.test(part) ? '_' : '?'),
    )
    .join('')
}

export const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from(
    toWindows1252(text).replaceAll(/[^\p{ASCII}\xa0-\xff]/gu, (letter) =>
      String.fromCharCode(beyondLatin1.get(letter) ?? 0x3f),
    ),
    'latin1',
  )
