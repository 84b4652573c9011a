import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldSql, foldText } from '#core/text/folding'
import { house } from '../../../harness/house.ts'

// Lists and /search compare text in one way.

const at = house()

const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  paths: Record<string, { get?: { parameters?: { name: string; required?: boolean }[] } }>
}

/** Every list that takes `q` and no parameter in its path, and what it asks for. */
const listsWithSearch = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = get?.parameters ?? []
  const isPeriod = parameters.some(({ name, required }) => name === 'from' && required)
  return parameters.some(({ name }) => name === 'q') && !path.includes('{')
    ? [`${path}?${isPeriod ? 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z&' : ''}`]
    : []
})

const names = [
  ...['Große Straße', 'Müller Söhne', 'Mueller Toechter', 'Muller Brothers', 'Café Crème', 'Wałęsa', 'Søren Ærø'],
  ...['Đorđe Šimić', 'IŞIK Işıklar', 'Œuvre', 'Þór', 'ΟΔΟΣ', 'Ångström', 'Łódź', 'Manuela Blue', 'ﬁnanz Ⅳ'],
  ...['かもめ', 'か\u3099らす', 'ぱん', 'カ\u3099ーデン', '한국'],
  ...['O’Neill', "D'Angelo", 'Café Zoë', 'Meyer‑Lüdenscheid'],
]
const searches: [q: string, found: string[]][] = [
  ['strasse', ['Große Straße']],
  ['STRAẞE', ['Große Straße']],
  ['grosse straße', ['Große Straße']],
  ['müller', ['Müller Söhne', 'Mueller Toechter', 'Muller Brothers']],
  ['Mueller', ['Müller Söhne', 'Mueller Toechter', 'Muller Brothers']],
  ['MULLER', ['Müller Söhne', 'Mueller Toechter', 'Muller Brothers']],
  ['mu\u0308ller', ['Müller Söhne', 'Mueller Toechter', 'Muller Brothers']],
  ['töchter', ['Mueller Toechter']],
  ['soehne', ['Müller Söhne']],
  ['cafe creme', ['Café Crème']],
  ['walesa', ['Wałęsa']],
  ['WAŁĘSA', ['Wałęsa']],
  ['soren', ['Søren Ærø']],
  ['soeren', ['Søren Ærø']],
  ['aero', ['Søren Ærø']],
  ['dorde', ['Đorđe Šimić']],
  ['simic', ['Đorđe Šimić']],
  ['isiklar', ['IŞIK Işıklar']],
  ['oeuvre', ['Œuvre']],
  ['thor', ['Þór']],
  ['οδος', ['ΟΔΟΣ']],
  ['angstrom', ['Ångström']],
  ['lodz', ['Łódź']],
  ['finanz iv', ['ﬁnanz Ⅳ']],
  ['か', ['かもめ']],
  ['が', ['がらす']],
  ['か\u3099', ['がらす']],
  ['は', []],
  ['ば', []],
  ['ぱ', ['ぱん']],
  ['ｶﾞ', ['ガーデン']],
  ['カ', []],
  ['한', ['한국']],
  ['하', []],
  ["O'Neill", ['O’Neill']],
  ['o´neill', ['O’Neill']],
  ['D’Angelo', ["D'Angelo"]],
  ['dʼangelo', ["D'Angelo"]],
  ['zö', ['Café Zoë']],
  ['zoë', ['Café Zoë']],
  ['zoe', ['Café Zoë']],
  ['Meyer-Luedenscheid', ['Meyer‑Lüdenscheid']],
  ['Meyer–Lüdenscheid', ['Meyer‑Lüdenscheid']],
]

beforeAll(async () => {
  for (const name of names) await at.owner.rest('POST', '/clients', { name })
})

const shown = async (path: string, list: string) =>
  (await at.owner.rest('GET', path)).body[list].map(({ name }: { name: string }) => name)

describe.each(searches)('%s', (q, expected) => {
  test('is found in a list', async () => {
    const found = await shown(`/clients?q=${encodeURIComponent(q)}&sort=name`, 'clients')
    expect(new Set(found)).toEqual(new Set(expected))
  })
  test('is found by /search before what is merely alike', async () => {
    const found = await shown(`/search?q=${encodeURIComponent(q)}`, 'results')
    expect(new Set(found.slice(0, expected.length))).toEqual(new Set(expected))
  })
})

test('part of a word is found as it is written', async () => {
  for (const q of ['elle', 'ela', 'lue']) {
    const found = await shown(`/clients?q=${q}`, 'clients')
    expect(found.length).toBeGreaterThan(0)
    expect(await shown(`/search?q=${q}`, 'results')).toEqual(expect.arrayContaining(found))
  }
})

