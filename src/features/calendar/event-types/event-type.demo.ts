import type { DemoPart } from '#core/feature/demo'

export const eventTypeDemo: DemoPart = {
  title: { de: 'Terminarten', en: 'Event types' },
  steps({ made, language, call }) {
    const hosts = made.people.filter(({ role }) => role === 'member' || role === 'admin')
    return types.map(({ name, description, ...type }, index) => async () => {
      const host = hosts[index % hosts.length]
      const words = { name: name[language], description: description[language] }
      if (host) await call(host, 'POST', '/booking/event-types', { ...type, ...words })
    })
  },
}

const types = [
  {
    ...{
      slug: 'erstgespraech',
      duration_minutes: 30,
      buffer_after_minutes: 15,
      maximum_days_ahead: 60,
      location: 'meet',
    },
    name: { de: 'Erstgespräch', en: 'First meeting' },
    description: { de: 'Wir lernen uns und Ihr Vorhaben kennen.', en: 'We get to know each other and your project.' },
  },
  {
    ...{ slug: 'rueckruf', duration_minutes: 15, limit_per_day: 6, location: 'phone' },
    name: { de: 'Rückruf', en: 'Call back' },
    description: { de: 'Kurze Fragen, kurze Antworten.', en: 'Short questions, short answers.' },
  },
  {
    ...{
      slug: 'werkstattgespraech',
      duration_minutes: 60,
      minimum_notice_minutes: 1440,
      location: 'Hafenstraße 12, Hamburg',
    },
    name: { de: 'Werkstattgespräch', en: 'Review' },
    description: { de: 'Entwürfe ansehen und entscheiden.', en: 'Look at drafts and decide.' },
  },
] as const
