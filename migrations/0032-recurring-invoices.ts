import { Migration } from '@mikro-orm/migrations'
import { isolateTenants, resourceColumns } from '#core/database/ddl'

/** Invoices that the clock makes. */
export class RecurringInvoices extends Migration {
  override up() {
    this.addSql(`
create table recurring_invoices (${resourceColumns},
  client_id uuid not null,
  project_id uuid,
  line_items jsonb not null,
  every int not null,
  "interval" text not null,
  starts_on date not null,
  ends_on date,
  due_days int,
  mode text not null,
  introduction text,
  closing text,
  language text,
  paused boolean not null,
  last_on date,
  next_on date,
  last_invoice_id uuid,
  primary key (organization_id, id),
  constraint recurring_invoices_interval_check check ("interval" in ('week', 'month', 'quarter', 'half_year', 'year')),
  constraint recurring_invoices_mode_check check (mode in ('draft', 'send')),
  constraint recurring_invoices_client_id_fkey foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index recurring_invoices_by_age on recurring_invoices (organization_id, created_at, id);
create index recurring_invoices_by_client on recurring_invoices (organization_id, client_id);
create index recurring_invoices_due on recurring_invoices (next_on) where not paused;
${isolateTenants('recurring_invoices')}`)
  }
}
