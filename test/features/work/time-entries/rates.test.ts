import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { house, type Person } from '../../../harness/house.ts'

// What an hour of another costs is for whoever bills it and for administrators: no way leads others to it.

const at = house()
const rate = 12_345
let project = ''
let ownerEntry = ''
let viewerEntry = ''
let first = ''

beforeAll(async () => {
  const post = async (path: string, body: object) => (await at.owner.rest('POST', path, body)).body
  const client = await post('/clients', {
    name: 'Kunde',
    street: 'Weg 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  })
  project = (await post('/projects', { name: 'Projekt', client_id: client.id })).id
  first = (await at.owner.rest('GET', '/events?per_page=1')).body.events[0].id
  const span = { started_at: '2021-01-04T09:00:00Z', ended_at: '2021-01-04T11:00:00Z' }
  const entry = { project_id: project, hourly_rate_cents: rate, ...span }
  ownerEntry = (await post('/time-entries', entry)).id
  viewerEntry = (await post('/time-entries', { ...entry, user_id: at.viewer.id })).id
  const span2 = { from: '2021-01-01', to: '2021-01-31' }
  const draft = await post('/invoices/from-time-entries', { client_id: client.id, ...span2 })
  await at.app.system.query(
    "update invoices set number = 'RE-GEHEIM', status = 'sent', pdf_sha256 = repeat('0', 64) where organization_id = $1 and id = $2",
    [at.organizationId, draft.id],
  )
})

const readers: [keyof typeof at & ('viewer' | 'member' | 'accountant' | 'admin'), boolean][] = [
  ['viewer', false],
  ['member', false],
  ['accountant', true],
  ['admin', true],
]

describe.each(readers)('a %s', (role, sees) => {
  let me: Person
  const shown = (userId: string) => (sees || userId === me.id ? rate : null)
  beforeAll(() => {
    me = at[role]
  })

  test('in time entries', async () => {
    expect((await me.rest('GET', `/time-entries/${ownerEntry}`)).body.hourly_rate_cents).toBe(shown(at.owner.id))
    const { time_entries } = (await me.rest('GET', '/time-entries?from=2021-01-01&to=2021-01-31')).body
    expect(time_entries).toHaveLength(2)
    for (const entry of time_entries) expect(entry.hourly_rate_cents).toBe(shown(entry.user_id))
    const { data } = await me.graphql('{ timeEntries(from: "2021-01-01") { timeEntries { userId hourlyRateCents } } }')
    for (const entry of data.timeEntries.timeEntries) expect(entry.hourlyRateCents).toBe(shown(entry.userId))
  })

  test('in the report, also not out of its amounts', async () => {
    const query = '/reports/time?from=2021-01-01&to=2021-01-31'
    for (const group of ['project', 'client', 'person', 'month', 'week', 'day']) {
      const { rows, totals } = (await me.rest('GET', `${query}&group_by=${group}`)).body
      expect(totals.seconds).toBe(14_400)
      for (const row of [...rows, totals]) expect(row.amount_cents === null).toBe(!sees)
    }
    const others = (await me.rest('GET', `${query}&user_id=${at.owner.id}`)).body
    expect(others.totals.amount_cents).toBe(sees ? 2 * rate : null)
    const own = (await me.rest('GET', `${query}&user_id=${me.id}`)).body
    expect(own.totals.amount_cents).toBe(me.id === at.viewer.id ? 2 * rate : 0)
  })

  test('in its CSV, which names no invoice either', async () => {
    const { raw } = await me.rest('GET', '/reports/time/csv?from=2021-01-01&to=2021-01-31', undefined, {
      'accept-language': 'en',
    })
    const rows: Record<string, string>[] = parse(raw.toString(), { columns: true, bom: true })
    expect(rows).toHaveLength(2)
    const open = rows.filter(({ Rate }) => Rate !== '')
    expect(open.length).toBe(sees ? 2 : me.id === at.viewer.id ? 1 : 0)
    expect(rows.filter(({ Amount }) => Amount !== '')).toHaveLength(open.length)
    expect(new Set(rows.map(({ Invoice }) => Invoice))).toEqual(new Set([sees ? 'RE-GEHEIM' : '']))
  })

  test('in the feed', async () => {
    const { events } = (await me.rest('GET', `/events?after=${first}&names=time_entry.created`)).body
    expect(events).toHaveLength(2)
    for (const { data } of events) expect(data.hourly_rate_cents).toBe(shown(data.user_id))
    const answer = await me.graphql('{ events(names: ["time_entry.created"]) { events { data } } }')
    for (const { data } of answer.data.events.events) expect(data.hourly_rate_cents).toBe(shown(data.user_id))
  })
})

test('an event is told whole, whoever causes it: whoever may read more later finds it', async () => {
  const timer = (await at.member.rest('POST', '/time-entries/start', { project_id: project })).body
  await at.app.system.query('update time_entries set hourly_rate_cents = 777 where organization_id = $1 and id = $2', [
    at.organizationId,
    timer.id,
  ])
  const other = (await at.owner.rest('POST', '/projects', { name: 'Geht' })).body
  await at.admin.rest('PUT', `/time-entries/${timer.id}`, { project_id: other.id, hourly_rate_cents: 777 })
  expect((await at.member.rest('DELETE', `/projects/${other.id}`)).status).toBe(204)
  const { events } = (await at.admin.rest('GET', '/events?names=time_entry.deleted')).body
  expect(events.at(-1).data).toMatchObject({ id: timer.id, hourly_rate_cents: 777 })
})

test('the person and everyone who bills see it, whoever else does not', async () => {
  const { body } = await at.viewer.rest('GET', `/time-entries/${viewerEntry}`)
  expect(body.hourly_rate_cents).toBe(rate)
})
