import { LockMode } from '@mikro-orm/core'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { Invoice, InvoiceStatus } from './invoice.entity.ts'

const batch = 500

/**
 * Marks invoices past their due date as overdue, once. `system` finds the organizations that have any. Invoices locked
 * by another operation are left to it or to the next run.
 */
export async function markOverdue(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const rows = await queryAllTenants<{ organizationId: string }>(
    system,
    (reached) => sql`select distinct organization_id as "organizationId" from invoices
     where kind <> 'credit_note' and status in ('sent', 'partially_paid') and due_date < ${today} and open_cents > 0
       and ${reached('organization_id')}`,
  )
  await runScheduledWork(services, 'overdue', rows, async (context) => {
    const due = await context.em.find(
      Invoice,
      {
        kind: { $ne: 'credit_note' },
        status: { $in: ['sent', 'partially_paid'] },
        dueDate: { $lt: today },
        openCents: { $gt: 0 },
      } as never,
      { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, limit: batch, orderBy: { dueDate: 'asc' } },
    )
    for (const invoice of due) {
      invoice.updateStatus(today)
      recordOverdue(context, invoice)
    }
    return due.length === batch
  })
}

/** Records `invoice.overdue`, at most once for an invoice. */
export function recordOverdue(context: Context, invoice: Invoice) {
  if (invoice.status !== InvoiceStatus.overdue || invoice.overdueAt) return
  invoice.overdueAt = context.clock.now()
  context.record('invoice.overdue', invoice)
}
