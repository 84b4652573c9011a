import { Migration } from '@mikro-orm/migrations'

/** A report costs what its period holds, however many years lie before it. */
export class ReportsByPeriod extends Migration {
  override up() {
    for (const statement of [...changes, tallySeconds]) this.addSql(statement)
  }
}

// The day of the supply; of an advance that of the supply it was for, once a final invoice says it, and none until then.
const supplied = `case when prepaid then coalesce(supplied_on, 'infinity') else coalesce(service_to, issue_date) end`

const changes = [
  `create index invoices_unsettled on invoices (organization_id, client_id)
     where status <> 'draft' and (open_cents > 0 or refund_due_cents > 0)`,
  `alter table invoices add column tax_day date not null
     generated always as (case kind when 'credit_note' then greatest(issue_date, ${supplied}) else ${supplied} end) stored`,
  `create index invoices_by_tax_day on invoices (organization_id, tax_day) where status <> 'draft'`,
  `create index invoices_discount_undone on invoices (organization_id) where discount_undone <> '[]'`,
  `create index payments_with_discount on payments (organization_id, invoice_id) where cash_discount_cents > 0`,
]

/** Tallies the time of projects, where none is tallied yet. */
export const tallySeconds = `insert into tallies (organization_id, name, total)
  select organization_id, 'seconds:' || project_id, sum(duration_seconds) from time_entries
  where duration_seconds is not null group by 1, 2`
