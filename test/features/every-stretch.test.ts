import { beforeAll, describe, expect, test } from 'vitest'
import { createSchemas, describeRest } from '../../src/app.ts'
import { house } from '../harness/house.ts'

const at = house()
const { paths } = (await describeRest(createSchemas().rest, 'http://127.0.0.1')) as {
  paths: Record<string, Record<string, { parameters?: { name?: string }[] }>>
}
const stretches = Object.entries(paths)
  .filter(([, { get }]) => ['from', 'to'].every((word) => get?.parameters?.some(({ name }) => name === word)))
  .map(([path]) => path)

// What an export to DATEV needs.
beforeAll(async () => {
  const accounting = { chart: 'SKR03', datev_consultant_number: '29098', datev_client_number: '55003' }
  expect((await at.owner.rest('PUT', '/organization', { accounting })).status).toBe(200)
})

describe('a stretch that ends before it begins', () => {
  test('is asked for by these', () => {
    expect(stretches).toEqual(
      expect.arrayContaining(['/invoices', '/time-entries', '/reports/time', '/reports/time/csv']),
    )
  })
  test.each(stretches)('is 422 by its end: %s', async (path) => {
    const { status, body } = await at.owner.rest('GET', `${path}?from=2026-02-01&to=2026-01-31`)
    expect([status, body.field]).toEqual([422, 'to'])
    expect((await at.owner.rest('GET', `${path}?from=2026-01-31&to=2026-01-31`)).status).toBe(200)
  })
})
