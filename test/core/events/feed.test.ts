import { describe, expect, test } from 'vitest'
import { select } from '#core/database/select'
import { operateAsSystem } from '#core/operation/operation'
import { Client } from '#features/people/clients/client.entity'
import { house, openHouse } from '../../harness/house.ts'

const at = house()

const feed = async (query = '') => (await at.owner.rest('GET', `/events?per_page=100${query}`)).body

describe('the feed', () => {
  test("has the webhook's events, oldest first, with gapless sequences", async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Erster' })
    await at.owner.rest('PUT', `/clients/${client.id}`, { city: 'Ulm' })
    const { events, total } = await feed()
    expect(total).toBe(events.length)
    expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      events.map((_: unknown, index: number) => index + 1),
    )
    expect(events.at(-1)).toEqual({
      id: expect.any(String),
      event: 'client.updated',
      created_at: expect.stringMatching(/Z$/),
      organization_id: at.organizationId,
      actor: { type: 'user', id: at.owner.id, name: expect.any(String) },
      sequence: total,
      data: expect.objectContaining({ id: client.id, city: 'Ulm' }),
      changes: ['city'],
    })
  })
  test('has the data of the POST response', async () => {
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Gleich', hourly_rate_cents: 9000 })
    const { events } = await feed()
    expect(events.at(-1).data).toEqual(body)
  })
  test('resumes with after=, and rejects an event that is not retained', async () => {
    const { events } = await feed()
    const rest = await feed(`&after=${events[0].id}`)
    expect(rest.events.map(({ id }: { id: string }) => id)).toEqual(events.slice(1).map(({ id }: { id: string }) => id))
    const { id: expired } = events[0]
    await at.app.system.query('delete from events where id = $1', [expired])
    for (const after of ['00000000-0000-4000-8000-000000000000', expired]) {
      const { status, body } = await at.owner.rest('GET', `/events?after=${after}`)
      expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'after'])
      const { errors } = await at.owner.graphql('query ($after: UUID) { events(after: $after) { total } }', { after })
      expect(errors?.[0].extensions).toMatchObject({ status: 422, field: 'after' })
    }
  })
  test('filters by several names=, and rejects unknown ones', async () => {
    expect(
      (await feed('&names=client.deleted,client.updated')).events.every(
        ({ event }: { event: string }) => event !== 'client.created',
      ),
    ).toBe(true)
    const refused = await at.owner.rest('GET', '/events?names=client.exploded')
    expect([refused.status, refused.body.field]).toEqual([422, 'names'])
  })
  test('hides money from members', async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Zahler' })
    await at.owner.rest('POST', '/invoices', {
      client_id: client.id,
      issue_date: '2026-01-01',
      due_date: '2026-01-15',
      line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
    })
    const names = async (who: 'owner' | 'member') =>
      (await at[who].rest('GET', '/events?per_page=100')).body.events.map(({ event }: { event: string }) => event)
    expect(await names('owner')).toContain('invoice.created')
    expect(await names('member')).not.toContain('invoice.created')
    expect(await names('member')).toContain('client.created')
  })
})

describe('writing events', () => {
  test('with six writers and a reader: no event is missed or repeated', async () => {
    const own = await openHouse(at.app)
    const written = 6 * 30
    const seen: number[] = []
    let after = ''
    const read = async () => {
      const { body } = await own.owner.rest('GET', `/events?per_page=100${after && `&after=${after}`}`)
      for (const { id, sequence } of body.events) {
        after = id
        seen.push(sequence)
      }
    }
    const writer = async (number: number) => {
      for (let round = 0; round < 30; round++) await own.owner.rest('POST', '/clients', { name: `W${number} ${round}` })
    }
    const writing = Promise.all(Array.from({ length: 6 }, (_, number) => writer(number)))
    let done = false
    writing.finally(() => {
      done = true
    })
    while (!done) await read()
    await writing
    await read()
    expect(seen).toEqual(Array.from({ length: written }, (_, index) => index + 1))
  })
  test('a rollback leaves no change, event or gap in the sequence', async () => {
    const before = (await feed()).total
    const failing = operateAsSystem(at.app.services, at.organizationId, async (context) => {
      context.record('client.created', context.create(Client, { name: 'Verworfen' }))
      for (const statement of await context.recorder.buildStatements(context)) await context.write(statement)
      throw new Error('crash between flush and commit')
    })
    await expect(failing).rejects.toThrow('crash between flush and commit')
    expect((await at.owner.rest('GET', '/clients?q=Verworfen')).body.total).toBe(0)
    await at.owner.rest('POST', '/clients', { name: 'Danach' })
    const { events, total } = await feed()
    expect(total).toBe(before + 1)
    expect(events.at(-1).sequence).toBe(total)
  })
  test('a connection that breaks before the commit leaves nothing', async () => {
    const before = (await feed()).total
    const dying = operateAsSystem(at.app.services, at.organizationId, async (context) => {
      context.record('client.created', context.create(Client, { name: 'Abgerissen' }))
      for (const statement of await context.recorder.buildStatements(context)) await context.write(statement)
      const [backend] = await context.query<{ pid: number }>(select`pg_backend_pid() as pid`)
      await at.app.system.query('select pg_terminate_backend($1::int)', [backend?.pid])
    })
    await expect(dying).rejects.toMatchObject({ status: 503 })
    expect((await feed()).total).toBe(before)
    expect((await at.owner.rest('GET', '/clients?q=Abgerissen')).body.total).toBe(0)
  })
})
