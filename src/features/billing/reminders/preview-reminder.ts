import type { Context } from '#core/operation/context'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { Invoice } from '../invoices/invoice.entity.ts'
import { readBaseRates } from './base-rates.ts'
import { readStories } from './dunning.reads.ts'
import type { Planned } from './dunning-run.ts'
import { planReminder } from './plan-reminder.ts'
import { assertToBeReminded } from './remind.ts'

export interface PreviewedReminder extends Planned {
  /** Of the invoice. */
  version: number
}

/** What the next reminder of an invoice would claim if it were sent today; refused as sending it would be. */
export async function previewReminder(context: Context, id: string): Promise<PreviewedReminder> {
  const invoice = await context.read(Invoice, id)
  const today = context.clock.today()
  assertToBeReminded(invoice, today)
  const [{ dunning }, storyOf, rates] = await Promise.all([
    readOrganization(context),
    readStories(context, [id]),
    readBaseRates(context),
  ])
  const { number, clientId, version } = invoice
  return {
    ...planReminder(invoice, storyOf(id), dunning, rates, today),
    ...{ invoiceId: id, number: number ?? '', clientId, version },
  }
}
