import type { Demo, DemoPart, DemoPerson } from '#core/feature/demo'
import type { DemoTask } from '#features/work/tasks/task.demo'

/** A year of entries on most weekdays. */
export const timeEntryDemo: DemoPart = {
  title: { de: 'Zeiten', en: 'Time' },
  steps(demo) {
    const workers = demo.made.people.filter(({ role }) => role === 'member' || role === 'admin')
    const shifts = Array.from({ length: Math.ceil(demo.scale) }, (_, shift) => shift)
    const working = workers.slice(0, Math.ceil(workers.length * demo.scale))
    const days = Array.from({ length: 365 }, (_, index) => 365 - index)
    return days.flatMap((ago) =>
      shifts.flatMap((shift) => working.flatMap((person) => dayOf(demo, person, ago, shift))),
    )
  },
}

function dayOf({ random, made, today, call }: Demo, person: DemoPerson, ago: number, shift: number) {
  const day = new Date(Date.parse(`${today}T12:00:00Z`) - ago * 86_400_000)
  const isWeekend = day.getUTCDay() % 6 === 0
  if (isWeekend || random.chance(0.12)) return []
  const running = made.tasks.filter(({ project }) => project.from >= ago && project.until < ago)
  const own = running.filter(({ people }) => people.includes(person.id))
  if (!running.length) return []
  const tasks = random.some(own.length > 2 ? own : running, random.between(1, 3))
  const date = day.toISOString().slice(0, 10)
  let quarter = 4 * 8 + random.between(0, 4) + shift
  return tasks.map((task: DemoTask) => {
    const start = quarter
    quarter += random.between(3, 12)
    const entry = {
      task_id: task.id,
      started_at: moment(date, start),
      ended_at: moment(date, quarter),
      billable: random.chance(0.82),
    }
    quarter += random.between(0, 2)
    return async () => {
      await call(person, 'POST', '/time-entries', entry)
    }
  })
}

/** A quarter of an hour of a day in Berlin. */
function moment(day: string, quarter: number): string {
  const offset = zone.formatToParts(new Date(`${day}T12:00:00Z`)).find(({ type }) => type === 'timeZoneName')?.value
  const minutes = quarter * 15
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return `${day}T${time}:00${offset?.slice(3) || 'Z'}`
}

const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' })
