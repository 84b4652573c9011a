import type { DemoPart } from '#core/feature/demo'

declare module '#core/feature/demo' {
  interface DemoData {
    tags: string[]
  }
}

export const tagDemo: DemoPart = {
  title: { de: 'Schlagworte', en: 'Tags' },
  steps({ owner, language, made, call }) {
    made.tags = []
    return tags.map(({ color, name }, index) => async () => {
      const { tags: known } = await call<{ tags: { id: string; name: string }[] }>(owner, 'GET', '/tags?per_page=100')
      const existing = known.find((tag) => tag.name === name[language])
      const { id } = existing ?? (await call<{ id: string }>(owner, 'POST', '/tags', { name: name[language], color }))
      made.tags[index] = id
    })
  },
}

const tags = [
  { color: '#8250df', name: { de: 'Gestaltung', en: 'Design' } },
  { color: '#1f6feb', name: { de: 'Entwicklung', en: 'Development' } },
  { color: '#2da44e', name: { de: 'Texte', en: 'Copy' } },
  { color: '#bf8700', name: { de: 'Wartet auf Kunden', en: 'Waiting for client' } },
  { color: '#cf222e', name: { de: 'Fehler', en: 'Bug' } },
  { color: '#57606a', name: { de: 'Intern', en: 'Internal' } },
] as const
