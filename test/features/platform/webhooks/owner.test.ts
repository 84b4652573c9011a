import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { startTlsReceiver, type TlsReceiver } from '../../../peers/tls-receiver.ts'
import { eventOf, settled, until } from './subscriber.ts'

let hook: TlsReceiver
let started: Awaited<ReturnType<typeof startApp>>

beforeAll(async () => {
  hook = await startTlsReceiver()
  hook.answer({ status: 204 })
  started = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_RETRY_BASE_MS: '20' } })
  await started.app.work()
})
afterAll(async () => {
  await started.stop()
  await hook.close()
})

/** A house with a webhook that its admin has made. */
async function subscribed() {
  const at = await openHouse(started.app)
  const { body: webhook } = await at.admin.rest('POST', '/webhooks', { url: hook.url, events: ['*'] })
  return { at, id: webhook.id as string }
}

const got = ({ organizationId }: House) =>
  hook.all.map(eventOf).filter(({ organization_id }) => organization_id === organizationId)

test('delivers what its owner may read at that time', async () => {
  const { at, id } = await subscribed()
  const buyer = (await at.owner.rest('POST', '/clients', { name: 'Vorher' })).body
  await settled(at, id, 1)
  await at.owner.rest('PUT', `/members/${at.admin.id}`, { role: 'viewer' })
  const project = (await at.owner.rest('POST', '/projects', { name: 'Projekt' })).body
  await at.owner.rest('POST', '/invoices', {
    client_id: buyer.id,
    issue_date: '2026-01-01',
    due_date: '2026-01-15',
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
  })
  const span = { started_at: '2021-01-04T09:00:00Z', ended_at: '2021-01-04T11:00:00Z' }
  const entry = { project_id: project.id, hourly_rate_cents: 5000, ...span }
  await at.owner.rest('POST', '/time-entries', entry)
  await at.owner.rest('POST', '/time-entries', { ...entry, user_id: at.admin.id })
  const rows = await settled(at, id, 5)
  expect(rows.map(({ status, attempt_count }) => [status, attempt_count])).toEqual([
    ['succeeded', 1],
    ['succeeded', 1],
    ['failed', 0],
    ['succeeded', 1],
    ['succeeded', 1],
  ])
  const events = got(at)
  expect(events.map(({ event }) => event)).toEqual([
    'client.created',
    'project.created',
    'time_entry.created',
    'time_entry.created',
  ])
  expect(events.slice(2).map(({ data }) => data.hourly_rate_cents)).toEqual([null, 5000])
})

test('is disabled when its owner leaves, the owners are notified, and the member who enables it owns it', async () => {
  const { at, id } = await subscribed()
  await at.owner.rest('DELETE', `/members/${at.admin.id}`)
  await at.owner.rest('POST', '/clients', { name: 'Danach' })
  const { body } = await until(
    () => at.owner.rest('GET', `/webhooks/${id}`),
    (answer) => answer.body.active === false,
  )
  expect(body).toMatchObject({ active: false, disabled_reason: 'owner_gone' })
  expect(got(at)).toEqual([])
  const { notices } = (await at.owner.rest('GET', '/notices')).body
  expect(notices).toMatchObject([{ kind: 'webhook_disabled', message: expect.stringContaining('angelegt') }])
  const revived = (await at.owner.rest('PUT', `/webhooks/${id}`, { active: true })).body
  expect(revived).toMatchObject({ active: true, disabled_reason: null })
  await until(
    async () => got(at),
    (events) => events.length === 1,
  )
  expect(got(at).map(({ data }) => data.name)).toEqual(['Danach'])
})
