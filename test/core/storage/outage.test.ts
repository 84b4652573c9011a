import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../features/content/files/upload.ts'
import { openHouse, startApp } from '../../harness/house.ts'

const storage = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(503, { 'content-type': 'application/xml' }).end())
})
let started: Awaited<ReturnType<typeof startApp>>

beforeAll(async () => {
  storage.listen(0, '127.0.0.1')
  await once(storage, 'listening')
  const endpoint = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`
  const bucket = { S3_REGION: 'eu', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  started = await startApp({ env: { S3_ENDPOINT: endpoint, ...bucket } })
})
afterAll(async () => {
  await started.stop()
  storage.closeAllConnections()
  storage.close()
})

test('an upload is 503 while the storage is away, and leaves nothing', { timeout: 30_000 }, async () => {
  const at = await openHouse(started.app)
  const answer = await upload(at, 'owner', { file: ['x', 'x.txt'] })
  expect([answer.status, answer.body.error]).toEqual([503, 'unavailable'])
  expect((await at.owner.rest('GET', '/storage/files')).body.total).toBe(0)
})

test('an invoice that cannot be archived is 503, stays a draft and takes no number', { timeout: 30_000 }, async () => {
  const at = await openHouse(started.app)
  const address = { street: 'Weg 1', postal_code: '20095', city: 'Hamburg', country: 'DE' }
  await at.owner.rest('PUT', '/organization', { legal_name: 'Nord GmbH', vat_id: 'DE136695976', ...address })
  const client = (await at.owner.rest('POST', '/clients', { name: 'Kunde', ...address })).body.id
  const line_items = [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }]
  const dates = { issue_date: '2026-01-05', due_date: '2026-01-19' }
  const { id } = (await at.owner.rest('POST', '/invoices', { client_id: client, ...dates, line_items })).body
  const sent = await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
  expect([sent.status, sent.body.error]).toEqual([503, 'unavailable'])
  expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'draft', number: null })
})