test.each([
  ['an accent', '\u0301'],
  ['a soft hyphen', '\u00ad'],
  ['several', '\u00ad \u0301\u200d'],
])('nothing has the words of %s alone', async (_, q) => {
  // A draft has no number, so no name to be found by.
  const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Ohne Nummer' })
  await at.owner.rest('POST', '/invoices', {
    ...{ client_id: client.id, issue_date: '2026-01-05', due_date: '2026-01-19' },
    line_items: [{ description: 'Arbeit', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
  })
  for (const path of listsWithSearch) {
    const { status, body } = await at.owner.rest('GET', `${path}q=${encodeURIComponent(q)}`)
    expect([path, status, body.total]).toEqual([path, 200, 0])
  }
})

test('signs that are patterns stand for themselves', async () => {
  await at.owner.rest('POST', '/clients', { name: '100%_\\echt' })
  for (const q of ['%', '_', '\\', '0%_\\e'])
    expect(await shown(`/clients?q=${encodeURIComponent(q)}`, 'clients')).toEqual(['100%_\\echt'])
})

test('every list folds, with a column of its own or without', async () => {
  const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Weiß Überall' })
  const { body: project } = await at.owner.rest('POST', '/projects', {
    ...{ name: 'Straßenbau', description: 'Über den Fluß', client_id: client.id },
  })
  const column_id = project.columns[0].id
  await at.owner.rest('POST', '/tasks', {
    ...{ project_id: project.id, column_id, title: 'Größe prüfen', description: 'Öl' },
  })
  await at.owner.rest('POST', '/tags', { name: 'Größe' })
  await at.owner.rest('POST', '/pages', { title: 'Übersicht', content: 'Die Bäume in Łódź' })
  await at.owner.rest('POST', '/whiteboards', { title: 'Überblick', scene: {} })
  const total = async (path: string) => (await at.owner.rest('GET', path)).body.total
  for (const path of [
    ...['/projects?q=strassenbau', '/projects?q=fluss', '/projects?q=weiss', '/tasks?q=groesse', '/tasks?q=oel'],
    ...['/tags?q=GROSSE', '/pages?q=ubersicht', '/pages?q=baeume+lodz', '/whiteboards?q=ueberblick'],
  ])
    expect([path, await total(path)]).toEqual([path, 1])
  for (const q of ['baeume', 'lodz', 'Baum']) expect(await shown(`/search?q=${q}`, 'results')).toContain('Übersicht')
})

describe('a client is found by', () => {
  beforeAll(async () => {
    const more = { email: 'Rechnung@werft-kiel.example', customer_number: 'K-10023', contact_name: 'Frauke Petersen' }
    await at.owner.rest('POST', '/clients', { name: 'Nordwerft', phone: '+49 (0)431 / 98 76-543', ...more })
    await at.owner.rest('POST', '/clients', { name: 'Wien GmbH', phone: '0043 1 5550199' })
    await at.owner.rest('POST', '/clients', { name: 'Leer eG', phone: '0491 24680' })
  })
  test.each([
    ...['rechnung@werft-kiel.example', 'RECHNUNG@', 'werft-kiel', 'K-10023', 'k-10023', '10023', 'petersen'],
    ...['+49 431 9876543', '0431 9876543', '0431/98 76-543', '004943198', '494319876543', '9876543', '(0431) 98765'],
  ])('%s', async (q) => {
    expect((await shown(`/search?q=${encodeURIComponent(q)}`, 'results'))[0]).toBe('Nordwerft')
  })
  test.each([
    ['+43 1 5550199', 'Wien GmbH'],
    ['01 5550199', 'Wien GmbH'],
    ['0491 24680', 'Leer eG'],
    ['+49 491 24680', 'Leer eG'],
  ])('%s', async (q, name) => {
    expect((await shown(`/search?q=${encodeURIComponent(q)}`, 'results'))[0]).toBe(name)
  })
  test.each([
    ['0401234567', '(040) 123-4567'],
    ['(040) 123-4567', '0401234567'],
    ['040 123 45 67', '+49 40 1234567'],
    ['+49 40 123-4567', '040/1234567'],
    ['0049 (0)40 1234567', '(040) 1234567'],
  ])('the phone number %s written %s, in lists and in /search', async (q, phone) => {
    // Without digits, which other queries of this file find.
    const name = crypto.randomUUID().replace(/\d/g, 'x')
    await at.owner.rest('POST', '/clients', { name, phone })
    for (const [path, list] of [
      ['/clients', 'clients'],
      ['/search', 'results'],
    ] as const)
      expect(await shown(`${path}?per_page=100&q=${encodeURIComponent(q)}`, list)).toContain(name)
  })
  test('an address with its domain in punycode or in Unicode', async () => {
    await at.owner.rest('POST', '/clients', { name: 'Punycode', email: 'info@xn--brsen-kva.example' })
    for (const q of ['info@bürsen.example', 'info@xn--brsen-kva.example', 'bürsen.example', 'XN--BRSEN-KVA.example'])
      for (const [path, list] of [
        ['/clients', 'clients'],
        ['/search', 'results'],
      ] as const)
        expect([q, await shown(`${path}?q=${encodeURIComponent(q)}`, list)]).toEqual([
          q,
          expect.arrayContaining(['Punycode']),
        ])
  })
  test('no key where there is none', async () => {
    for (const q of ['0000', '---', '+++++'])
      expect(await shown(`/search?q=${encodeURIComponent(q)}`, 'results')).toEqual([])
  })
})

test('SQL folds every letter as a query is folded', async () => {
  const letters = Array.from({ length: 0x30ff }, (_, index) => String.fromCodePoint(index + 1)).filter((letter) =>
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hiragana}\p{Script=Katakana}\p{Nd}\p{Mn}]/u.test(
      letter,
    ),
  )
  const { rows } = await at.app.system.query<{ letter: string; folded: string }>(
    `select letter, ${foldSql('letter')} as folded from unnest($1::text[]) letter`,
    [letters],
  )
  expect(rows.filter(({ letter, folded }) => folded !== foldText(letter))).toEqual([])
})
