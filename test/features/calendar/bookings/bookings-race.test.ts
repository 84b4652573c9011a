import { expect, test } from 'vitest'
import { house, type Person } from '../../../harness/house.ts'
import { repetitions } from '../../../harness/nightly.ts'
import { office } from './office.ts'

const at = house()
const rounds = repetitions('BOOKING_ROUNDS', 2, 20)
const hour = 60 * 60_000

const everyDay = (host: Person) =>
  host.rest('PUT', '/booking/availability', {
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })),
  })

/** What bookings were answered, by their kinds: how many of each. */
const counted = (answers: { status: number; body: { error?: string } }[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const kind = `${status} ${body.error ?? ''}`.trim()
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** An office where many wait for few connections: whom a busy machine sends away for now (503), comes again. */
async function crowdedOffice(...given: Parameters<typeof office>) {
  const made = await office(...given)
  const book: typeof made.book = async (...asked) => {
    for (;;) {
      const answer = await made.book(...asked)
      if (answer.status !== 503) return answer
    }
  }
  return { ...made, book }
}

test(`of 100 who book one slot or some that overlap at once, ${rounds} rounds of each, one does`, {
  timeout: 600_000,
}, async () => {
  await everyDay(at.member)
  const { book, slots } = await crowdedOffice(at, at.member, { duration_minutes: 60, slot_interval_minutes: 15 })
  const first = Date.parse((await slots(1))[0] ?? '')
  for (let round = 0; round < 2 * rounds; round++) {
    const start = first + round * 2 * hour
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        book(new Date(start + (round % 2) * (index % 4) * 15 * 60_000).toISOString(), {
          email: `gast-${round}-${index}@gast.example`,
        }),
      ),
    )
    expect(counted(answers), `round ${round}`).toEqual({ '201': 1, '409 slot_unavailable': 99 })
  }
  const { rows } = await at.app.system.query(
    `select count(*)::int as bookings, count(distinct e.id)::int as events, count(distinct m.id)::int as mails
     from bookings b left join calendar_events e on e.organization_id = b.organization_id and e.booking_id = b.id
       left join mails m on m.organization_id = b.organization_id and m.subject_id = b.id and m.kind = 'booking_booked'
     where b.organization_id = $1`,
    [at.organizationId],
  )
  expect(rows).toEqual([{ bookings: 2 * rounds, events: 2 * rounds, mails: 2 * rounds }])
})

test('books a round-robin team as often as it has members, and does not serialize teams', async () => {
  for (const host of [at.owner, at.admin]) await everyDay(host)
  const team = [at.owner.id, at.admin.id]
  const round = await crowdedOffice(at, at.owner, { assignment: 'round_robin', member_ids: team })
  const all = await crowdedOffice(at, at.admin, { assignment: 'all', member_ids: team.toReversed() })
  const [start, later] = await round.slots(1)
  const turns = await Promise.all(
    Array.from({ length: 30 }, (_, index) => round.book(start, { email: `runde-${index}@gast.example` })),
  )
  expect(counted(turns)).toEqual({ '201': 2, '409 slot_unavailable': 28 })
  const mixed = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? round : all).book(later, { email: `beide-${index}@gast.example` }),
    ),
  )
  const counts = counted(mixed)
  expect([1, 2]).toContain(counts['201'])
  expect(counts).toEqual({ '201': counts['201'], '409 slot_unavailable': 30 - (counts['201'] ?? 0) })
})

test('keeps the daily limit per address for 40 concurrent bookings', async () => {
  await everyDay(at.admin)
  const { book, slots } = await crowdedOffice(at, at.admin, { duration_minutes: 5 })
  const open = (await slots(1, 30)).slice(0, 40)
  const answers = await Promise.all(open.map((start, index) => book(start, { email: `alle+${index}@gast.example` })))
  expect(counted(answers)).toEqual({ '201': 20, '429 rate_limited': 20 })
})

test('books before a concurrent deletion or returns 404', async () => {
  const seen = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const { book, slots, type } = await office(at, at.owner)
    const [one, , two] = await slots(1, 40 + round)
    const answers = await Promise.all([
      book(one, { email: `eins-${round}@gast.example` }),
      at.owner.rest('DELETE', `/booking/event-types/${type.id}`),
      book(two, { email: `zwei-${round}@gast.example` }),
    ])
    for (const { status } of answers) seen.add(status)
  }
  expect([...seen].filter((status) => ![201, 204, 404, 409].includes(status))).toEqual([])
})

test('uses a client that is created concurrently', async () => {
  const { book, slots } = await office(at, at.owner, { create_client: true })
  const open = await slots(1, 50)
  for (let round = 0; round < 10; round++) {
    const email = `neu-${round}@gast.example`
    const [booked, made] = await Promise.all([
      book(open[round], { email }),
      at.admin.rest('POST', '/clients', { name: 'Neu', email }),
    ])
    expect(booked.status, JSON.stringify(booked.body)).toBe(201)
    expect([201, 409]).toContain(made.status)
  }
})

test('lets one of a concurrent move and booking win', async () => {
  const { book, slots } = await office(at, at.member, { duration_minutes: 60 })
  const open = await slots(1, 20)
  for (let round = 0; round < 3; round++) {
    const [from = '', to = ''] = [open[round * 3], open[round * 3 + 1]]
    const { id } = (await book(from)).body
    const answers = await Promise.all([
      at.member.rest('POST', `/bookings/${id}/reschedule`, { start: to }),
      book(to, { email: `zug-${round}@gast.example` }),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.find(({ status }) => status >= 300)?.body.error).toBe('slot_unavailable')
  }
})

test('has a constraint against overlapping bookings of a host', async () => {
  const { book, slots } = await office(at, at.member, { duration_minutes: 60 })
  const [start, next] = await slots(1, 25)
  const [one, other] = [(await book(start)).body, (await book(next)).body]
  const moved = at.app.system.query('update booking_hosts set starts_at = $2, ends_at = $3 where booking_id = $1', [
    other.id,
    one.start,
    one.end,
  ])
  await expect(moved).rejects.toThrow('booking_hosts_once')
})
