import type { Context } from '#core/operation/context'
import { readDeadlineHolidays } from '#features/calendar/holidays/read-holidays'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { Invoice } from '../invoices/invoice.entity.ts'
import { readBaseRates } from './base-rates.ts'
import { readStories } from './dunning.reads.ts'
import type { Planned } from './dunning-run.ts'
import { planReminder } from './plan-reminder.ts'
import { assertToBeReminded } from './remind.ts'
import { readUndelivered } from './undelivered.ts'

export interface PreviewedReminder extends Planned {
  /** Of the invoice. */
  version: number
  isUndelivered: boolean
}

/** What the next reminder of an invoice would claim if it were sent today; refused as sending it would be. */
export async function previewReminder(context: Context, id: string): Promise<PreviewedReminder> {
  const invoice = await context.read(Invoice, id)
  const today = context.clock.today()
  const [{ dunning, holidayRegion }, storyOf, rates, undelivered] = await Promise.all([
    readOrganization(context),
    readStories(context, [id]),
    readBaseRates(context),
    readUndelivered(context, [id]),
  ])
  const holidays = await readDeadlineHolidays(context, holidayRegion, [invoice.dueDate])
  assertToBeReminded(invoice, holidays, today)
  const { number, clientId, version } = invoice
  return {
    ...planReminder(invoice, storyOf(id), dunning, rates, holidays, today),
    ...{ invoiceId: id, number: number ?? '', clientId, version, isUndelivered: undelivered.has(id) },
  }
}
