import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, type Person, scenario } from '../../../harness/house.ts'

const at = house()

beforeAll(async () => {
  for (const name of ['Müller & Söhne', 'Bäckerei Kruse', '100%_echt'])
    await at.owner.rest('POST', '/clients', { name })
  const project = (await at.owner.rest('POST', '/projects', { name: 'Relaunch der Webseite' })).body
  const task = { title: 'Häuser zeichnen', project_id: project.id, column_id: project.columns[0].id }
  await at.owner.rest('POST', '/tasks', task)
  const other = await openHouse(at.app)
  await other.owner.rest('POST', '/clients', { name: 'Müller fremd' })
})

const names = async (q: string, person: Person = at.owner) =>
  (await person.rest('GET', `/search?q=${encodeURIComponent(q)}`)).body.results.map(
    ({ name }: { name: string }) => name,
  )

describe('a search', () => {
  scenario(at, 'answers what has the name', {
    as: 'viewer',
    get: '/search?q=kruse',
    status: 200,
    body: { results: [{ kind: 'client', name: 'Bäckerei Kruse' }], total: 1 },
  })
  test.each([
    ['a beginning', 'mül', 'Müller & Söhne'],
    ['a letter too many', 'mülller', 'Müller & Söhne'],
    ['letters swapped', 'relanuch', 'Relaunch der Webseite'],
    ['another form of a German word', 'haus', 'Häuser zeichnen'],
    ['signs that are patterns', '100%_', '100%_echt'],
  ])('finds %s', async (_, q, name) => {
    expect((await names(q))[0]).toBe(name)
  })
  test('finds a contract by its title and by its number, for who may read it', async () => {
    const address = { street: 'Am Hafen 2', postal_code: '24103', city: 'Kiel', country: 'DE' }
    const seller = { legal_name: 'Werkstatt GmbH', ...address }
    expect((await at.owner.rest('PUT', '/organization', seller)).status).toBe(200)
    const client = (await at.owner.rest('POST', '/clients', { name: 'Segel Voss', ...address })).body
    const terms = { client_id: client.id, title: 'Pflege der Takelage', content: 'Was zu tun ist.' }
    const { id } = (await at.owner.rest('POST', '/contracts', terms)).body
    expect(await names('takel')).toEqual(['Pflege der Takelage'])
    const sent = await at.owner.rest('POST', `/contracts/${id}/send`, { channel: 'none' })
    expect(sent.body.number).toMatch(/0001$/)
    expect(await names(sent.body.number, at.auditor)).toEqual(['Pflege der Takelage'])
    // Before what is merely alike.
    const alike = `${sent.body.number.slice(0, -1)}2 vorbereiten`
    await at.owner.rest('POST', '/projects', { name: alike })
    expect(await names(sent.body.number)).toEqual(['Pflege der Takelage', alike])
    expect(await names('takelage', at.viewer)).toEqual([])
  })
  test('finds nothing of another organization', async () => {
    expect(await names('fremd')).toEqual([])
  })
  test('finds nothing that the role may not read', async () => {
    expect(await names('webseite', at.auditor)).toEqual([])
    expect(await names('kruse', at.auditor)).toEqual(['Bäckerei Kruse'])
  })
  scenario(at, 'for nothing finds nothing', { get: '/search', status: 200, body: { results: [], total: 0 } })
  test('is answered in pages, with how many there are', async () => {
    for (let number = 1; number <= 3; number++) await at.owner.rest('POST', '/clients', { name: `Seite ${number}` })
    const page = async (number: number) =>
      (await at.owner.rest('GET', `/search?q=seite&per_page=2&page=${number}`)).body as {
        results: { name: string }[]
        total: number
      }
    const [first, second] = [await page(1), await page(2)]
    const found = [...first.results, ...second.results].map(({ name }) => name)
    expect([first.total, second.total, found.length, new Set(found).size]).toEqual([
      found.length,
      found.length,
      first.total,
      first.total,
    ])
    expect(found).toEqual(expect.arrayContaining(['Seite 1', 'Seite 2', 'Seite 3']))
  })
  scenario(at, 'of page 0 is refused', { get: '/search?q=x&page=0', status: 422, body: { field: 'page' } })
  scenario(at, 'that is too long is refused', {
    get: `/search?q=${'x'.repeat(201)}`,
    status: 422,
    body: { field: 'q' },
  })
})
