import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { office, openOffice } from './office.ts'

const at = house()
let room: Awaited<ReturnType<typeof office>>
beforeAll(async () => {
  room = await openOffice(at)
})

describe('booking page', () => {
  test('lists event types without a token', async () => {
    const { slug } = (await at.member.rest('GET', '/me')).body
    const shown = await at.nobody.rest('GET', `/public/booking/${slug}`)
    expect(shown.body).toMatchObject({ name: 'member', slug, timezone: 'Europe/Berlin' })
    expect(shown.body.event_types.map((type: { slug: string }) => type.slug)).toContain(room.type.slug)
    const type = (await at.nobody.rest('GET', room.page)).body
    expect(type).toEqual({
      ...{ name: 'Gespräch', slug: room.type.slug, duration: 30, description: null, color: null, location: 'meet' },
      ...{ host: { name: 'member', slug }, timezone: 'Europe/Berlin', questions: [] },
      requires_email_verification: false,
    })
    expect(shown.body.event_types).toContainEqual(type)
  })

  test('returns 404 for unknown hosts and inactive types', async () => {
    const { page, type, book, slots } = await office(at, at.member)
    const [start] = await slots()
    await at.member.rest('PUT', `/booking/event-types/${type.id}`, { active: false })
    const window = 'from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z'
    const asked = [
      ...['/public/booking/niemand-hier', '/public/booking/niemand-hier/x', page].map((path) =>
        at.nobody.rest('GET', path),
      ),
      at.nobody.rest('GET', `${page}/slots?${window}`),
      book(start),
    ]
    for (const { status, body } of await Promise.all(asked)) expect([status, body.error]).toEqual([404, 'not_found'])
  })

  test('returns 404 for invalid slugs', async () => {
    const host = room.page.split('/').slice(0, 4).join('/')
    for (const path of [
      '/public/booking/%00',
      `${host}/%00`,
      `${host}/%00/slots?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z`,
    ])
      expect((await at.nobody.rest('GET', path)).status).toBe(404)
    const { errors } = await at.nobody.graphql('{ bookingPage(userSlug: "\\u0000") { name } }')
    expect(errors?.[0].extensions.status).toBe(404)
    expect((await at.app.server.inject({ url: `${host.replace('/public/booking', '/book')}/%00` })).statusCode).toBe(
      404,
    )
  })

  test('disappears with a role that cannot be booked, from teams too', async () => {
    const { body: made } = await at.owner.rest('POST', '/members', {
      ...{ name: 'Uwe', email: `uwe-${crypto.randomUUID()}@team.example`, role: 'member' },
    })
    const type = { name: 'x', slug: 'uwe', duration_minutes: 30 }
    expect((await at.owner.rest('POST', '/booking/event-types', { ...type, user_id: made.id })).status).toBe(201)
    const team = await office(at, at.owner, { assignment: 'round_robin', member_ids: [made.id] })
    expect(await team.slots()).not.toEqual([])
    expect((await at.nobody.rest('GET', `/public/booking/${made.slug}`)).status).toBe(200)
    await at.owner.rest('PUT', `/members/${made.id}`, { role: 'auditor' })
    for (const path of [`/public/booking/${made.slug}`, `/public/booking/${made.slug}/uwe`])
      expect((await at.nobody.rest('GET', path)).status).toBe(404)
    expect(await team.slots()).toEqual([])
  })

  test('limits the window to 90 days', async () => {
    const slots = (from: string, to: string) => at.nobody.rest('GET', `${room.page}/slots?from=${from}&to=${to}`)
    expect((await slots('2027-01-01T00:00:00Z', '2027-04-01T00:00:00Z')).status).toBe(200)
    const wide = await slots('2027-01-01T00:00:00Z', '2027-04-01T00:00:01Z')
    expect([wide.status, wide.body.field]).toEqual([422, 'to'])
    const turned = await slots('2027-01-02T00:00:00Z', '2027-01-01T00:00:00Z')
    expect([turned.status, turned.body.field]).toEqual([422, 'to'])
    const bare = await at.nobody.rest('GET', `${room.page}/slots`)
    expect([bare.status, bare.body.error]).toEqual([400, 'validation_failed'])
    const none = await slots('2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
    expect(none.body).toEqual({ slots: [] })
  })
})
