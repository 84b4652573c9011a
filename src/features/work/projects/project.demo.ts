import type { DemoPart } from '#core/feature/demo'

declare module '#core/feature/demo' {
  interface DemoData {
    projects: DemoProject[]
  }
}

export interface DemoProject {
  id: string
  name: string
  columns: string[]
  /** Days ago; `until` is 0 for active ones. */
  from: number
  until: number
}

/** Thirty projects over a year: a third completed, one in ten on hold. */
export const projectDemo: DemoPart = {
  title: { de: 'Projekte', en: 'Projects' },
  steps({ owner, language, scale, random, made, call }) {
    made.projects = []
    return Array.from({ length: Math.ceil(30 * scale) }, (_, index) => {
      const client = made.clients[index % made.clients.length] as { id: string; name: string }
      const what = random.pick(kinds)
      const from = index % 3 ? random.between(60, 364) : random.between(240, 364)
      const until = index % 3 ? 0 : random.between(10, from - 60)
      const body = {
        name: `${what.name[language]} ${client.name}`,
        client_id: client.id,
        color: random.pick(['#1f6feb', '#2da44e', '#bf8700', '#8250df', '#0a7ea4']),
        description: what.description[language],
        budget_minutes: (60 + Math.round(((from - until) / 30) * random.between(8, 24))) * 60,
        hourly_rate_cents: random.pick([null, null, 10500, 13000]),
      }
      return async () => {
        const { id, columns } = await call<{ id: string; columns: { id: string }[] }>(owner, 'POST', '/projects', body)
        made.projects[index] = { id, name: body.name, columns: columns.map((column) => column.id), from, until }
        if (until > 0) await call(owner, 'PUT', `/projects/${id}`, { status: 'archived' })
        else if (index % 10 === 7) await call(owner, 'PUT', `/projects/${id}`, { status: 'on_hold' })
      }
    })
  },
}

const kinds = [
  {
    name: { de: 'Website', en: 'Website' },
    description: { de: 'Neuer Auftritt mit Redaktion und Shop.', en: 'A new site with editing and a shop.' },
  },
  {
    name: { de: 'Markenauftritt', en: 'Brand' },
    description: { de: 'Logo, Schrift, Farben und Leitfaden.', en: 'Logo, type, colours and a guide.' },
  },
  {
    name: { de: 'Betreuung', en: 'Care' },
    description: { de: 'Laufende Pflege nach Aufwand.', en: 'Ongoing care by the hour.' },
  },
  {
    name: { de: 'Kampagne', en: 'Campaign' },
    description: { de: 'Anzeigen, Texte und Auswertung.', en: 'Ads, copy and reporting.' },
  },
  {
    name: { de: 'App', en: 'App' },
    description: { de: 'Buchungen und Kundenkonto für unterwegs.', en: 'Bookings and accounts on the go.' },
  },
] as const
