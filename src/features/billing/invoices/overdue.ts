import type { Pool } from 'pg'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { Invoice, InvoiceStatus } from './invoice.entity.ts'

/**
 * The clock's part in an invoice: what is past its due date becomes overdue, once. `system` finds the organizations
 * that have any; each is changed in an operation of its own.
 */
export async function markOverdue(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const { rows } = await system.query<{ organization_id: string }>(
    `select distinct organization_id from invoices
     where kind = 'invoice' and status in ('sent', 'partially_paid') and due_date < $1 and open_cents > 0`,
    [today],
  )
  const failures: unknown[] = []
  for (const { organization_id } of rows)
    await operateAsSystem(services, organization_id, async (context) => {
      const due = await context.em.find(
        Invoice,
        {
          kind: 'invoice',
          status: { $in: ['sent', 'partially_paid'] },
          dueDate: { $lt: today },
          openCents: { $gt: 0 },
        } as never,
        { lockMode: 4, limit: 500, orderBy: { dueDate: 'asc' } },
      )
      for (const invoice of due) {
        invoice.review(today)
        recordOverdue(context, invoice)
      }
    }).catch((error) => failures.push(error))
  // One organization's failure is no other's: the job says so at its end, and runs again.
  if (failures.length) throw new AggregateError(failures, 'Some organizations have invoices that could not be marked.')
}

/** Says that an invoice has become overdue, by the clock or by what was done to it: once, whatever happens afterwards. */
export function recordOverdue(context: Context, invoice: Invoice) {
  if (invoice.status !== InvoiceStatus.overdue || invoice.overdueAt) return
  invoice.overdueAt = context.clock.now()
  context.record('invoice.overdue', invoice)
}
