import { describe, expect, test } from 'vitest'
import { house } from '../harness/house.ts'
import { isOnSeveralServers } from '../harness/several-servers.ts'

const at = house()
const names = ['Zebra', 'äpfel', 'Apfel', 'Öl', 'zebra', 'Ofen', 'apfel', 'Ärger', 'Müller', 'Muller', 'ß', 'Straße']
const sorted = names.toSorted(new Intl.Collator('de').compare)

describe.each([
  ['/clients', 'name', {}],
  ['/projects', 'name', {}],
  ['/tags', 'name', {}],
  ['/whiteboards', 'title', {}],
])('%s', (path, field, more) => {
  test('sorts names alphabetically, both ways and across pages', async () => {
    const given = path === '/tags' ? names.filter((name) => !['apfel', 'zebra'].includes(name)) : names
    for (const name of given) expect((await at.owner.rest('POST', path, { [field]: name, ...more })).status).toBe(201)
    const list = async (query: string): Promise<string[]> =>
      (await at.owner.rest('GET', `${path}?${query}`)).body[path.slice(1)].map(
        (row: Record<string, string>) => row[field],
      )
    const expected = sorted.filter((name) => given.includes(name))
    const every = (list: string[]) => list.filter((name) => given.includes(name))
    expect(every(await list(`sort=${field}&per_page=100`))).toEqual(expected)
    expect(every(await list(`sort=-${field}&per_page=100`))).toEqual(expected.toReversed())
    const pages = [await list(`sort=${field}&per_page=5&page=1`), await list(`sort=${field}&per_page=5&page=2`)]
    expect(pages.flat()).toEqual((await list(`sort=${field}&per_page=100`)).slice(0, 10))
  })
})

test.skipIf(isOnSeveralServers('the plan is that of one server'))(
  'the list of clients by name is read from an index, without sorting',
  async () => {
    const client = await at.app.system.connect()
    try {
      // With few rows every plan is cheap, so sorting is disabled.
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      )
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        'explain select id from clients c where organization_id = $1 order by c.name collate "und-x-icu", c.id limit 25'.replace(
          '$1',
          `'${at.organizationId}'`,
        ),
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('clients_by_letter')
      expect(plan).not.toContain('Sort')
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)
