import type { DemoPart } from '#core/feature/demo'

/** A weekly meeting, monthly ones with the newest clients, and trade fairs. */
export const calendarEventDemo: DemoPart = {
  title: { de: 'Termine', en: 'Calendar events' },
  steps({ owner, language, made, today, random, call }) {
    const words = texts[language]
    const day = (ahead: number) => new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000)
    const monday = day((8 - day(0).getUTCDay()) % 7)
      .toISOString()
      .slice(0, 10)
    const add = (as: typeof owner, event: object) => async () => {
      await call(as, 'POST', '/calendar/events', { timezone: 'Europe/Berlin', ...event })
    }
    const weekly = add(owner, {
      title: words.weekly,
      start_time: `${monday}T08:00:00Z`,
      end_time: `${monday}T08:30:00Z`,
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
      attach_meet: true,
    })
    const reviews = made.projects.slice(-12).map(({ id }, index) => {
      const date = day(random.between(-20, 40)).toISOString().slice(0, 10)
      const person = made.people[index % made.people.length] ?? owner
      const as = person.role === 'member' || person.role === 'admin' ? person : owner
      const hour = String(random.between(8, 15)).padStart(2, '0')
      return add(as, {
        title: words.review,
        start_time: `${date}T${hour}:00:00Z`,
        end_time: `${date}T${hour}:45:00Z`,
        project_id: id,
        location: words.place,
      })
    })
    const fair = day(45).toISOString().slice(0, 10)
    const days = { start_time: `${fair}T00:00:00Z`, end_time: `${day(47).toISOString().slice(0, 10)}T00:00:00Z` }
    return [weekly, ...reviews, add(owner, { title: words.fair, all_day: true, ...days })]
  },
}

const texts = {
  de: { weekly: 'Montagsrunde', review: 'Abstimmung', place: 'Besprechungsraum', fair: 'Messe' },
  en: { weekly: 'Monday round', review: 'Review', place: 'Meeting room', fair: 'Trade fair' },
} as const
