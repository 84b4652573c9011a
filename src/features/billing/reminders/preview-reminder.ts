import type { Context } from '#core/operation/context'
import { readDeadlineHolidays } from '#features/calendar/holidays/compute-holidays'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { Invoice } from '../invoices/invoice.entity.ts'
import { readBaseRates } from './base-rates.ts'
import { readDunningHistories } from './claim/dunning-history.ts'
import { computeReminderClaim } from './claim/reminder-claim.ts'
import type { PlannedReminderClaim } from './dunning-run.ts'
import { assertCanBeReminded } from './send-reminder.ts'
import { findUndeliveredInvoices } from './undelivered-invoices.ts'

export interface PreviewedReminder extends PlannedReminderClaim {
  /** Version of the invoice. */
  version: number
  isUndelivered: boolean
}

/** The next reminder if it were sent today. Throws as sending would. */
export async function previewReminder(context: Context, id: string): Promise<PreviewedReminder> {
  const invoice = await context.read(Invoice, id)
  const today = context.clock.today()
  const [{ dunning, holidayRegion }, historyOf, rates, undelivered] = await Promise.all([
    readOrganization(context),
    readDunningHistories(context, [id]),
    readBaseRates(context),
    findUndeliveredInvoices(context, [id]),
  ])
  const holidays = await readDeadlineHolidays(context, holidayRegion, [invoice.dueDate])
  assertCanBeReminded(invoice, holidays, today)
  const { number, clientId, version } = invoice
  return {
    ...computeReminderClaim(invoice, historyOf(id), dunning, rates, holidays, today),
    ...{ invoiceId: id, number: number ?? '', clientId, version, isUndelivered: undelivered.has(id) },
  }
}
