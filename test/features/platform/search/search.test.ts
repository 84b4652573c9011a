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
