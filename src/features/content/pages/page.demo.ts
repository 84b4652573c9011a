import type { DemoPart } from '#core/feature/demo'

/** A handbook with chapters, a template, and notes for every fifth project. */
export const pageDemo: DemoPart = {
  title: { de: 'Seiten', en: 'Pages' },
  steps({ owner, language, made, call }) {
    const write = (body: object) => call<{ id: string }>(owner, 'POST', '/pages', body)
    const { handbook, chapters, minutes, notes } = texts[language]
    return [
      async () => {
        const { id: parent_id } = await write(handbook)
        for (const chapter of chapters) await write({ ...chapter, parent_id })
      },
      async () => {
        await write({ ...minutes, template: true })
      },
      ...made.projects
        .filter((_, index) => index % 5 === 0)
        .map((project) => async () => {
          await write({
            title: `${notes.title} ${project.name}`,
            icon: '✒',
            project_id: project.id,
            content: notes.content,
          })
        }),
    ]
  },
}

const texts = {
  de: {
    handbook: {
      title: 'Handbuch',
      icon: '⚓',
      content: '# Handbuch\n\nWie wir arbeiten. Was hier fehlt, ergänzt, **wem es auffällt**.',
    },
    chapters: [
      {
        title: 'Die ersten Tage',
        icon: '☕',
        content: '- [x] Rechner und Zugänge\n- [x] Rundgang\n- [ ] Erste Kundentermine begleiten\n',
      },
      {
        title: 'Ein Projekt beginnen',
        icon: '✈',
        content:
          '| Schritt | Wer |\n| --- | --- |\n| Angebot | Vertrieb |\n| Auftakt | Projektleitung |\n| Tafel anlegen | Projektleitung |\n',
      },
      {
        title: 'Rechnungen',
        icon: '✉',
        content: 'Am **ersten Werktag** des Monats:\n\n1. Zeiten prüfen\n2. Entwürfe ansehen\n3. Versenden\n',
      },
    ],
    minutes: {
      title: 'Protokoll',
      icon: '✏',
      content: '## Teilnehmende\n\n## Besprochen\n\n## Nächste Schritte\n\n- [ ] \n',
    },
    notes: {
      title: 'Notizen zu',
      content: '## Ziel\n\nWoran der Kunde merkt, dass es gelungen ist.\n\n> Erst messen, dann bauen.\n',
    },
  },
  en: {
    handbook: {
      title: 'Handbook',
      icon: '⚓',
      content: '# Handbook\n\nHow we work. Whoever misses something here **adds it**.',
    },
    chapters: [
      {
        title: 'The first days',
        icon: '☕',
        content: '- [x] Computer and accounts\n- [x] A walk around\n- [ ] Join the first meetings with clients\n',
      },
      {
        title: 'Starting a project',
        icon: '✈',
        content:
          '| Step | Who |\n| --- | --- |\n| Quote | Sales |\n| Kick-off | Project lead |\n| Set up the board | Project lead |\n',
      },
      {
        title: 'Invoices',
        icon: '✉',
        content:
          'On the **first working day** of the month:\n\n1. Check time entries\n2. Look at the drafts\n3. Send\n',
      },
    ],
    minutes: { title: 'Minutes', icon: '✏', content: '## Present\n\n## Discussed\n\n## Next steps\n\n- [ ] \n' },
    notes: {
      title: 'Notes on',
      content: '## Goal\n\nHow the client will notice that it worked.\n\n> Measure first, then build.\n',
    },
  },
} as const
