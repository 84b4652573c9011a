import { beforeAll, describe, expect, test } from 'vitest'
import { createSchemas, describeRest } from '../../src/app.ts'
import { house } from '../harness/house.ts'

interface Operation {
  parameters?: { name?: string; schema?: { format?: string } }[]
}

const at = house()
const { paths } = (await describeRest(createSchemas().rest, 'http://127.0.0.1')) as {
  paths: Record<string, Record<string, Operation>>
}
const partOf = (get: Operation | undefined, word: string) => get?.parameters?.find(({ name }) => name === word)
const stretches = Object.entries(paths)
  .filter(([path, { get }]) => !path.includes('{') && ['from', 'to'].every((word) => partOf(get, word)))
  .map(([path, { get }]) => ({ path, isOfMoments: partOf(get, 'from')?.schema?.format === 'date-time' }))

// What an export to DATEV needs.
beforeAll(async () => {
  const accounting = { chart: 'SKR03', datev_consultant_number: '29098', datev_client_number: '55003' }
  expect((await at.owner.rest('PUT', '/organization', { accounting })).status).toBe(200)
})

describe('a stretch that ends before it begins', () => {
  test('is asked for by these', () => {
    expect(stretches.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/invoices', '/time-entries', '/bookings', '/reports/time', '/reports/time/csv']),
    )
  })
  test.each(stretches)('is 422 by its end: $path', async ({ path, isOfMoments }) => {
    const time = isOfMoments ? 'T00:00:00Z' : ''
    const ask = (from: string, to: string) => at.owner.rest('GET', `${path}?from=${from}${time}&to=${to}${time}`)
    const { status, body } = await ask('2026-02-01', '2026-01-31')
    expect([status, body.field]).toEqual([422, 'to'])
    expect((await ask('2026-01-31', '2026-01-31')).status).toBe(200)
  })
})
