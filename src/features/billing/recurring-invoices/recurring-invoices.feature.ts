import sql from 'sql-template-tag'
import type { Feature } from '#core/feature/feature'
import type { Context } from '#core/operation/context'
import { createDueInvoices } from './create-next-invoice.ts'
import { RecurringInvoice } from './recurring-invoice.entity.ts'
import { RecurringInvoiceResolver } from './recurring-invoice.resolver.ts'
import { examples } from './recurring-invoices.examples.ts'

const clearProject = (context: Context, { id }: { id: string }) =>
  context.write(
    sql`update recurring_invoices set project_id = null where organization_id = ${context.organizationId} and project_id = ${id}`,
  )

/** A deleted draft still counts as created. */
const clearLastInvoice = (context: Context, { id }: { id: string }) =>
  context.write(
    sql`update recurring_invoices set last_invoice_id = null
        where organization_id = ${context.organizationId} and last_invoice_id = ${id}`,
  )

export const feature = {
  name: 'recurring-invoices',
  entities: [RecurringInvoice],
  resolvers: [RecurringInvoiceResolver],
  jobs: ({ services, system }) => [
    { name: 'recurring-invoices', cron: '*/10 5-23 * * *', run: () => createDueInvoices(services(), system) },
  ],
  onDelete: { Project: clearProject, Invoice: clearLastInvoice },
  examples,
  demo: async () => (await import('./recurring-invoice.demo.ts')).recurringInvoiceDemo,
  fixture: () => import('./recurring-invoices.fixture.ts'),
} satisfies Feature
