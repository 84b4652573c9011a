import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { office, openOffice, tokenOf } from './office.ts'

const at = house()
beforeAll(() => openOffice(at))

const mails = (id: string) => mailsAbout(at.app, id)
/** The one event of what was mailed for calendars: its unfolded lines by their names, and how it is meant. */
const sentTo = ({ calendar }: { calendar: { method: string; content: string } }) => {
  const lines = calendar.content.replaceAll('\r\n ', '').split('\r\n')
  const line = (name: string) => lines.find((each) => each.startsWith(name)) ?? null
  return { method: calendar.method, uid: line('UID:'), sequence: line('SEQUENCE:'), start: line('DTSTART:'), line }
}
const events = async (id: string) =>
  (
    await at.app.system.query(
      'select title, (extract(epoch from start_time) * 1000)::float8 as start_time, user_id, meet_url, location, client_id from calendar_events where booking_id = $1 order by meet_url nulls last',
      [id],
    )
  ).rows

describe('team', () => {
  const join = async (name: string) => {
    const email = `${name}-${crypto.randomUUID()}@team.example`
    return (await at.owner.rest('POST', '/members', { name, email, role: 'member' })).body.id as string
  }

  test('round robin books the member whose last booking is oldest', async () => {
    const member_ids = [await join('Ada'), await join('Ben')]
    const round = await office(at, at.owner, { assignment: 'round_robin', member_ids })
    const [start = '', next = ''] = await round.slots()
    const host = async (time: string) => {
      const { body } = await round.book(time)
      return (await at.member.rest('GET', `/bookings/${body.id}`)).body.user_id
    }
    const first = await host(start)
    expect(await host(next)).toBe(member_ids.find((id) => id !== first))
    expect(await round.slots()).toContain(start)
    expect(await host(start)).not.toBe(first)
    expect((await round.book(start)).body.error).toBe('slot_unavailable')
  })

  test('comes together in one room, each with an event, without deleted members', async () => {
    const member_ids = [await join('Ida'), await join('Jon')]
    const all = await office(at, at.owner, { assignment: 'all', member_ids })
    const [start = ''] = await all.slots()
    const { body } = await all.book(start)
    expect(body.hosts.map(({ name }: { name: string }) => name)).toEqual(['Ida', 'Jon'])
    expect(await events(body.id)).toMatchObject([
      { user_id: member_ids[0], meet_url: body.meet_url },
      { user_id: member_ids[1], meet_url: null, location: body.meet_url },
    ])
    const uids = async () =>
      (await mails(body.id)).map((mail) => [mail.kind, sentTo(mail).uid, sentTo(mail).line('ORGANIZER')?.split(':')[0]])
    const kept = await at.app.system.query('select uid from calendar_events where booking_id = $1 and user_id = $2', [
      body.id,
      member_ids[1],
    ])
    const sent = await uids()
    // Each host's entry is their own; what the guest has is that of the first.
    expect(sent).toEqual([
      ['booking_booked', `UID:${body.id}@kontor`, 'ORGANIZER;CN="Ida"'],
      ['booking_booked_host', `UID:${body.id}@kontor`, 'ORGANIZER;CN="Ida"'],
      ['booking_booked_host', `UID:${kept.rows[0].uid}`, 'ORGANIZER;CN="Jon"'],
    ])
    const alone = await office(at, at.owner, { assignment: 'round_robin', member_ids: [member_ids[1]] })
    const [, own = ''] = await alone.slots()
    const theirs = await alone.book(own)
    expect(await alone.slots()).not.toContain(start)
    await at.events()
    expect((await at.owner.rest('DELETE', `/members/${member_ids[1]}`)).status).toBe(204)
    expect(await at.events()).toEqual(['booking.cancelled'])
    expect((await at.nobody.rest('GET', `/public/bookings/${tokenOf(theirs)}`)).body).toMatchObject({
      status: 'cancelled',
      hosts: [],
    })
    expect((await at.member.rest('GET', `/bookings/${body.id}`)).body).toMatchObject({
      status: 'confirmed',
      host_ids: [member_ids[0]],
    })
    await at.owner.rest('POST', `/bookings/${body.id}/cancel`)
    expect((await uids()).slice(3)).toEqual([
      ['booking_cancelled', ...(sent[0] ?? []).slice(1)],
      ['booking_cancelled_host', ...(sent[1] ?? []).slice(1)],
    ])
  })
})
