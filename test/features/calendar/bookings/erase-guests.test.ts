import { describe, expect, test } from 'vitest'
import { house, openHouse } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { office, tokenOf } from './office.ts'

const at = house()

const mails = (id: string) => mailsAbout(at.app, id)

describe('guest data', () => {
  /** All that is kept of a booking, its events, their attendees, its mails and links, as text. */
  const kept = async (id: string) => {
    const { rows } = await at.app.system.query(
      `select coalesce(string_agg(row, E'\\n'), '') as text from (
         select to_jsonb(b)::text as row from bookings b where b.organization_id = $2 and b.id = $1
         union all select to_jsonb(e)::text from calendar_events e where e.organization_id = $2 and e.booking_id = $1
         union all select to_jsonb(a)::text from calendar_attendees a
           join calendar_events e on e.organization_id = a.organization_id and e.id = a.event_id
           where a.organization_id = $2 and e.booking_id = $1
         union all select to_jsonb(m)::text from mails m where m.organization_id = $2 and (m.subject_id = $1
           or m.subject_id in (select id from calendar_events where organization_id = $2 and booking_id = $1))
         union all select to_jsonb(l)::text from booking_links l where l.organization_id = $2 and l.booking_id = $1
         union all select t.description from time_entries t
           join bookings b on b.organization_id = t.organization_id and t.started_at = b.starts_at
           where t.organization_id = $2 and b.id = $1) r`,
      [id, at.organizationId],
    )
    return rows[0].text as string
  }
  const secrets = /vergiss|Vera Gess|Nierenleiden|0170 555|Steinstr|\/booking\//
  /** A booking of whom there is a lot to forget, with an attendee of the guest's and one of the house. */
  const tellAll = async (host = at.member) => {
    const desk = await office(at, host, {
      ...{ location: 'phone', minimum_notice_minutes: 0, questions: [{ key: 'wo', label: 'Wo?' }] },
    })
    const [start] = await desk.slots(7, 35)
    const email = `vergiss-${crypto.randomUUID()}@gast.example`
    const said = { name: 'Vera Gess', agenda: 'Nierenleiden', phone: '0170 555', answers: { wo: 'Steinstr. 1' } }
    const booked = await desk.book(start, { ...said, email: email.replace('@', '+x@') })
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)
    const id = booked.body.id as string
    const { rows } = await at.app.system.query('select id from calendar_events where booking_id = $1', [id])
    const attendee_emails = [email.replace('@', '+x@'), `kollege-${id}@kontor.example`]
    const added = await host.rest('PUT', `/calendar/events/${rows[0].id}`, { attendee_emails })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    return { id, eventId: rows[0].id as string, token: tokenOf(booked), email }
  }
  /** Moves a booking and its event 90 days back. */
  const pass = async (id: string) => {
    const shift = async (table: string, key: string, columns: string[]) => {
      const { rows } = await at.app.system.query(
        `select ${columns.map((column) => `${column} - interval '90 days' as ${column}`)} from ${table} where ${key} = $1`,
        [id],
      )
      for (const row of rows)
        await at.app.system.query(
          `update ${table} set ${columns.map((column, index) => `${column} = $${index + 2}`)} where ${key} = $1`,
          [id, ...columns.map((column) => row[column])],
        )
    }
    await shift('bookings', 'id', ['starts_at', 'ends_at'])
    await shift('calendar_events', 'booking_id', ['start_time', 'end_time', 'span_start', 'span_end'])
  }
  const forget = (
    id: string,
    who: 'owner' | 'admin' | 'accountant' | 'auditor' | 'member' | 'viewer' | 'nobody' = 'admin',
  ) => at[who].rest('POST', `/bookings/${id}/forget`)

  test('is erased by administrators once the booking is over: from calendars, mails and time entries', async () => {
    const { id, eventId, token } = await tellAll()
    const early = await forget(id)
    expect([early.status, early.body.error]).toEqual([409, 'invalid_state'])
    await pass(id)
    const project = (await at.owner.rest('POST', '/projects', { name: 'Beratung' })).body
    const hours = { project_id: project.id }
    const entry = await at.member.rest('POST', `/calendar/events/${eventId}/time-entry`, hours)
    expect(entry.body.description).toBe('Gespräch: Vera Gess')
    for (const who of ['member', 'accountant', 'auditor', 'viewer'] as const)
      expect((await forget(id, who)).status).toBe(403)
    expect((await forget(id, 'nobody')).status).toBe(401)
    const other = await openHouse(at.app)
    expect((await other.owner.rest('POST', `/bookings/${id}/forget`)).status).toBe(404)
    expect(await kept(id)).toMatch(secrets)
    const before = (await at.member.rest('GET', `/bookings/${id}`)).body
    await at.events()
    const { status, body } = await forget(id)
    expect([status, body]).toMatchObject([
      200,
      {
        ...{
          id,
          title: 'Gespräch',
          start: before.start,
          end: before.end,
          host_ids: before.host_ids,
          status: 'confirmed',
        },
        ...{ name: '', email: '', phone: null, agenda: null, answers: [], client_id: null },
        version: before.version + 1,
      },
    ])
    expect(await at.events()).toEqual([])
    expect(await kept(id)).not.toMatch(secrets)
    const event = (await at.member.rest('GET', `/calendar/events/${eventId}`)).body
    expect(event).toMatchObject({ title: 'Gespräch', description: null, location: null })
    expect(event.attendees.map(({ email }: { email: string }) => email)).toEqual([`kollege-${id}@kontor.example`])
    expect(
      new Set((await mails(id)).map((mail) => [mail.recipients, mail.subject, mail.text, mail.calendar].join())),
    ).toEqual(new Set([',,,']))
    expect((await at.nobody.rest('GET', `/public/bookings/${token}`)).status).toBe(410)
    expect((await at.member.rest('GET', `/time-entries/${entry.body.id}`)).body.description).toBe('Gespräch')

    const log = async () => (await at.owner.rest('GET', `/audit-log?resource_id=${id}`)).body.entries
    expect(await log()).toMatchObject([
      { action: 'booking.guest_forgotten', actor: { name: 'admin' }, before: null, after: null },
    ])
    const again = await forget(id, 'owner')
    expect([again.status, again.body]).toEqual([200, body])
    expect(await log()).toHaveLength(1)
  })

  test('is erased for cancelled bookings, with mails of their events', async () => {
    const { id, email } = await tellAll()
    await at.member.rest('POST', `/bookings/${id}/cancel`, { reason: 'Nierenleiden' })
    expect((await mails(id)).map(({ kind }) => kind)).toContain('calendar_cancelled')
    const { data, errors } = await at.owner.graphql(
      'mutation ($id: UUID!) { forgetGuest(id: $id) { name cancellationReason } }',
      {
        id,
      },
    )
    expect([errors, data?.forgetGuest]).toEqual([undefined, { name: '', cancellationReason: null }])
    expect(await kept(id)).not.toMatch(secrets)
    // The event is gone, and what was mailed about it is found all the same.
    const local = `%${email.split('@')[0]}%`
    const { rows } = await at.app.system.query('select kind from mails m where to_jsonb(m)::text like $1', [local])
    expect(rows).toEqual([])
  })

  test('is erased with the client, except for upcoming bookings', async () => {
    const desk = await office(at, at.member, { minimum_notice_minutes: 0 })
    const [one, two, three] = await desk.slots(7, 42)
    const email = `kundin-${crypto.randomUUID()}@gast.example`
    const client = (await at.owner.rest('POST', '/clients', { name: 'Kundin', email })).body
    const said = { email, name: 'Vera Gess', agenda: 'Nierenleiden' }
    const ids: string[] = []
    for (const start of [one, two, three]) ids.push((await desk.book(start, said)).body.id)
    const [over = '', cancelled = '', coming = ''] = ids
    await pass(over)
    await at.member.rest('POST', `/bookings/${cancelled}/cancel`)
    expect((await at.owner.rest('DELETE', `/clients/${client.id}`)).status).toBe(204)
    for (const id of [over, cancelled]) {
      expect(await kept(id)).not.toMatch(new RegExp(`${secrets.source}|kundin-`))
      expect((await at.owner.rest('GET', `/audit-log?resource_id=${id}`)).body.total).toBe(1)
    }
    expect((await at.member.rest('GET', `/bookings/${coming}`)).body).toMatchObject({
      name: 'Vera Gess',
      client_id: null,
    })
  })
})
