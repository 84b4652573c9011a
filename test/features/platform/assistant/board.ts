import { type House, type Person } from '../../../harness/house.ts'

const day = 86_400_000
const dayFromToday = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(Date.now() + days * day))

/** A project with one overdue task, one that is done and two hours of work; answers the ids. */
export async function board({ owner, member }: House) {
  const post = async (path: string, body: object) => (await owner.rest('POST', path, body)).body
  const project = await post('/projects', { name: 'Relaunch', budget_minutes: 600 })
  const place = { project_id: project.id, column_id: project.columns[0].id }
  const late = {
    title: 'Startseite <b>neu</b>',
    due_date: dayFromToday(-3),
    assignee_ids: [member.id],
    estimate_minutes: 240,
  }
  const task = await post('/tasks', { ...place, ...late })
  await post(`/tasks/${task.id}/subtasks`, { title: 'Skizze' })
  const done = await post('/tasks', { ...place, title: 'Angebot' })
  await owner.rest('PATCH', `/tasks/${done.id}/toggle-done`)
  const ended = new Date(Date.now() - day)
  const span = { started_at: new Date(ended.getTime() - 2 * 3_600_000), ended_at: ended }
  await post('/time-entries', { task_id: task.id, ...span })
  return { task: task.id as string, project: project.id as string }
}

/** Says something under a task, and waits for what the assistant answers; its comments, in their order. */
export async function ask(person: Person, task: string, content: string, answers = 1): Promise<Answer[]> {
  const asked = await person.rest('POST', `/tasks/${task}/comments`, { content })
  for (let tries = 0; tries < 200; tries++) {
    const { comments } = (await person.rest('GET', `/tasks/${task}/comments?per_page=100`)).body
    const replies = comments.filter(({ reply_to }: Answer) => reply_to === asked.body.id)
    if (replies.length >= answers) return replies
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return []
}

export interface Answer {
  id: string
  content: string
  assistant: boolean
  author: { id: string | null; name: string }
  reply_to: string | null
}
