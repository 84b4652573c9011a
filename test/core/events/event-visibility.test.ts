import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from 'graphql-ws'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Role } from '#core/access/policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createPerson, house, type Person } from '../../harness/house.ts'
import { socketUrl } from '../../harness/subscriptions.ts'

// Rights are read at each delivery: an administrator's subscription shows what a viewer may read once the member is one.

const at = house()
let url = ''
let somebody: Person
let client: Client
let project: { id: string; columns: { id: string }[] }
let closed: PromiseWithResolvers<number>

beforeAll(async () => {
  url = await socketUrl(at.app)
  project = (await at.owner.rest('POST', '/projects', { name: 'Projekt' })).body
})
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@kontor.example`
  const { organizationId } = at
  const made = await createMemberByCommand(at.app.system, { organizationId, role: Role.admin, email, name: 'Jemand' })
  somebody = createPerson(at.app, organizationId, made.memberId, made.token)
  closed = Promise.withResolvers<number>()
  client = connect(made.token, (code) => closed.resolve(code))
})
afterEach(() => client.dispose())

const connect = (token: string | null, ended: (code: number) => void = () => {}): Client =>
  createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
    on: { closed: (event) => ended((event as { code: number }).code) },
  })

const becomes = (role: string) => at.owner.rest('PUT', `/members/${somebody.id}`, { role })

/** Subscribes, and makes changes until one is delivered. */
async function follow<Told>(query: string, change: () => Promise<unknown>, by = client): Promise<AsyncIterator<Told>> {
  const answers = by.iterate<Told>({ query })
  const first = answers.next()
  const told = first.then(() => true)
  while (!(await Promise.race([told, pause(200, false)]))) await change()
  return {
    async next() {
      const { value } = await answers.next()
      return { value: value?.data as Told }
    },
  }
}

/** Collects deliveries until that of `last`. */
async function toldUntil<Told>(answers: AsyncIterator<Told>, idOf: (told: Told) => unknown, last: string) {
  const ids: unknown[] = []
  while (ids.at(-1) !== last) ids.push(idOf((await answers.next()).value))
  return ids
}

const created = async (path: string, body: object) => (await at.owner.rest('POST', path, body)).body.id as string
const span = { started_at: '2021-01-04T09:00:00Z', ended_at: '2021-01-04T11:00:00Z' }
const newClient = () => created('/clients', { name: 'Kunde' })
const newTask = () => created('/tasks', { title: 'Aufgabe', project_id: project.id, column_id: project.columns[0]?.id })
const newTime = () => created('/time-entries', { project_id: project.id, hourly_rate_cents: 5000, ...span })
const newInvoice = async () =>
  created('/invoices', {
    client_id: await newClient(),
    issue_date: '2026-01-01',
    due_date: '2026-01-15',
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
  })

// biome-ignore lint/suspicious/noExplicitAny: each subscription tells in its own shape
const kinds: [string, () => string, string, () => Promise<string>, (told: any) => unknown][] = [
  [
    'events',
    () => 'subscription { events(names: ["invoice.created"]) { data } }',
    'member',
    newInvoice,
    (told) => told.events.data.id,
  ],
  [
    'invoiceChanged',
    () => 'subscription { invoiceChanged { id } }',
    'member',
    newInvoice,
    (told) => told.invoiceChanged.id,
  ],
  ['timerChanged', () => 'subscription { timerChanged { id } }', 'auditor', newTime, (told) => told.timerChanged.id],
  [
    'boardChanged',
    () => `subscription { boardChanged(projectId: "${project.id}") { task { id } } }`,
    'auditor',
    newTask,
    (told) => told.boardChanged.task?.id,
  ],
]

test.each(kinds)(
  '%s does not tell what may no longer be read, and tells again what may',
  async (_, query, role, make, idOf) => {
    const answers = await follow(query(), make)
    const owner = connect(at.owner.token)
    const seen = await follow<{ events: { data: { id: string } } }>(
      'subscription { events { data } }',
      newClient,
      owner,
    )
    await becomes(role)
    const hidden = await make()
    // Delivered to those who may read it.
    await toldUntil(seen, ({ events }) => events.data.id, hidden)
    await owner.dispose()
    await becomes('admin')
    const told = await toldUntil(answers, idOf, await make())
    expect(told).not.toContain(hidden)
  },
)

test('hides the hourly rate of others as soon as it may not be seen', async () => {
  interface Told {
    timerChanged: { id: string; timeEntry: { hourlyRateCents: number | null } }
    events: { data: { id: string; hourly_rate_cents: number | null } }
  }
  const timers = await follow<Told>('subscription { timerChanged { id timeEntry { hourlyRateCents } } }', newTime)
  const events = await follow<Told>('subscription { events { data } }', newTime)
  await becomes('viewer')
  const last = await newTime()
  for (let told = await timers.next(); ; told = await timers.next()) {
    if (told.value.timerChanged.id !== last) continue
    expect(told.value.timerChanged.timeEntry.hourlyRateCents).toBeNull()
    break
  }
  for (let told = await events.next(); ; told = await events.next()) {
    if (told.value.events.data.id !== last) continue
    expect(told.value.events.data.hourly_rate_cents).toBeNull()
    break
  }
})

test('closes the socket of a revoked token', async () => {
  await follow('subscription { events { event } }', newClient)
  await at.owner.rest('DELETE', `/members/${somebody.id}`)
  await newClient()
  expect(await closed.promise).toBe(4403)
})
