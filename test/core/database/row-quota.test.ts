import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countedTables } from '#core/database/row-quota'
import { Transaction } from '#core/database/transaction'
import { type House, openHouse, startApp } from '../../harness/house.ts'

let at: House
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp({ env: { ROW_QUOTA: '50' } })
  stop = started.stop
  at = await openHouse(started.app)
})
afterAll(() => stop())

const rowsOf = async ({ app, organizationId }: House) => {
  const tables = [...app.services.database.orm.getMetadata().getAll().values()].filter(({ abstract }) => !abstract)
  const counts = countedTables(tables).map((table) => `(select count(*) from ${table} where organization_id = $1)`)
  const { rows } = await app.system.query(`select (${counts.join(' + ')})::int as rows`, [organizationId])
  return rows[0].rows as number
}
let tags = 0
const tag = (house: House) => house.owner.rest('POST', '/tags', { name: `tag ${++tags}` })
const fill = async (house: House) => {
  for (let free = 50 - (await rowsOf(house)); free > 0; free--) expect((await tag(house)).status).toBe(201)
}

describe('the row quota', () => {
  test('counts what people create, not short-lived deliveries', () => {
    const tables = [...at.app.services.database.orm.getMetadata().getAll().values()].filter(({ abstract }) => !abstract)
    expect(countedTables(tables)).toContain('tags')
    expect(countedTables(tables)).not.toContain('webhook_deliveries')
  })

  test('limits creations, and allows changes, deletions and reuse of their room', async () => {
    await fill(at)
    for (const refused of [await tag(at), await tag(at)]) {
      expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large'])
      expect(refused.body.message).toContain('50 von 50 Datensätzen')
      expect(refused.body.message).toContain('ROW_QUOTA')
    }
    expect(await rowsOf(at)).toBe(50)
    const { body } = await at.owner.rest('GET', '/tags')
    const { id } = body.tags[0]
    expect((await at.owner.rest('PUT', `/tags/${id}`, { name: 'changed' })).status).toBe(200)
    expect((await at.owner.rest('DELETE', `/tags/${id}`)).status).toBe(204)
    expect((await tag(at)).status).toBe(201)
    expect((await tag(at)).status).toBe(413)
  })

  test('does not reject what law or safety require, which frees no room either', async () => {
    const own = await openHouse(at.app)
    const post = async (path: string, body: object = {}) => {
      const answer = await own.owner.rest('POST', path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body
    }
    const place = { street: 'Kai 1', postal_code: '20457', city: 'Hamburg' }
    await own.owner.rest('PUT', '/organization', { legal_name: 'Kontor GmbH', tax_number: '22/123/45678', ...place })
    const client = await post('/clients', { name: 'Acme', country: 'DE', ...place })
    const line = { description: 'x', quantity: 1, unit_price_cents: 1000, tax_rate: 19 }
    const invoice = { client_id: client.id, issue_date: '2026-01-02', due_date: '2026-01-16', line_items: [line] }
    const { id } = await post('/invoices', invoice)
    await fill(own)

    await post(`/invoices/${id}/send`, { channel: 'none' })
    const money = { paid_at: '2026-01-10', method: 'bank_transfer' }
    await post(`/invoices/${id}/payments`, { ...money, amount_cents: 1500, overpayment: 'credit' })
    await post(`/clients/${client.id}/refunds`, { ...money, amount_cents: 100 })
    await post(`/invoices/${id}/credit-note`)
    const token = await post('/tokens', { name: 'neu' })
    expect(await rowsOf(own)).toBe(54)

    expect((await own.owner.rest('POST', '/invoices', invoice)).status).toBe(413)
    const { errors } = await own.owner.graphql(
      `mutation { createTag(input: { name: "z" }) { id } deleteToken(id: "${token.id}") }`,
    )
    expect(errors?.[0]).toMatchObject({ extensions: { status: 413 } })
  })

  test('is reported in English and by GraphQL too, with nothing written', async () => {
    const refused = await at.owner.rest('POST', '/tags', { name: 'x' }, { 'accept-language': 'en' })
    expect(refused.body.message).toContain('50 of 50 rows')
    const { errors } = await at.owner.graphql('mutation { createTag(input: { name: "y" }) { id } }')
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'payload_too_large', status: 413 } })
    expect(await rowsOf(at)).toBe(50)
  })

  test('applies per organization', async () => {
    expect((await tag(await openHouse(at.app))).status).toBe(201)
  })

  test('is only slightly exceeded by concurrent creations', async () => {
    const own = await openHouse(at.app)
    const free = 50 - (await rowsOf(own))
    const all = await Promise.all(Array.from({ length: 2 * free }, () => tag(own)))
    expect(all.filter(({ status }) => status === 413).length).toBeGreaterThan(0)
    expect(await rowsOf(own)).toBeGreaterThanOrEqual(50)
    expect(await rowsOf(own)).toBeLessThanOrEqual(50 + Math.floor(free / 8))
  })

  test('is not checked again in the database while an organization is full', async () => {
    const statements = vi.spyOn(Transaction.prototype, 'query')
    expect((await tag(at)).status).toBe(413)
    expect((await tag(at)).status).toBe(413)
    const counts = statements.mock.calls.filter(([{ text }]) => text.includes('count(*) from tags'))
    statements.mockRestore()
    expect(counts.length).toBeLessThanOrEqual(1)
  })
})
