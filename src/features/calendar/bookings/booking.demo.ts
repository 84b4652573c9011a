import type { Demo, DemoPart, DemoPerson } from '#core/feature/demo'
import { addDays } from '#core/time/clock'

/** Past and upcoming guests, and one who cancelled. */
export const bookingDemo: DemoPart = {
  title: { de: 'Buchungen', en: 'Bookings' },
  inOrder: true,
  steps(demo) {
    const hosts = demo.made.people.filter(({ role }) => role === 'member' || role === 'admin')
    return appointments.map(({ ago, ...appointment }, index) => {
      const [host, chance] = [hosts[index % types.length], demo.random.next()]
      const type = types[index % types.length]
      return async () => {
        if (host && type) await demo.daysAgo(ago, () => book(demo, host, { ...appointment, ago, type, chance }))
      }
    })
  },
}

/** Slugs of the event types, in the order of their hosts. */
const types = ['erstgespraech', 'rueckruf', 'werkstattgespraech']

interface Appointment {
  ago: number
  ahead: number
  name: string
  agenda: { de: string; en: string }
  isCancelled?: boolean
  type: string
  chance: number
}

async function book(
  { today, language, call }: Demo,
  host: DemoPerson,
  { ago, ahead, name, agenda, isCancelled, type, chance }: Appointment,
) {
  const { slug } = await call<{ slug: string }>(host, 'GET', '/me')
  const page = `/public/booking/${slug}/${type}`
  const first = addDays(today, ahead - ago)
  const window = `from=${first}T00:00:00Z&to=${addDays(first, 21)}T00:00:00Z`
  const { slots } = await call<{ slots: { start: string }[] }>(host, 'GET', `${page}/slots?${window}`)
  // One of the first days, unless the host is away on all of them.
  const slot = slots[Math.floor(chance * Math.min(slots.length, 20))]
  if (!slot) return
  const email = `${name.split(' ')[0]?.toLowerCase()}@gast.example`
  const { id } = await call<{ id: string }>(host, 'POST', `${page}/book`, {
    ...{ start: slot.start, name, email, phone: '+49 40 5550123', agenda: agenda[language], timezone: 'Europe/Berlin' },
  })
  const reason = { de: 'Ist leider krank.', en: 'Has fallen ill.' }[language]
  if (isCancelled) await call(host, 'POST', `/bookings/${id}/cancel`, { reason })
}

const appointments: readonly Omit<Appointment, 'type' | 'chance'>[] = [
  {
    ago: 60,
    ahead: 2,
    name: 'Kim Sommer',
    agenda: { de: 'Ein Shop für unsere Keramik', en: 'A shop for our pottery' },
  },
  { ago: 45, ahead: 1, name: 'Jonas Weber', agenda: { de: 'Frage zur Rechnung', en: 'A question about the invoice' } },
  { ago: 40, ahead: 3, name: 'Marta Nowak', agenda: { de: 'Zweiter Entwurf', en: 'Second draft' } },
  { ago: 1, ahead: 3, name: 'Tom Becker', agenda: { de: 'Neue Website', en: 'A new website' } },
  { ago: 0, ahead: 2, name: 'Ines Albrecht', agenda: { de: 'Umzug des Servers', en: 'Moving the server' } },
  {
    ...{ ago: 2, ahead: 5, name: 'Emre Aydin', isCancelled: true },
    agenda: { de: 'Messestand ansehen', en: 'Look at the stand for the fair' },
  },
]
