import sql from 'sql-template-tag'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { timeEntries } from '#features/work/time-entries/time-entry.policy'

/** A task, its project, and the last seven days. Times are in seconds; null if the asker may not read them. */
export interface TaskFacts {
  task: {
    title: string
    isDone: boolean
    column: string
    dueDate: string | null
    isOverdue: boolean
    estimateMinutes: number | null
    trackedSeconds: number | null
    subtasks: number
    subtasksDone: number
    assignees: string[]
  }
  project: {
    name: string
    open: number
    done: number
    overdue: number
    budgetMinutes: number | null
    trackedSeconds: number | null
  }
  overdueTasks: { title: string; dueDate: string; assignees: string[] }[]
  week: { created: number; completed: number; comments: number; trackedSeconds: number | null }
}

const maxOverdueTasks = 10

/** Null if the task was deleted. */
export async function readTaskFacts(context: Context, taskId: string): Promise<TaskFacts | null> {
  const { organizationId: organization } = context
  const today = context.clock.today()
  const since = new Date(context.clock.now().getTime() - 7 * 86_400_000)
  const [[task], [project], overdueTasks, [week]] = await Promise.all([
    context.query<TaskFacts['task']>(
      select`t.title, t.status = 'done' as "isDone", k.name as column, t.due_date as "dueDate",
            t.status = 'open' and coalesce(t.due_date < ${today}::date, false) as "isOverdue", t.estimate_minutes as "estimateMinutes",
            (select coalesce(sum(duration_seconds), 0)::float8 from time_entries e
             where e.organization_id = ${organization} and e.task_id = t.id) as "trackedSeconds",
            (select count(*) from subtasks s where s.organization_id = ${organization} and s.task_id = t.id) as subtasks,
            (select count(*) from subtasks s where s.organization_id = ${organization} and s.task_id = t.id and s.done) as "subtasksDone",
            ${assigneesIn(organization)} as assignees
          from tasks t join project_columns k on k.organization_id = t.organization_id and k.id = t.column_id
          where t.organization_id = ${organization} and t.id = ${taskId}`,
    ),
    context.query<TaskFacts['project']>(
      select`p.name, p.budget_minutes as "budgetMinutes",
            (select coalesce(sum(duration_seconds), 0)::float8 from time_entries e
             where e.organization_id = ${organization} and e.project_id = p.id) as "trackedSeconds",
            (select count(*) from tasks o where o.organization_id = ${organization} and o.project_id = p.id and o.status = 'open') as open,
            (select count(*) from tasks o where o.organization_id = ${organization} and o.project_id = p.id and o.status = 'done') as done,
            (select count(*) from tasks o where o.organization_id = ${organization} and o.project_id = p.id and o.status = 'open'
             and o.due_date < ${today}::date) as overdue
          from tasks t join projects p on p.organization_id = t.organization_id and p.id = t.project_id
          where t.organization_id = ${organization} and t.id = ${taskId}`,
    ),
    context.query<TaskFacts['overdueTasks'][number]>(
      select`t.title, t.due_date as "dueDate", ${assigneesIn(organization)} as assignees
          from tasks asked join tasks t on t.organization_id = asked.organization_id and t.project_id = asked.project_id
          where asked.organization_id = ${organization} and asked.id = ${taskId} and t.status = 'open' and t.due_date < ${today}::date
          order by t.due_date, t.id limit ${maxOverdueTasks}`,
    ),
    context.query<TaskFacts['week']>(
      select`count(*) filter (where t.created_at >= ${since}) as created,
            count(*) filter (where t.completed_at >= ${since}) as completed,
            coalesce(sum((select count(*) from comments c where c.organization_id = ${organization} and c.task_id = t.id
              and c.created_at >= ${since} and not c.assistant)), 0)::int as comments,
            (select coalesce(sum(duration_seconds), 0)::float8 from time_entries e where e.organization_id = ${organization}
             and e.project_id = any(array_agg(asked.project_id)) and e.started_at >= ${since}) as "trackedSeconds"
          from tasks asked join tasks t on t.organization_id = asked.organization_id and t.project_id = asked.project_id
          where asked.organization_id = ${organization} and asked.id = ${taskId}`,
    ),
  ])
  if (!task || !project || !week) return null
  const hidden = context.may(timeEntries.read) ? {} : { trackedSeconds: null }
  return {
    task: { ...task, ...hidden },
    project: { ...project, ...hidden },
    overdueTasks,
    week: { ...week, ...hidden },
  }
}

const assigneesIn = (organization: string) => sql`array(select m.name from task_assignees a
  join members m on m.organization_id = a.organization_id and m.id = a.member_id
  where a.organization_id = ${organization} and a.task_id = t.id order by ${alphabeticalOrder('m.name')})`
