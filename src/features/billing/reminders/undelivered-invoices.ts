import { select } from '#core/database/select'
import { isUndelivered, readDeliveries } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { invoiceMailKinds } from '../invoices/invoice.entity.ts'
import { reminderMailKinds } from './reminder.entity.ts'

/**
 * Invoices whose last reminder, or else the invoice itself, was mailed but not delivered. Default requires receipt (§
 * 286 BGB).
 */
export async function findUndeliveredInvoices(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const last = await context.query<{ id: string; invoiceId: string }>(
    select`distinct on (invoice_id) id, invoice_id as "invoiceId" from reminders
        where organization_id = ${context.organizationId} and invoice_id = any(${ids}::uuid[])
        order by invoice_id, level desc`,
  )
  const reminderOf = new Map(last.map(({ id, invoiceId }) => [invoiceId, id]))
  const [invoices, reminders] = await Promise.all([
    readDeliveries(
      context,
      invoiceMailKinds,
      ids.filter((id) => !reminderOf.has(id)),
    ),
    readDeliveries(context, reminderMailKinds, [...reminderOf.values()]),
  ])
  const failed = new Set([...invoices, ...reminders].filter(isUndelivered).map(({ subjectId }) => subjectId))
  return new Set(ids.filter((id) => failed.has(reminderOf.get(id) ?? id)))
}
