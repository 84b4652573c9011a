import { describe, expect, test } from 'vitest'
import { guessColumnMapping } from '../../src/client-csv/column-mapping.ts'
import { parseClientRow } from '../../src/client-csv/parse-client-row.ts'
import { decodeCsv, parseCsv } from '../../src/client-csv/parse-csv.ts'

function clientsOf(content: string | Uint8Array) {
  const sheet = parseCsv(typeof content === 'string' ? content : decodeCsv(content))
  const columns = guessColumnMapping(sheet?.columns ?? [])
  return sheet?.rows.map((row) => parseClientRow(row, columns))
}

const csv = 'Firma;Straße;Ort\r\nMüller;Weg 1;Köln\r\n'
const müller = [{ name: 'Müller', street: 'Weg 1', city: 'Köln' }]
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('a file', () => {
  test.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${csv}`)],
    ['Windows', Buffer.from(csv, 'latin1')],
    ['UTF-16 little endian', utf16(csv)],
    ['UTF-16 big endian', utf16(csv).swap16()],
    ['UTF-16 with tabs, as Excel writes "Unicode text"', utf16(csv.replaceAll(';', '\t'))],
    ['NFD', Buffer.from(csv.normalize('NFD'))],
    ['a hint of the delimiter', Buffer.from(`sep=;\r\n${csv}`)],
    ['a hint behind a mark', Buffer.from(`\ufeffSEP=;\n${csv}`)],
    ['a hint in quotes', Buffer.from(`"sep=;"\r\n${csv}`)],
    ['a hint of a comma', Buffer.from(`sep=,\r\n${csv.replaceAll(';', ',')}`)],
    ['a hint of a tab', utf16(`sep=\t\r\n${csv.replaceAll(';', '\t')}`)],
    ['a hint of a bar', Buffer.from(`sep=|\r\n${csv.replaceAll(';', '|')}`)],
  ])('in %s', (_, bytes) => {
    expect(clientsOf(bytes)).toEqual(müller)
  })
  test('whose first row is only like a hint has it', () => {
    expect(parseCsv('separator;x\n1;2\n')?.columns).toEqual(['separator', 'x'])
  })
})

test.each([
  ...[
    ['Deutschland', 'DE'],
    ['Germany', 'DE'],
    ['germany ', 'DE'],
    ['D', 'DE'],
    ['de', 'DE'],
  ],
  ...[
    ['Österreich', 'AT'],
    ['Osterreich'.replace('O', 'O\u0308'), 'AT'],
    ['OESTERREICH', 'AT'],
    ['Austria', 'AT'],
  ],
  ...[
    ['Schweiz', 'CH'],
    ['Switzerland', 'CH'],
    ['Frankreich', 'FR'],
    ['France', 'FR'],
    ['Niederlande', 'NL'],
  ],
  ...[
    ['Holland', 'NL'],
    ['USA', 'US'],
    ['United States', 'US'],
    ['Vereinigte Staaten', 'US'],
    ['UK', 'GB'],
  ],
  ...[
    ['Vereinigtes Königreich', 'GB'],
    ['United Kingdom', 'GB'],
    ['Großbritannien', 'GB'],
    ['Türkei', 'TR'],
  ],
  ...[
    ['Turkey', 'TR'],
    ['Hongkong', 'HK'],
    ['Elfenbeinküste', 'CI'],
    ['Weißrussland', 'BY'],
    ['AUT', 'AT'],
    ['Tschechien', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['Côte d’Ivoire', 'CI'],
    ['Atlantis', 'ATLANTIS'],
  ],
])('the country %s is %s', (name, code) => {
  expect(clientsOf(`Firma;Land\nAcme;${name}\n`)?.[0]?.country).toBe(code)
})

describe('the columns of', () => {
  const row = (fields: Record<string, string>) =>
    clientsOf(
      `${Object.keys(fields)
        .map((name) => `"${name}"`)
        .join(',')}\n${Object.values(fields)
        .map((value) => `"${value}"`)
        .join(',')}\n`,
    )

  test('Outlook in English', () => {
    const contact = {
      ...{ Title: 'Ms', 'First Name': 'Anna', 'Middle Name': '', 'Last Name': 'Schmidt', Suffix: '', Company: 'Acme' },
      ...{ Department: 'IT', 'Job Title': 'CTO', 'Business Street': 'Ring 2', 'Business Street 2': '' },
      ...{ 'Business City': 'Berlin', 'Business State': 'BE', 'Business Postal Code': '10115' },
      ...{ 'Business Country/Region': 'Germany', 'Home Street': 'Privat 1', 'Home City': 'Potsdam' },
      ...{ "Assistant's Phone": '1', 'Business Fax': '2', 'Business Phone': '+49 30 3', 'Mobile Phone': '4' },
      ...{ 'E-mail Address': 'anna@acme.example', 'E-mail Type': 'SMTP', 'E-mail Display Name': 'Anna', Notes: 'n' },
      ...{ 'Web Page': 'https://acme.example' },
    }
    expect(row(contact)).toEqual([
      {
        ...{ name: 'Acme', contactName: 'Anna Schmidt', street: 'Ring 2', city: 'Berlin', postalCode: '10115' },
        ...{
          country: 'DE',
          phone: '+49 30 3',
          email: 'anna@acme.example',
          website: 'https://acme.example',
          notes: 'n',
        },
      },
    ])
  })
  test('Outlook in German', () => {
    const contact = {
      ...{ Anrede: 'Frau', Vorname: 'Anna', 'Weitere Vornamen': '', Nachname: 'Schmidt', Suffix: '', Firma: 'Acme' },
      ...{ Abteilung: 'IT', Position: 'CTO', 'Straße geschäftlich': 'Ring 2', 'Straße geschäftlich 2': '' },
      ...{ 'Ort geschäftlich': 'Berlin', 'Region geschäftlich': 'BE', 'Postleitzahl geschäftlich': '10115' },
      ...{ 'Land/Region geschäftlich': 'Deutschland', 'Straße privat': 'x', 'Fax geschäftlich': '1' },
      ...{ 'Telefon geschäftlich': '+49 30 3', Mobiltelefon: '4', 'E-Mail-Adresse': 'anna@acme.example' },
      ...{ 'E-Mail-Typ': 'SMTP', 'E-Mail: Angezeigter Name': 'Anna', Webseite: 'acme.example', Notizen: 'n' },
    }
    expect(row(contact)).toEqual([
      {
        ...{ name: 'Acme', contactName: 'Anna Schmidt', street: 'Ring 2', city: 'Berlin', postalCode: '10115' },
        ...{ country: 'DE', phone: '+49 30 3', email: 'anna@acme.example', website: 'acme.example', notes: 'n' },
      },
    ])
  })
  test('Google today', () => {
    const contact = {
      ...{ 'First Name': 'Anna', 'Middle Name': '', 'Last Name': 'Schmidt', 'Phonetic First Name': '', Nickname: '' },
      ...{ 'Organization Name': 'Acme', 'Organization Title': 'CTO', 'Organization Department': 'IT', Birthday: '' },
      ...{ Notes: 'n', Photo: 'x', Labels: '* myContacts', 'E-mail 1 - Label': 'Work' },
      ...{ 'E-mail 1 - Value': 'anna@acme.example ::: a@acme.example', 'E-mail 2 - Value': 'b@acme.example' },
      ...{ 'Phone 1 - Label': 'Work', 'Phone 1 - Value': '+49 30 3', 'Address 1 - Label': 'Work' },
      ...{ 'Address 1 - Formatted': 'Ring 2 10115 Berlin', 'Address 1 - Street': 'Ring 2' },
      ...{ 'Address 1 - City': 'Berlin', 'Address 1 - PO Box': '', 'Address 1 - Region': 'BE' },
      ...{ 'Address 1 - Postal Code': '10115', 'Address 1 - Country': 'DE', 'Website 1 - Value': 'acme.example' },
    }
    expect(row(contact)).toEqual([
      {
        ...{ name: 'Acme', contactName: 'Anna Schmidt', street: 'Ring 2', city: 'Berlin', postalCode: '10115' },
        ...{ country: 'DE', phone: '+49 30 3', email: 'anna@acme.example', website: 'acme.example', notes: 'n' },
      },
    ])
  })
  test('Google before', () => {
    const contact = { Name: 'Anna Schmidt', 'Given Name': 'Anna', 'Family Name': 'Schmidt', 'Group Membership': '' }
    const organization = {
      'Organization 1 - Type': '',
      'Organization 1 - Name': 'Acme',
      'Organization 1 - Title': 'CTO',
    }
    expect(row({ ...contact, ...organization })).toEqual([{ name: 'Acme', contactName: 'Anna Schmidt' }])
    expect(row({ ...contact, 'Organization 1 - Name': '' })).toEqual([{ name: 'Anna Schmidt', kind: 'consumer' }])
  })
  test('a list of persons, and of companies with persons', () => {
    expect(row({ Vorname: 'Anna', Name: 'Schmidt' })).toEqual([{ name: 'Anna Schmidt', kind: 'consumer' }])
    expect(row({ Firma: 'Acme', Name: 'Anna Schmidt' })).toEqual([{ name: 'Acme', contactName: 'Anna Schmidt' }])
    expect(row({ Name: 'Acme', Ansprechpartner: 'Anna' })).toEqual([{ name: 'Acme', contactName: 'Anna' }])
    expect(row({ 'Kunden-Nr.': '7', Kundenname: 'Acme', 'Straße, Hausnummer': 'Weg 1' })).toEqual([
      { name: 'Acme', customerNumber: '7', street: 'Weg 1' },
    ])
  })
})
