interface Planned {
  duration: string
  percent: number
}

interface Week {
  project: string
  created: number
  completed: number
  comments: number
  time: string | null
}

interface Project {
  name: string
  open: number
  done: number
  overdue: number
}

/** Durations are `hours:minutes`. */
export const messages = {
  de: {
    name: 'Assistent',
    signature: 'Von der eingebauten Auskunft, die aus den Daten antwortet; ein Sprachmodell ist nicht eingerichtet.',
    failure: 'Ich konnte diese Frage gerade nicht beantworten. Bitte später noch einmal fragen.',
    isDone: (title: string) => `„${title}“ ist erledigt.`,
    isOpen: (title: string, column: string) => `„${title}“ ist offen und steht in der Spalte „${column}“.`,
    isDue: (day: string) => `Fällig am ${day}.`,
    wasDue: (day: string) => `Fällig war sie am ${day}: Sie ist überfällig.`,
    subtasks: (done: number, all: number) => `${done} von ${all} Teilaufgaben sind erledigt.`,
    assigned: (names: string) => `Zuständig: ${names}.`,
    unassigned: 'Niemand ist zuständig.',
    project: ({ name, open, done, overdue }: Project) =>
      `Im Projekt „${name}“: ${open} offen, ${done} erledigt, ${overdue} überfällig.`,
    overdue: (count: number, project: string) => `Überfällig im Projekt „${project}“: ${count}.`,
    nothingOverdue: (project: string) => `Im Projekt „${project}“ ist nichts überfällig.`,
    since: (day: string) => `fällig am ${day}`,
    tracked: (name: string, time: string, planned: Planned | null) =>
      planned
        ? `„${name}“: ${time} Stunden erfasst von ${planned.duration} geplanten (${planned.percent}\u00a0%).`
        : `„${name}“: ${time} Stunden erfasst, ohne Schätzung.`,
    timeHidden: 'Erfasste Zeiten dürfen Sie nicht sehen.',
    week: ({ project, created, completed, comments, time }: Week) =>
      `In den letzten sieben Tagen im Projekt „${project}“: ${created} Aufgaben angelegt, ${completed} erledigt, ${comments} Kommentare${time ? `, ${time} Stunden erfasst` : ''}.`,
  },
  en: {
    name: 'Assistant',
    signature: 'From the built-in assistant, which answers from the data; no language model is set up.',
    failure: 'I could not answer this question just now. Please ask again later.',
    isDone: (title: string) => `“${title}” is done.`,
    isOpen: (title: string, column: string) => `“${title}” is open, in the column “${column}”.`,
    isDue: (day: string) => `Due on ${day}.`,
    wasDue: (day: string) => `It was due on ${day}: it is overdue.`,
    subtasks: (done: number, all: number) => `${done} of ${all} subtasks are done.`,
    assigned: (names: string) => `Assigned to ${names}.`,
    unassigned: 'Nobody is assigned.',
    project: ({ name, open, done, overdue }: Project) =>
      `In the project “${name}”: ${open} open, ${done} done, ${overdue} overdue.`,
    overdue: (count: number, project: string) => `Overdue in the project “${project}”: ${count}.`,
    nothingOverdue: (project: string) => `Nothing is overdue in the project “${project}”.`,
    since: (day: string) => `due on ${day}`,
    tracked: (name: string, time: string, planned: Planned | null) =>
      planned
        ? `“${name}”: ${time} hours tracked of ${planned.duration} planned (${planned.percent}%).`
        : `“${name}”: ${time} hours tracked, without an estimate.`,
    timeHidden: 'You may not see tracked time.',
    week: ({ project, created, completed, comments, time }: Week) =>
      `In the last seven days in the project “${project}”: ${created} tasks created, ${completed} done, ${comments} comments${time ? `, ${time} hours tracked` : ''}.`,
  },
} as const
