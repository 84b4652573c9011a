import type { Demo, DemoPart, Random } from '#core/feature/demo'
import type { Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import type { DemoProject } from '#features/work/projects/project.demo'

declare module '#core/feature/demo' {
  interface DemoData {
    tasks: DemoTask[]
  }
}

export interface DemoTask {
  id: string
  project: DemoProject
  /** Assigned members. */
  people: string[]
}

/** Twenty tasks per project with assignees, tags, subtasks and dates; in old projects most are done. */
export const taskDemo: DemoPart = {
  title: { de: 'Aufgaben', en: 'Tasks' },
  steps(demo) {
    const { owner, random, made, call } = demo
    made.tasks = []
    return made.projects.flatMap((project, nth) =>
      random.some(titlesIn(demo.language), perProject).map((title, index) => {
        const { subtasks, ...body } = taskOf(demo, project, title)
        const place = nth * perProject + index
        const done = subtasks.map(() => random.chance(body.status === 'done' ? 1 : 0.4))
        return async () => {
          const { id } = await call<{ id: string }>(owner, 'POST', '/tasks', body)
          made.tasks[place] = { id, project, people: body.assignee_ids }
          for (const [position, title] of subtasks.entries())
            await call(owner, 'POST', `/tasks/${id}/subtasks`, { title, done: done[position] })
        }
      }),
    )
  },
}

const perProject = 20

function taskOf({ language, random, made, today }: Demo, project: DemoProject, title: string) {
  const isDone = random.chance(project.until ? 0.95 : 0.45)
  const due = project.until ? -project.until : random.between(-20, 60)
  const workers = made.people.filter(({ role }) => role === 'member' || role === 'admin')
  return {
    project_id: project.id,
    column_id: columnOf(random, project, isDone),
    title,
    status: isDone ? 'done' : 'open',
    due_date: random.chance(0.7) ? addDays(today, due) : null,
    priority: random.pick(['none', 'none', 'low', 'medium', 'high', 'urgent']),
    estimate_minutes: random.chance(0.6) ? random.between(1, 16) * 60 : null,
    assignee_ids: random.some(workers, random.between(0, 2)).map(({ id }) => id),
    tag_ids: random.some(made.tags, random.between(0, 2)),
    subtasks: random.chance(0.3) ? random.some(steps[language], random.between(2, 4)) : [],
  }
}

const titlesIn = (language: Language) =>
  work[language].flatMap(([verb, things]) =>
    things.map((thing) => (language === 'de' ? `${thing} ${verb}` : `${verb} the ${thing}`)),
  )

const columnOf = (random: Random, { columns }: DemoProject, isDone: boolean) =>
  (isDone ? columns.at(-1) : random.pick(columns.slice(0, -1))) as string

const work: Readonly<Record<Language, readonly (readonly [string, readonly string[]])[]>> = {
  de: [
    ['entwerfen', ['Startseite', 'Produktseite', 'Kontaktformular', 'Visitenkarte', 'Newsletter-Vorlage', 'Icons']],
    [
      'umsetzen',
      ['Menü für Mobilgeräte', 'Bezahlvorgang', 'Suche', 'Mehrsprachigkeit', 'Terminbuchung', 'Bildergalerie'],
    ],
    ['texten', ['Über uns', 'Stellenanzeige', 'Datenschutzhinweise', 'Kampagnenseite', 'Alt-Texte']],
    ['prüfen', ['Barrierefreiheit', 'Ladezeiten', 'Suchmaschinen', 'Druckdaten', 'Formulare']],
    ['abstimmen', ['Farbwelt', 'Zeitplan', 'Fototermin', 'Freigabe', 'Wartungsvertrag']],
  ],
  en: [
    ['Design', ['home page', 'product page', 'contact form', 'business card', 'newsletter', 'icons']],
    ['Build', ['mobile menu', 'checkout', 'search', 'translations', 'booking', 'gallery']],
    ['Write', ['company profile', 'job ad', 'privacy notice', 'campaign page', 'alt texts']],
    ['Check', ['accessibility', 'loading times', 'search listing', 'print data', 'forms']],
    ['Agree on', ['colours', 'schedule', 'photo shoot', 'sign-off', 'maintenance contract']],
  ],
}

const steps = {
  de: ['Skizze', 'Entwurf', 'Rückmeldung einholen', 'Überarbeiten', 'Freigabe', 'Veröffentlichen'],
  en: ['Sketch', 'Draft', 'Get feedback', 'Revise', 'Sign-off', 'Publish'],
} as const
