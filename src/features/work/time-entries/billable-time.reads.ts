import sql, { empty } from 'sql-template-tag'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { andWhere } from '#core/schema/list'
import type { BillTimeInput } from './bill-time.inputs.ts'

/** An entry with the names shown on the invoice. */
export interface BillableTime {
  id: string
  projectId: string
  project: string
  taskId: string | null
  task: string | null
  person: string
  description: string | null
  /** In Europe/Berlin. */
  day: string
  seconds: number
  /** The entry's own rate, else the first of task, project, client, member and organization. */
  rate: number | null
}

/**
 * Stopped, billable and unbilled time of a client, at most `most` + 1 entries in invoice order. With `isTaken` it is locked, so
 * that nothing is billed twice.
 */
export const readBillableTime = (context: Context, input: BillTimeInput, most: number, isTaken: boolean) =>
  context.query<BillableTime>(
    select`e.id, e.project_id as "projectId", p.name as project, e.task_id as "taskId", t.title as task,
          e.user_name as person, e.description, e.duration_seconds as seconds,
          to_char(e.started_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day,
          coalesce(e.hourly_rate_cents, t.hourly_rate_cents, p.hourly_rate_cents, c.hourly_rate_cents,
            m.hourly_rate_cents, o.hourly_rate_cents) as rate
        from time_entries e
        join projects p on p.organization_id = e.organization_id and p.id = e.project_id
        join clients c on c.organization_id = e.organization_id and c.id = p.client_id
        join organizations o on o.id = e.organization_id
        left join tasks t on t.organization_id = e.organization_id and t.id = e.task_id
        left join members m on m.organization_id = e.organization_id and m.id = e.user_id
        where e.organization_id = ${context.organizationId} and p.client_id = ${input.clientId}${andWhere(
          input.projectId,
          sql`e.project_id = ${input.projectId}`,
        )} and e.status = 'stopped' and e.duration_seconds > 0 and e.billable and e.invoice_id is null
          and e.started_at >= ${input.from}::date::timestamp at time zone 'Europe/Berlin'
          and e.started_at < (${input.to}::date + 1)::timestamp at time zone 'Europe/Berlin'
        order by ${alphabeticalOrder('p.name')}, p.id, ${alphabeticalOrder('t.title')} nulls first, t.id, e.started_at, e.id
        limit ${most + 1} ${isTaken ? sql`for update of e` : empty}`,
  )
