import { describe, expect, test } from 'vitest'
import { createFixtures } from '../../../harness/fixtures.ts'
import { house, openHouse, scenario } from '../../../harness/house.ts'

// The next number of every series: read by who reads money, raised by administrators, never lowered.

const at = house()
const year = new Date().getFullYear()

const series = async (
  name: string,
  person = at.owner,
): Promise<{ year: number | null; next: number; preview: string }> => {
  const { body } = await person.rest('GET', '/organization/numbering')
  return body.series.find((counter: { series: string }) => counter.series === name)
}

describe('the next number', () => {
  test('is 1 of every series where nothing is numbered', async () => {
    const { owner } = await openHouse(at.app)
    const { body } = await owner.rest('GET', '/organization/numbering')
    expect(body.series).toEqual([
      { series: 'invoice', year, next: 1, preview: `RE-${year}-0001` },
      { series: 'credit_note', year, next: 1, preview: `GS-${year}-0001` },
      { series: 'quote', year, next: 1, preview: `AN-${year}-0001` },
      { series: 'contract', year, next: 1, preview: `VT-${year}-0001` },
    ])
  })
  for (const as of ['accountant', 'auditor'] as const) {
    scenario(at, `is read by the ${as}`, { as, get: '/organization/numbering', status: 200 })
    scenario(at, `is not raised by the ${as}`, {
      as,
      put: '/organization/numbering',
      send: { series: 'invoice', next: 90 },
      status: 403,
    })
  }
  for (const as of ['member', 'viewer'] as const)
    scenario(at, `is not for the ${as}`, { as, get: '/organization/numbering', status: 403 })
  scenario(at, 'is raised by the admin', {
    as: 'admin',
    put: '/organization/numbering',
    send: { series: 'quote', next: 43 },
    status: 200,
    body: { series: expect.arrayContaining([{ series: 'quote', year, next: 43, preview: `AN-${year}-0043` }]) },
  })
  test('is told as other patterns would make it, which are not kept', async () => {
    const send = { invoice_number_pattern: '{year}/{seq:3}', quote_number_pattern: 'A{seq}' }
    const { status, body } = await at.owner.rest('POST', '/organization/numbering/preview', send)
    expect(status).toBe(200)
    expect(body.series).toContainEqual({ series: 'invoice', year, next: 1, preview: `${year}/001` })
    expect(body.series).toContainEqual({ series: 'quote', year: null, next: 1, preview: 'A1' })
    expect(body.series).toContainEqual({ series: 'contract', year, next: 1, preview: `VT-${year}-0001` })
    expect(await series('quote')).toEqual({ series: 'quote', year, next: 43, preview: `AN-${year}-0043` })
  })
  scenario(at, 'is not told by a pattern that could not be kept', {
    post: '/organization/numbering/preview',
    send: { invoice_number_pattern: 'RE-{year}' },
    status: 422,
  })
  scenario(at, 'of other patterns is not for the accountant', {
    as: 'accountant',
    post: '/organization/numbering/preview',
    send: {},
    status: 403,
  })
  scenario(at, 'of another year is its own', {
    put: '/organization/numbering',
    send: { series: 'quote', year: 2024, next: 7 },
    status: 200,
    body: {
      series: expect.arrayContaining([
        { series: 'quote', year, next: 43, preview: `AN-${year}-0043` },
        { series: 'quote', year: 2024, next: 7, preview: 'AN-2024-0007' },
      ]),
    },
  })
  test('is told the latest year first', async () => {
    const { body } = await at.owner.rest('GET', '/organization/numbering')
    const quotes = body.series.filter((each: { series: string }) => each.series === 'quote')
    expect(quotes.map((each: { year: number }) => each.year)).toEqual([year, 2024])
  })
  test('is told by the audit log', async () => {
    const { body } = await at.auditor.rest('GET', '/audit-log?action=numbering.raised')
    expect(body.entries.map(({ before, after }: { before: object; after: object }) => [before, after])).toEqual([
      [
        { series: 'quote', year: 2024, next: 1 },
        { series: 'quote', year: 2024, next: 7 },
      ],
      [
        { series: 'quote', year, next: 1 },
        { series: 'quote', year, next: 43 },
      ],
    ])
  })
  test('its ETag guards a raise, and changes with each number that is given', async () => {
    const read = async () => String((await at.owner.rest('GET', '/organization/numbering')).headers.etag)
    const raise = async (next: number, etag: string) =>
      (await at.owner.rest('PUT', '/organization/numbering', { series: 'contract', next }, { 'if-match': etag })).status
    const before = await read()
    expect(before).toMatch(/^"\d+"$/)
    expect(await read()).toBe(before)
    expect(await raise(5, before)).toBe(200)
    expect([await raise(6, before), await raise(6, '"999"'), (await series('contract')).next]).toEqual([412, 412, 5])
    expect(await raise(6, await read())).toBe(200)
  })
  scenario(at, 'that was raised is not lowered, although no document has those between', {
    put: '/organization/numbering',
    send: { series: 'quote', next: 42 },
    status: 422,
    body: { field: 'next', message: 'next muss mindestens 43 sein: Die nächste Nummer wird erhöht, nie gesenkt.' },
  })
  scenario(at, 'as it is, changes nothing', {
    put: '/organization/numbering',
    send: { series: 'quote', next: 43 },
    status: 200,
  })
  scenario(at, 'of no series', {
    put: '/organization/numbering',
    send: { series: 'letter', next: 43 },
    status: 422,
    body: { field: 'series' },
  })
  scenario(at, 'of nothing', {
    put: '/organization/numbering',
    send: { series: 'quote' },
    status: 400,
    body: { field: 'next' },
  })
  scenario(at, 'of 0', {
    put: '/organization/numbering',
    send: { series: 'quote', next: 0 },
    status: 422,
    body: { field: 'next' },
  })
  test('of a pattern without a year has none', async () => {
    await at.owner.rest('PUT', '/organization', { contract_number_pattern: 'V{seq}' })
    const wrong = await at.owner.rest('PUT', '/organization/numbering', { series: 'contract', year, next: 5 })
    expect([wrong.status, wrong.body.field]).toEqual([422, 'year'])
    await at.owner.rest('PUT', '/organization/numbering', { series: 'contract', next: 5 })
    expect(await series('contract')).toMatchObject({ year: null, next: 5, preview: 'V5' })
  })
  test('is raised while others send: no number is given twice, and none under it afterwards', async () => {
    const shop = createFixtures(at)
    await shop.one('sent')
    const { next } = await series('invoice')
    const sends = Array.from({ length: 4 }, async () => {
      const { body: draft } = await at.owner.rest('POST', `/invoices/${await shop.one('sent')}/duplicate`)
      return (await at.owner.rest('POST', `/invoices/${draft.id}/send`, { channel: 'none' })).body.number as string
    })
    const raise = at.owner.rest('PUT', '/organization/numbering', { series: 'invoice', next: next + 100 })
    const numbers = await Promise.all(sends)
    expect((await raise).status).toBe(200)
    expect(new Set(numbers).size).toBe(4)
    const low = numbers.filter((number) => Number(number.slice(-4)) < next + 100).length
    expect((await series('invoice')).next).toBe(next + 100 + 4 - low)
  })
})
