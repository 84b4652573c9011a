import type { Pool } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { readDeadlineHolidays } from '#features/calendar/holidays/compute-holidays'
import { readOrganization } from '#features/people/organizations/organization.reads'
import type { Dunning } from '#features/people/organizations/settings.type'
import { readBaseRates } from './base-rates.ts'
import { readDunningHistories } from './claim/dunning-history.ts'
import {
  computeReminderClaim,
  type DunnedInvoice,
  isDueByInterval,
  type ReminderClaim,
} from './claim/reminder-claim.ts'
import { sendReminder } from './send-reminder.ts'
import { findUndeliveredInvoices } from './undelivered-invoices.ts'

/** An overdue invoice with the date of its last reminder. */
interface Candidate extends DunnedInvoice {
  invoiceId: string
  remindedAt: Date | string | null
}

const columns = `i.id as "invoiceId", i.due_date as "dueDate", i.reminder_level as "reminderLevel",
  i.total_cents as "totalCents", i.open_cents as "openCents", r.sent_at as "remindedAt"`

// Clients without an email address are left to people.
const candidates = `from invoices i
  join clients c on c.organization_id = i.organization_id and c.id = i.client_id
  left join reminders r on r.organization_id = i.organization_id and r.invoice_id = i.id and r.level = i.reminder_level`
const eligible = `i.kind <> 'credit_note' and i.status in ('sent', 'partially_paid', 'overdue') and i.open_cents > 0
  and not i.dunning_blocked and coalesce(i.reminder_level, -1) < 3 and coalesce(c.invoice_email, c.email) is not null`

const isDue = (candidate: Candidate, dunning: Dunning, holidays: ReadonlySet<string>, today: string) => {
  const remindedAt = candidate.remindedAt === null ? null : new Date(candidate.remindedAt)
  return isDueByInterval(candidate, remindedAt, dunning, holidays, today)
}

/**
 * Daily run: sends the next reminder of each due invoice in organizations with automatic dunning. Each is its own
 * operation, and the level seen here must still be current, so none is sent twice.
 */
export async function runDunning(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const rows = await queryAllTenants<
    Candidate & { organizationId: string; dunning: Dunning; holidayRegion: string | null }
  >(
    system,
    (reached) => sql`select i.organization_id as "organizationId", ${raw(columns)}, o.dunning,
       o.holiday_region as "holidayRegion" ${raw(candidates)}
     join organizations o on o.id = i.organization_id
     where o.dunning @> '{"automatic": true}' and i.due_date < ${today} and ${raw(eligible)}
       and ${reached('i.organization_id', 'c.organization_id', 'o.id')}
     order by i.due_date, i.id`,
  )
  const due: { organizationId: string; invoiceId: string; reminderLevel: number | null }[] = []
  for (const { organizationId, dunning, holidayRegion, ...candidate } of rows) {
    const { invoiceId, reminderLevel, dueDate } = candidate
    try {
      const holidays = await readDeadlineHolidays({ services, organizationId }, holidayRegion, [dueDate])
      if (isDue(candidate, dunning, holidays, today)) due.push({ organizationId, invoiceId, reminderLevel })
    } catch (error) {
      // Unreadable settings only affect their own organization.
      services.log.error(
        { job: 'dunning', organization_id: organizationId, invoice_id: invoiceId, err: error },
        'left for the next time',
      )
    }
  }
  await runScheduledWork(services, 'dunning', due, async (context, { invoiceId, reminderLevel }) => {
    if ((await findUndeliveredInvoices(context, [invoiceId])).has(invoiceId))
      services.log.warn(
        { organization_id: context.organizationId, invoice_id: invoiceId },
        'not reminded: not delivered',
      )
    else await sendReminder(context, invoiceId, {}, reminderLevel)
    return false
  })
}

export interface PlannedReminderClaim extends ReminderClaim {
  invoiceId: string
  number: string
  clientId: string
}

/** Reminders that the daily run would send today, even if it is switched off. Saves nothing. */
export async function previewDunning(context: Context): Promise<PlannedReminderClaim[]> {
  const today = context.clock.today()
  const [{ dunning, holidayRegion }, rates, rows] = await Promise.all([
    readOrganization(context),
    readBaseRates(context),
    context.query<Candidate & { number: string; clientId: string }>(
      select`i.number, i.client_id as "clientId", ${raw(columns)} ${raw(candidates)}
          where i.organization_id = ${context.organizationId} and i.due_date < ${today} and ${raw(eligible)}
          order by i.due_date, i.id`,
    ),
  ])
  const dueDates = rows.map(({ dueDate }) => dueDate)
  const holidays = await readDeadlineHolidays(context, holidayRegion, dueDates)
  const intervalIsOver = rows.filter((row) => isDue(row, dunning, holidays, today))
  const undelivered = await findUndeliveredInvoices(
    context,
    intervalIsOver.map(({ invoiceId }) => invoiceId),
  )
  const due = intervalIsOver.filter(({ invoiceId }) => !undelivered.has(invoiceId))
  const historyOf = await readDunningHistories(
    context,
    due.map(({ invoiceId }) => invoiceId),
  )
  return due.map(({ invoiceId, number, clientId, ...dunned }) => ({
    invoiceId,
    number,
    clientId,
    ...computeReminderClaim(dunned, historyOf(invoiceId), dunning, rates, holidays, today),
  }))
}
