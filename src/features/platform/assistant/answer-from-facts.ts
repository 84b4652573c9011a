import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import { formatDay } from '#features/billing/invoices/document/invoice.texts'
import { messages } from './assistant.messages.ts'
import type { TaskFacts } from './facts.reads.ts'

const topics = {
  overdue: /überfällig|verspätet|in verzug|zu spät|overdue|late\b|behind/i,
  time: /\bzeit|stunde|aufwand|schätzung|budget|\btime|hour|estimate|effort/i,
  week: /woche|geändert|passiert|neues|week|changed|happened|news/i,
  status: /status|\bstand\b|fortschritt|wie weit|progress|how far|where .*(stand|are we)/i,
} as const

/** Answers in HTML from facts alone: what the question mentions, else the state of the task. */
export function answerFromFacts(question: string, facts: TaskFacts, language: Language): string {
  const asked = (Object.keys(topics) as (keyof typeof topics)[]).filter((topic) => topics[topic].test(question))
  const answers = (asked.length ? asked : (['status', 'time'] as const)).map((topic) =>
    answerTopic[topic](facts, language),
  )
  return [...answers, `<p><em>${messages[language].signature}</em></p>`].join('')
}

const paragraph = (text: string) => `<p>${escapeXml(text)}</p>`

const answerTopic: Record<keyof typeof topics, (facts: TaskFacts, language: Language) => string> = {
  status({ task, project }, language) {
    const words = messages[language]
    const { title, isDone, column, dueDate, isOverdue, subtasks, subtasksDone, assignees } = task
    const parts = [
      isDone ? words.isDone(title) : words.isOpen(title, column),
      dueDate && !isDone && (isOverdue ? words.wasDue : words.isDue)(formatDay(dueDate, language)),
      subtasks && words.subtasks(subtasksDone, subtasks),
      assignees.length ? words.assigned(assignees.join(', ')) : words.unassigned,
    ]
    return paragraph(parts.filter(Boolean).join(' ')) + paragraph(words.project(project))
  },
  overdue({ project, overdueTasks }, language) {
    const words = messages[language]
    if (!overdueTasks.length) return paragraph(words.nothingOverdue(project.name))
    const rows = overdueTasks.map(({ title, dueDate, assignees }) =>
      escapeXml([title, words.since(formatDay(dueDate, language)), assignees.join(', ')].filter(Boolean).join(' – ')),
    )
    const list = `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`
    return paragraph(words.overdue(project.overdue, project.name)) + list
  },
  time({ task, project }, language) {
    const words = messages[language]
    if (task.trackedSeconds === null || project.trackedSeconds === null) return paragraph(words.timeHidden)
    const ofTask = words.tracked(
      task.title,
      formatDuration(task.trackedSeconds),
      formatPlanned(task.estimateMinutes, task.trackedSeconds),
    )
    const ofProject = words.tracked(
      project.name,
      formatDuration(project.trackedSeconds),
      formatPlanned(project.budgetMinutes, project.trackedSeconds),
    )
    return paragraph(ofTask) + paragraph(ofProject)
  },
  week({ project, week }, language) {
    const time = week.trackedSeconds === null ? null : formatDuration(week.trackedSeconds)
    return paragraph(messages[language].week({ ...week, project: project.name, time }))
  },
}

/** `3:05` */
const formatDuration = (seconds: number) => {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const formatPlanned = (minutes: number | null, trackedSeconds: number) =>
  minutes
    ? { duration: formatDuration(minutes * 60), percent: Math.round((trackedSeconds / 60 / minutes) * 100) }
    : null
