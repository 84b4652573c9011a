import type { House, Person } from '../../../harness/house.ts'

const dayMs = 24 * 60 * 60_000

/** A host of a house with a page of their own, and the slots that can be booked there. */
export async function office(at: House, host: Person, type: object = {}) {
  const get = async (path: string) => (await host.rest('GET', path)).body
  const { slug } = await get('/me')
  const made = await host.rest('POST', '/booking/event-types', {
    ...{ name: 'Gespräch', slug: `gespraech-${crypto.randomUUID().slice(0, 8)}`, duration_minutes: 30 },
    ...type,
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const page = `/public/booking/${slug}/${made.body.slug}`
  const soon = Math.ceil(Date.now() / dayMs + 1) * dayMs
  return {
    page,
    type: made.body as { id: string; slug: string },
    /** The starts that are offered, so many days from tomorrow on. */
    async slots(days = 7, first = 0): Promise<string[]> {
      const from = new Date(soon + first * dayMs).toISOString()
      const to = new Date(soon + (first + days) * dayMs).toISOString()
      const answer = await at.nobody.rest('GET', `${page}/slots?from=${from}&to=${to}`)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.slots.map(({ start }: { start: string }) => start)
    },
    book: (start: string | undefined, more: object = {}) =>
      at.nobody.rest('POST', `${page}/book`, {
        ...{ start, name: 'Kim Gast', email: `${crypto.randomUUID()}@gast.example` },
        ...more,
      }),
  }
}

/** An office whose host, a member, can be booked every day from nine to five in Berlin. */
export async function openOffice(at: House) {
  await at.member.rest('PUT', '/booking/availability', {
    timezone: 'Europe/Berlin',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
  })
  return office(at, at.member)
}

/** The part of a link that names the booking. */
export const tokenOf = ({ body }: { body: { manage_url: string } }) => body.manage_url.split('/booking/')[1] ?? ''
